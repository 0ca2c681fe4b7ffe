//! A service that becomes slow for ten seconds: workers, a queue, callers who
//! give up, and four ways to deal with work that comes too fast (spec M-02).
//!
//! The [first try](crate::first_try) queues everything. This one can turn work
//! away at the door, or drop it from the queue, and it can cut off a call that
//! takes too long (spec M-06).

use std::collections::{BTreeMap, VecDeque};

use clock::Moment;

use crate::first_try::FirstService;
use crate::{Gauges, Input, Knob, Mechanism, Outcome, Output, Params, Request, RequestId, Subject};

pub(crate) mod callers;
mod curated;
pub(crate) mod settings;
pub(crate) mod tally;
mod words;

use callers::{Attempt, Callers};
use settings::{KNOBS, Policy, Settings};
use tally::Tally;

/// The service, as the pages know it.
pub const MECHANISM: Mechanism = Mechanism {
    name: "service",
    title: "A slow service",
    question: "It was slow for ten seconds: when does it come back?",
    knobs: &KNOBS,
    build: |params| Ok(Box::new(Service::new(params)?)),
    narrator: &words::Narrator,
    lit: crate::lit,
    curated: curated::curated,
};

/// The version of [`first_try`](crate::first_try), on the same stage.
pub const FIRST_TRY: Mechanism = Mechanism {
    name: "service-first-try",
    title: "A slow service, first try",
    knobs: FIRST_KNOBS,
    build: |params| Ok(Box::new(FirstService::new(params)?)),
    curated: curated::first_curated,
    ..MECHANISM
};

const FIRST_KNOBS: &[Knob] = KNOBS.split_at(7).0;

/// A service with its queue, its workers and its callers.
#[derive(Clone, Debug)]
pub struct Service {
    settings: Settings,
    callers: Callers,
    /// Who waits for a worker, the oldest first.
    queue: VecDeque<Attempt>,
    /// The calls that will end, by their end and then by their beginning.
    calls: BTreeMap<(Moment, u64), Call>,
    /// How many calls will never end: each holds its worker for good.
    lost: usize,
    begun: u64,
    tally: Tally,
    slow: bool,
    now: Moment,
}

/// What a worker does: one call to the dependency.
#[derive(Clone, Copy, Debug)]
struct Call {
    attempt: Attempt,
    /// Whether it ends with an answer; if not, it is cut off.
    answers: bool,
}

impl Service {
    /// A service that has nothing to do. The error names a knob.
    pub fn new(params: &Params) -> Result<Self, String> {
        let settings = Settings::of(params)?;
        Ok(Self {
            callers: Callers::default(),
            queue: VecDeque::new(),
            calls: BTreeMap::new(),
            lost: 0,
            begun: 0,
            tally: Tally::default(),
            slow: settings.dependency.is_slow(Moment::ZERO),
            now: Moment::ZERO,
            settings,
        })
    }

    fn busy(&self) -> usize {
        self.calls.len() + self.lost
    }

    /// An attempt comes in: to a worker, to the queue, or away.
    fn enter(&mut self, attempt: Attempt, out: &mut Vec<Output>) {
        let id = attempt.id;
        // A worker is free only if nobody waits for one.
        if self.busy() < self.settings.workers {
            self.begin(attempt, out);
        } else if matches!(self.settings.policy, Policy::Bounded(max) if self.queue.len() >= max) {
            self.turn_away(id, "the queue is full", out); // lit: refused
        } else {
            self.queue.push_back(attempt); // lit: held
            out.push(Output::Hold { id, until: None });
        }
    }

    fn turn_away(&mut self, id: RequestId, why: &'static str, out: &mut Vec<Output>) {
        self.callers.leave(id);
        self.tally.turned_away += 1;
        out.push(Output::Refuse { id, why: why.into(), retry_at: None });
    }

    /// A worker takes an attempt, whether or not anybody still waits for it.
    fn begin(&mut self, attempt: Attempt, out: &mut Vec<Output>) {
        let takes = self.settings.dependency.takes(self.now);
        let limit = self.settings.call_limit;
        let answers = takes.is_some_and(|takes| limit.is_none_or(|limit| takes <= limit));
        match if answers { takes } else { limit } {
            Some(length) => {
                let end = (self.now + length, self.begun);
                self.calls.insert(end, Call { attempt, answers });
            }
            None => self.lost += 1,
        }
        self.begun += 1;
        out.push(Output::Admit(attempt.id)); // lit: admitted
    }

