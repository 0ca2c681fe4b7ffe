//! One breaker of the stage, with what its picture needs beside it.

use clock::Moment;
use simulation::{Gauges, Outcome, Output, RequestId, Unit};

use super::super::{Cell, Change, ConfigError, Slot, Why};
use super::{Counted, Machine, Refused, Settings, State, Ticket, Trigger, Verdict, Window, count};

/// Bits of a cell, and of one number of a slot.
const CELL_BITS: u32 = 2;
const SLOT_BITS: u32 = 10;
/// So many cells, or slots, are packed in one gauge.
const CELLS: usize = 25;
const SLOTS: usize = 3;
const RINGS: [&str; 4] = ["ring-0", "ring-1", "ring-2", "ring-3"];

/// A machine, and how the results in its window failed: that is what it need
/// not remember, and what a reader wants to see.
#[derive(Clone, Debug)]
pub(super) struct Copy {
    pub(super) machine: Machine,
    /// How the result in each cell failed.
    failures: Vec<Outcome>,
    /// When it was closed last, if it is not closed now.
    left: Option<Moment>,
    /// The cell whose result opened it, from 1; 0: none.
    decided: usize,
    /// Whether the end of this cool-off has been said.
    announced: bool,
}

impl Copy {
    pub(super) fn new(settings: Settings) -> Result<Self, ConfigError> {
        let machine = Machine::new(settings)?;
        let cells = match machine.settings().trigger {
            Trigger::Consecutive(most) => most,
            Trigger::Ratio { window: Window::Calls(calls), .. } => calls,
            Trigger::Ratio { window: Window::Time(_), .. } => 0,
        };
        let failures = vec![Outcome::Failed; cells as usize];
        Ok(Self { machine, failures, left: None, decided: 0, announced: false })
    }

    /// Somebody holds it open, or closed, or lets go: then it is as new.
    pub(super) fn hold(&mut self, now: Moment, hand: u64) -> Option<Output> {
        match hand {
            1 => self.machine.force_open(now),
            2 => self.machine.force_closed(now),
            _ if matches!(self.machine.state(now), State::ForcedOpen | State::ForcedClosed) => {
                self.machine.reset(now);
            }
            _ => {}
        }
        let change = self.machine.take_change()?;
        Some(self.changed(change, RequestId(0), false, 0))
    }

    /// Asks for a call.
    pub(super) fn acquire(&mut self, now: Moment) -> Result<Ticket, Refused> {
        let asked = self.machine.acquire(now);
        // The end of the cool-off has been said when it came.
        let _ = self.machine.take_change();
        asked
    }

    /// Reports what came of a call, and says what that changed.
    pub(super) fn report(
        &mut self,
        now: Moment,
        id: RequestId,
        ticket: Ticket,
        outcome: Outcome,
    ) -> (Counted, Option<Output>) {
        let probe = ticket.probe;
        let verdict = if outcome == Outcome::Ok { Verdict::Success } else { Verdict::Failure };
        let closed = self.counts(now);
        let cell = self.head(now);
        let counted = self.machine.report(now, ticket, verdict);
        if let (true, Counted::Yes) = (closed, counted)
            && let Some(failure) = self.failures.get_mut(cell)
        {
            *failure = outcome;
        }
        let change = self.machine.take_change().map(|change| self.changed(change, id, probe, cell));
        (counted, change)
    }

    /// The change in words, once it is noted here.
    fn changed(&mut self, change: Change, id: RequestId, probe: bool, cell: usize) -> Output {
        let Change { from, to, why, at, .. } = change;
        match to {
            State::Open => {
                let first = from == State::Closed;
                self.left = if first { Some(at) } else { self.left };
                self.decided = if first { cell + 1 } else { 0 };
                self.announced = false;
            }
            State::ForcedOpen => {
                let closed = matches!(from, State::Closed | State::ForcedClosed);
                self.left = if closed { Some(at) } else { self.left };
                self.decided = 0;
            }
            State::Closed | State::ForcedClosed => (self.left, self.decided) = (None, 0),
            State::HalfOpen | State::Recovering { .. } => {}
        }
        let which = if probe { "probe" } else { "call" };
        let why = match why {
            Why::Consecutive { failures } => format!("{which} {id} made it {failures} in a row"),
            Why::Ratio { failed, samples } => format!("{which} {id} made it {failed} of {samples}"),
            Why::Slow { slow, samples } => format!("{which} {id} made it {slow} of {samples} slow"),
            Why::CoolOffOver => "the wait is over".to_owned(),
            Why::ProbeFailed => format!("{which} {id} failed"),
            Why::ProbeSlow => format!("{which} {id} was slow"),
            Why::Good { successes } => {
                format!("{which} {id} came back ok, {successes} of {successes}")
            }
            Why::Forced => "by hand".to_owned(),
            Why::Reset => "as if it were new".to_owned(),
        };
        Output::Change { from: from.to_string().into(), to: to.to_string().into(), why: why.into() }
    }

