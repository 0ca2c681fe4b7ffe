//! How the breaker stands in the simulation: its gauges, its sentences, and the
//! runs that are worth a look.
//!
//! The page draws a breaker wherever a subject has the gauges of this table, by
//! name; so the answer to an exercise that gives them is drawn the same. Those
//! in bold make it a breaker, a missing one counts as 0. All hold between
//! keyframes except for `cool-off`, which runs down in a straight line.
//!
//! | gauge | what its integer means |
//! |---|---|
//! | **`state`** | 0 closed, 1 open, 2 half-open, 3 recovering in steps, 4 forced open, 5 forced closed |
//! | **`samples`** | results that count now; while it is not closed, as they were when it opened |
//! | **`failed`** | how many of them failed, of the same moment |
//! | **`threshold`** | the percentage of failures at which it opens; 0: it counts failures in a row |
//! | **`cool-off`** | how long until the next probe may go, in nanoseconds; 0 while nothing is waited for |
//! | `cool-off-all` | the whole cool-off, in nanoseconds |
//! | `min-samples` | with fewer results it does not judge |
//! | `window` | cells of the ring, 100 at most; with `threshold` 0, how many failures in a row open it |
//! | `window-all` | the length of a window of time, in nanoseconds; 0: the window is a number of calls |
//! | `head` | the cell, or the slot, that the next result goes to |
//! | `decided` | the cell with the result that opened it, counted from 1; 0: none |
//! | `ring-0` … `ring-3` | the window's contents, see below |
//! | `probes` | how many probes may be out at a time; 0: as many as come |
//! | `out` | how many are |
//! | `successes` | so many good probes in a row close it |
//! | `good` | how many there were |
//! | `step` | while recovering, the share of calls that it lets through, in percent |
//! | `failing` | how many of 100 calls would end badly if they were sent now |
//! | `late` | results so far that came after the breaker had changed state |
//! | `copies` | breakers behind one load balancer; the picture is that of the first |
//! | `copies-open` | how many of them let nothing through |
//!
//! A ring is packed as 25 cells a gauge, two bits a cell, the first cell lowest:
//! 0 empty, 1 ok, 2 failed, 3 timed out. A window of time is packed as three
//! slots a gauge, twenty bits a slot, the first slot lowest: ten bits of results
//! above ten bits of failures, each 1023 at most.
//!
//! The words under the state are the `why` of the last [`Output::Change`]; a call
//! that is let through while the gauge `state` is 2 is drawn as a probe, and a
//! refusal as a call that was not sent. Behind a load balancer the call with the
//! number n belongs to the first copy if n − 1 is a multiple of `copies`.

use std::collections::BTreeMap;

use clock::Moment;
use simulation::dependency::Ended;
use simulation::{
    Dependency, Gauges, Input, Mechanism, Outcome, Output, Params, Request, RequestId, Setting,
    Subject, Unit,
};

use super::{Counted, Machine, Refused, Settings, State, Ticket, Trigger, Verdict, Window};

mod copy;
mod curated;
mod first;
mod knobs;
mod words;

use copy::Copy;
use curated::curated;
use first::FirstStage;
pub use knobs::{KNOBS, settings};
use words::Narrator;

/// The breaker, as the pages know it.
pub const MECHANISM: Mechanism = Mechanism {
    name: "breaker",
    title: "Circuit breaker",
    question: "When does it stop calling, and what makes it try again?",
    knobs: &KNOBS,
    build: |params| Ok(Box::new(Stage::new(params)?)),
    narrator: &Narrator,
    lit,
    curated,
};

/// The version of [`first_try`](crate::first_try), on the same stage.
pub const FIRST_TRY: Mechanism = Mechanism {
    name: "breaker-first-try",
    title: "Circuit breaker, first try",
    knobs: &knobs::FIRST_KNOBS,
    build: |params| Ok(Box::new(FirstStage::new(params))),
    curated: curated::first,
    ..MECHANISM
};

/// Breakers in front of a service, each in its own copy of the caller, behind
/// one load balancer that gives them the calls in turn. Mostly it is one.
#[derive(Clone, Debug)]
pub struct Stage {
    copies: Vec<Copy>,
    dependency: Dependency,
    /// The calls that are out: which copy sent each, and its ticket.
    calls: BTreeMap<RequestId, (usize, Ticket)>,
    now: Moment,
}

impl Stage {
    /// Closed breakers at time 0.
    pub fn new(params: &Params) -> Result<Self, String> {
        let settings = settings(params);
        let copies = usize::try_from(params.get("copies", 1)).unwrap_or(1).max(1);
        let mut copy = Copy::new(settings).map_err(|error| error.to_string())?;
        copy.hold(Moment::ZERO, params.get("hand", 0));
        Ok(Self {
            copies: vec![copy; copies],
            dependency: Dependency::new(params),
            calls: BTreeMap::new(),
            now: Moment::ZERO,
        })
    }

