//! The service that anyone would write, wrong on purpose.
//!
//! What comes in waits its turn, and its turn always comes. No request is ever
//! lost. That is the mistake: the queue has no end, and a worker does not ask
//! whether anybody still waits for what it is about to do. The lesson runs it
//! and shows that it never comes back (spec M-02).

use std::collections::{BTreeMap, VecDeque};

use clock::Moment;

use super::service::callers::{Attempt, Callers};
use super::service::settings::Settings;
use super::service::tally::Tally;
use super::{Gauges, Input, Outcome, Output, Params, Request, Subject};

/// Workers and a queue without an end.
#[derive(Clone, Debug)]
pub struct FirstService {
    settings: Settings,
    callers: Callers,
    queue: VecDeque<Attempt>,
    calls: BTreeMap<(Moment, u64), Attempt>,
    begun: u64,
    tally: Tally,
    slow: bool,
    now: Moment,
}

impl FirstService {
    /// A service that has nothing to do. The error names a knob.
    pub fn new(params: &Params) -> Result<Self, String> {
        let settings = Settings::of(params)?;
        Ok(Self {
            slow: settings.dependency.is_slow(Moment::ZERO),
            settings,
            callers: Callers::default(),
            queue: VecDeque::new(),
            calls: BTreeMap::new(),
            begun: 0,
            tally: Tally::default(),
            now: Moment::ZERO,
        })
    }

    /// Everything is let in.
    fn enter(&mut self, attempt: Attempt, out: &mut Vec<Output>) {
        if self.calls.len() < self.settings.workers {
            self.begin(attempt, out);
        } else {
            self.queue.push_back(attempt); // lit: held
            out.push(Output::Hold { id: attempt.id, until: None });
        }
    }

    /// Everything is done. A call without an answer holds its worker for good.
    fn begin(&mut self, attempt: Attempt, out: &mut Vec<Output>) {
        let takes = self.settings.dependency.takes(self.now);
        let end = takes.map_or(Moment::MAX, |takes| self.now + takes);
        self.calls.insert((end, self.begun), attempt);
        self.begun += 1;
        out.push(Output::Admit(attempt.id)); // lit: admitted
    }

    fn end(&mut self, attempt: Attempt, out: &mut Vec<Output>) {
        let id = attempt.id;
        if self.callers.wait_for(attempt) {
            self.callers.leave(id);
            self.tally.answered.add(self.now);
            out.push(Output::Done(id, Outcome::Ok));
        } else {
            self.tally.wasted.add(self.now);
            out.push(Output::Note(format!("the work for {id} was for nobody").into()));
        }
    }

    fn wake_up(&mut self, out: &mut Vec<Output>) {
        while let Some(first) = self.calls.first_entry().filter(|call| call.key().0 <= self.now) {
            let attempt = first.remove();
            self.end(attempt, out);
        }
        while self.calls.len() < self.settings.workers
            && let Some(next) = self.queue.pop_front()
        {
            self.begin(next, out);
        }
        while let Some(id) = self.callers.out_of_patience(self.now) {
            let again = self.callers.fail(self.now, id, self.settings.attempts_max, out);
            if let Some(attempt) = again {
                self.enter(attempt, out);
            }
        }
    }
}

impl Subject for FirstService {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        out.extend(self.settings.dependency.turned(&mut self.slow, now));
        match input {
            Input::Arrive(Request { id, patience, .. }) => {
                let patience = patience.or(self.settings.patience);
                let attempt = self.callers.ask(now, id, patience);
                self.enter(attempt, out);
            }
            Input::Finish(id, _) => self.callers.leave(id),
            Input::Wake => self.wake_up(out),
            Input::Set(_) => out.push(Output::Note("the first try has no knobs to turn".into())),
        }
        self.tally.forget(now);
    }

    fn wake(&self) -> Option<Moment> {
        let ends = self.calls.keys().next().map(|&(at, _)| at).filter(|&at| at < Moment::MAX);
        let turns = self.settings.dependency.turns(self.now);
        [ends, turns, self.callers.wake(), self.tally.wake()].into_iter().flatten().min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let takes = self.settings.dependency.takes(now);
        self.tally.gauges(self.queue.len(), self.calls.len(), takes, gauges);
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}