    /// Says once that a cool-off is over. The machine itself changes when the
    /// next call asks.
    pub(super) fn cool_off_over(&mut self, now: Moment) -> Option<Output> {
        let over = self.machine.retry_at().is_some_and(|at| at <= now);
        if !over || self.announced {
            return None;
        }
        self.announced = true;
        let to = self.machine.state(now).to_string();
        Some(Output::Change { from: "open".into(), to: to.into(), why: "the wait is over".into() })
    }

    /// When the oldest slot is dropped, if there is anything in the slots.
    pub(super) fn slot_turns(&self, now: Moment) -> Option<Moment> {
        let slots = self.machine.watch().slots().filter(|_| self.counts(now))?;
        (slots.counts(now).0 > 0).then(|| slots.turns_at(now))
    }

    /// Whether it is counting: closed, by itself or by hand.
    fn counts(&self, now: Moment) -> bool {
        matches!(self.machine.state(now), State::Closed | State::ForcedClosed)
    }

    /// The cell that the next result goes to.
    fn head(&self, now: Moment) -> usize {
        let watch = self.machine.watch();
        match watch.ring() {
            Some(ring) => ring.head(),
            // A row of failures begins anew with each success.
            None => usize::try_from(watch.counts(now).1).unwrap_or(0),
        }
    }

    pub(super) fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let machine = &self.machine;
        let seen = self.left.unwrap_or(now);
        let (samples, failed) = machine.watch().counts(seen);
        let left = machine.cool_off_left(now);
        gauges.line("cool-off", Unit::Nanos, count(left.as_nanos()));
        gauges.step("cool-off-all", Unit::Nanos, count(machine.settings().cool_off.as_nanos()));
        let mut step = |name, value: i64| gauges.step(name, Unit::Count, value);
        let (state, percent) = state(machine.state(now));
        step("state", state);
        step("samples", count(samples));
        step("failed", count(failed));
        let (threshold, min_samples, window, window_all) = rule(machine.settings());
        step("threshold", threshold);
        step("min-samples", min_samples);
        step("window", window);
        step("head", count(self.head(seen)) % window.max(1));
        step("decided", count(self.decided));
        step("probes", i64::from(machine.settings().probes));
        step("out", i64::from(machine.probes_out()));
        step("successes", i64::from(machine.settings().successes));
        step("good", i64::from(machine.good()));
        step("step", percent);
        step("late", count(machine.late()));
        for (name, packed) in RINGS.into_iter().zip(self.packed(seen)) {
            step(name, packed);
        }
        gauges.step("window-all", Unit::Nanos, window_all);
    }

    /// The window's contents in four numbers.
    fn packed(&self, seen: Moment) -> [i64; 4] {
        let watch = self.machine.watch();
        let mut packed = [0; 4];
        if let Some(slots) = watch.slots() {
            for (i, slot) in slots.held(seen).into_iter().enumerate() {
                put(&mut packed, i, SLOTS, 2 * SLOT_BITS, slot_bits(slot));
            }
            return packed;
        }
        let row = usize::try_from(watch.counts(seen).1).unwrap_or(0);
        for (i, &failure) in self.failures.iter().enumerate().take(4 * CELLS) {
            let cell = match watch.ring() {
                Some(ring) => ring.cells()[i],
                None if i < row => Cell::Bad,
                None => Cell::Empty,
            };
            put(&mut packed, i, CELLS, CELL_BITS, cell_bits(cell, failure));
        }
        packed
    }
}

fn put(packed: &mut [i64; 4], place: usize, of: usize, bits: u32, value: i64) {
    #[expect(clippy::cast_possible_truncation, reason = "below 25")]
    let shift = bits * (place % of) as u32;
    packed[place / of] |= value << shift;
}

const fn cell_bits(cell: Cell, failure: Outcome) -> i64 {
    match (cell, failure) {
        (Cell::Empty, _) => 0,
        (Cell::Good, _) => 1,
        (Cell::Bad, Outcome::TimedOut) => 3,
        (Cell::Bad, _) => 2,
    }
}

fn slot_bits(slot: Slot) -> i64 {
    let most = |number: u64| count(number.min((1 << SLOT_BITS) - 1));
    most(slot.samples) << SLOT_BITS | most(slot.bad)
}

/// The number of a state, and the share that it lets through.
fn state(state: State) -> (i64, i64) {
    match state {
        State::Closed => (0, 100),
        State::Open => (1, 0),
        State::HalfOpen => (2, 0),
        State::Recovering { percent } => (3, i64::from(percent)),
        State::ForcedOpen => (4, 0),
        State::ForcedClosed => (5, 100),
    }
}

/// Threshold, least number of results, cells, and the window's time.
fn rule(settings: &Settings) -> (i64, i64, i64, i64) {
    match settings.trigger {
        Trigger::Consecutive(most) => (0, 1, i64::from(most), 0),
        Trigger::Ratio { percent, window, min_samples } => {
            let (cells, time) = match window {
                Window::Calls(calls) => (i64::from(calls), 0),
                Window::Time(time) => (10, count(time.as_nanos())),
            };
            (i64::from(percent), i64::from(min_samples), cells, time)
        }
    }
}