    fn arrive(&mut self, now: Moment, id: RequestId, out: &mut Vec<Output>) {
        let place = (id.0 as usize).saturating_sub(1) % self.copies.len();
        match self.copies[place].acquire(now) {
            Ok(ticket) => {
                self.dependency.send(now, id);
                self.calls.insert(id, (place, ticket));
                out.push(Output::Admit(id));
            }
            Err(refused) => {
                let retry_at = refused.retry_at();
                out.push(Output::Refuse { id, why: rule(refused).into(), retry_at });
            }
        }
    }

    /// The calls that have come to their end, and cool-offs that have.
    fn wake_up(&mut self, now: Moment, out: &mut Vec<Output>) {
        while let Some(ended) = self.dependency.ended(now) {
            self.end(now, ended, out);
        }
        for (place, copy) in self.copies.iter_mut().enumerate() {
            if let Some(change) = copy.cool_off_over(now).filter(|_| place == 0) {
                out.push(change);
            }
        }
    }

    fn end(&mut self, now: Moment, Ended { id, outcome, .. }: Ended, out: &mut Vec<Output>) {
        out.push(Output::Done(id, outcome));
        let Some((place, ticket)) = self.calls.remove(&id) else { return };
        let (counted, change) = self.copies[place].report(now, id, ticket, outcome);
        if counted == Counted::Late {
            out.push(Output::Note(LATE.into()));
        }
        match change {
            Some(change) if place == 0 => out.push(change),
            Some(Output::Change { to, .. }) => {
                out.push(Output::Note(format!("copy {} is {to} now", place + 1).into()));
            }
            _ => {}
        }
    }

    /// Its caller has gone: nothing is known of the service, and the place is free.
    fn dropped(&mut self, id: RequestId, out: &mut Vec<Output>) {
        match self.calls.remove(&id) {
            Some((place, ticket)) => {
                self.dependency.give_up(id);
                self.copies[place].machine.give_back(ticket);
            }
            None => out.push(Output::Note(format!("call {id} was not under way").into())),
        }
    }

    fn set(&mut self, now: Moment, setting: &Setting, out: &mut Vec<Output>) {
        if self.dependency.set(setting) {
            return;
        }
        if setting.name == "hand" {
            let changes = self.copies.iter_mut().map(|copy| copy.hold(now, setting.value));
            out.extend(changes.collect::<Vec<_>>().into_iter().next().flatten());
            return;
        }
        let knob = KNOBS.iter().find(|knob| knob.name == setting.name);
        if let Some(knob) = knob {
            let fixed = format!(
                "\u{201c}{}\u{201d} belongs to the breaker, which is built once: change it for \
                 the whole run",
                knob.label
            );
            out.push(Output::Note(fixed.into()));
        }
    }
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        match input {
            Input::Arrive(Request { id, .. }) => self.arrive(now, id, out),
            Input::Finish(id, Outcome::Dropped) => self.dropped(id, out),
            Input::Finish(..) => {}
            Input::Wake => self.wake_up(now, out),
            Input::Set(setting) => self.set(now, &setting, out),
        }
    }

    fn wake(&self) -> Option<Moment> {
        let later = |at: &Moment| *at > self.now;
        let cool_offs = self.copies.iter().filter_map(|copy| copy.machine.retry_at());
        let slot = self.copies[0].slot_turns(self.now);
        cool_offs.chain(slot).filter(later).chain(self.dependency.due()).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let mut step = |name, value| gauges.step(name, Unit::Count, value);
        let copies = count(self.copies.len());
        let shut = self.copies.iter().filter(|copy| refuses(copy.machine.state(now))).count();
        step("copies", copies);
        step("copies-open", count(shut));
        step("failing", count(self.dependency.failing()));
        step("in-flight", count(self.dependency.in_flight()));
        self.copies[0].gauges(now, gauges);
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}

/// A result of a call that was sent before the breaker changed state.
const LATE: &str = "too late to count";
const OPEN: &str = "the breaker is open";
const ALL_OUT: &str = "all probes are out";
const HELD_OPEN: &str = "the breaker is held open";
const IN_PART: &str = "only a part of the calls goes through";

/// The rule that a call met which was not sent.
const fn rule(refused: Refused) -> &'static str {
    match refused {
        Refused::Open { .. } => OPEN,
        Refused::HalfOpenFull => ALL_OUT,
        Refused::Recovering { .. } => IN_PART,
        Refused::ForcedOpen => HELD_OPEN,
    }
}

/// Where the machine decided what a call, or a result, led to.
fn lit(output: &Output) -> Option<&'static str> {
    match output {
        Output::Refuse { why, .. } => match &**why {
            OPEN => Some("open"),
            ALL_OUT => Some("half-open-full"),
            IN_PART => Some("recovering"),
            HELD_OPEN => Some("forced-open"),
            _ => simulation::lit(output),
        },
        Output::Change { from, to, .. } => match (&**from, &**to) {
            ("open", "half-open") => Some("half-open"),
            ("closed", "open") => Some("opens"),
            (_, "open") => Some("opens-again"),
            (_, "closed") => Some("closes"),
            _ => None,
        },
        Output::Note(note) if note == LATE => Some("late"),
        other => simulation::lit(other),
    }
}

const fn refuses(state: State) -> bool {
    matches!(state, State::Open | State::ForcedOpen)
}

fn count<T: TryInto<i64>>(value: T) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}