    /// Free workers take the oldest from the queue; what the policy drops is
    /// no work for anyone.
    fn serve(&mut self, out: &mut Vec<Output>) {
        while self.busy() < self.settings.workers {
            let Some(attempt) = self.queue.pop_front() else { return };
            if self.drops(attempt) {
                self.drop_queued(attempt, out);
            } else {
                self.begin(attempt, out);
            }
        }
    }

    fn drops(&self, attempt: Attempt) -> bool {
        let Some(deadline) = attempt.deadline else { return false };
        match self.settings.policy {
            Policy::Endless | Policy::Bounded(_) => false,
            Policy::DropExpired => deadline <= self.now,
            Policy::DropHopeless => {
                let takes = self.settings.dependency.takes(self.now);
                takes.is_none_or(|takes| self.now + takes > deadline)
            }
        }
    }

    /// A caller who still waits is told; one who has given up has its own clock.
    fn drop_queued(&mut self, attempt: Attempt, out: &mut Vec<Output>) {
        let id = attempt.id;
        let expired = attempt.deadline.is_some_and(|deadline| deadline <= self.now);
        if expired || !self.callers.wait_for(attempt) {
            self.tally.turned_away += 1;
            out.push(Output::Note(format!("{id} is dropped: its caller has given up").into()));
        } else {
            self.turn_away(id, "it cannot be finished in time", out); // lit: refused
        }
    }

    /// Calls that are over give back their workers.
    fn end_calls(&mut self, out: &mut Vec<Output>) -> Vec<Attempt> {
        let mut again = Vec::new();
        while let Some(first) = self.calls.first_entry().filter(|call| call.key().0 <= self.now) {
            let Call { attempt, answers } = first.remove();
            let id = attempt.id;
            if !self.callers.wait_for(attempt) {
                self.tally.wasted.add(self.now);
                out.push(Output::Note(format!("the work for {id} was for nobody").into()));
            } else if answers {
                self.callers.leave(id);
                self.tally.answered.add(self.now);
                out.push(Output::Done(id, Outcome::Ok));
            } else {
                again.extend(self.callers.fail(self.now, id, self.settings.attempts_max, out));
            }
        }
        again
    }

    /// Ends first, then what waited for a worker, then those who give up.
    fn wake_up(&mut self, out: &mut Vec<Output>) {
        let again = self.end_calls(out);
        self.serve(out);
        for attempt in again {
            self.enter(attempt, out);
        }
        while let Some(id) = self.callers.out_of_patience(self.now) {
            if let Some(attempt) = self.callers.fail(self.now, id, self.settings.attempts_max, out)
            {
                self.enter(attempt, out);
            }
        }
    }

    fn arrive(&mut self, request: Request, out: &mut Vec<Output>) {
        let patience = request.patience.or(self.settings.patience);
        let attempt = self.callers.ask(self.now, request.id, patience);
        self.enter(attempt, out);
    }

    fn set(&mut self, name: &str, value: u64, out: &mut Vec<Output>) {
        match self.settings.with(name, value) {
            Ok(settings) => self.settings = settings,
            Err(error) => out.push(Output::Note(error.into())),
        }
    }
}

impl Subject for Service {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        if let Input::Set(setting) = &input {
            self.set(&setting.name, setting.value, out);
        }
        out.extend(self.settings.dependency.turned(&mut self.slow, now));
        match input {
            Input::Arrive(request) => self.arrive(request, out),
            Input::Finish(id, _) => self.callers.leave(id),
            Input::Wake => self.wake_up(out),
            // More workers may be there now.
            Input::Set(_) => self.serve(out),
        }
        self.tally.forget(now);
    }

    fn wake(&self) -> Option<Moment> {
        let ends = self.calls.keys().next().map(|&(at, _)| at);
        let turns = self.settings.dependency.turns(self.now);
        [ends, turns, self.callers.wake(), self.tally.wake()].into_iter().flatten().min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let takes = self.settings.dependency.takes(now);
        self.tally.gauges(self.queue.len(), self.busy(), takes, gauges);
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}
