//! How the four windows stand in the simulation: their gauges, their sentences,
//! and the runs that are worth a look.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;
use simulation::{
    Gauges, Input, Knob, Mechanism, Output, Params, Request, Setting, Subject, Unit, text,
};

use super::fixed::Fixed;
use super::limit::Limit;
use super::log::Log;
use super::refused::Refused;
use super::ring::Ring;
use super::two_windows::Two;

mod curated;
mod first;
mod shown;
mod words;

use curated::curated;
use first::First;
use shown::Shown;
use words::Narrator;

/// Fixed windows, as the pages know them.
pub const FIXED: Mechanism = Mechanism {
    name: "fixed-window",
    title: "Fixed window",
    question: "What is the least that can be remembered, and what gets past it?",
    knobs: &[LIMIT, WINDOW],
    build: build::<Fixed>,
    narrator: &Narrator::Fixed,
    lit,
    curated,
};

/// The sliding log.
pub const LOG: Mechanism = Mechanism {
    name: "sliding-log",
    title: "Sliding log",
    question: "What does it cost to be exact?",
    build: build::<Log>,
    narrator: &Narrator::Log,
    ..FIXED
};

/// The sliding counter, a ring of slots.
pub const COUNTER: Mechanism = Mechanism {
    name: "sliding-counter",
    title: "Sliding counter",
    question: "How much does a window forget that is cut into slots?",
    knobs: &[LIMIT, WINDOW, SLOTS],
    build: build::<Ring>,
    narrator: &Narrator::Counter,
    ..FIXED
};

/// The approximation by two windows.
pub const TWO: Mechanism = Mechanism {
    name: "two-windows",
    title: "Two windows",
    question: "How far can an average be from what it is the average of?",
    build: build::<Two>,
    narrator: &Narrator::Two,
    ..FIXED
};

/// The version of [`first_try`](crate::first_try), on the same stage.
pub const FIRST_TRY: Mechanism = Mechanism {
    name: "fixed-window-first-try",
    title: "Fixed window, first try",
    build: build::<First>,
    narrator: &Narrator::First,
    ..FIXED
};

const LIMIT: Knob = Knob::number("limit", "Limit, requests a window", (1, 200), 10);
const WINDOW: Knob = Knob::number("window-ms", "Window, ms", (10, 5000), 1000);
const SLOTS: Knob = Knob::number("slots", "Slots in the window", (1, 10), 2);

/// The gauge of a wait that never ends.
pub const NEVER: i64 = i64::MAX;

/// Why a request is refused: not yet, or not ever.
const FULL: &str = "the window is full";
const OVER_LIMIT: &str = "more than a whole window lets through";

/// The second is decided on a line of its own.
fn lit(output: &Output) -> Option<&'static str> {
    match output {
        Output::Refuse { why, .. } if why == OVER_LIMIT => Some("over-limit"),
        other => simulation::lit(other),
    }
}

fn build<R: Shown>(params: &Params) -> Result<Box<dyn Subject>, String> {
    let [most, window_ms, slots] =
        [LIMIT, WINDOW, SLOTS].map(|knob| params.get(knob.name, knob.default));
    let limit = Limit::new(small(most), Duration::from_millis(window_ms));
    let rule = limit.and_then(|limit| R::make(limit, small(slots)));
    let rule = rule.map_err(|error| error.to_string())?;
    Ok(Box::new(Stage { rule, passed: VecDeque::new(), all: 0, refused: 0, now: Moment::ZERO }))
}

/// A rule, and beside it the truth: what passed in the last window.
#[derive(Clone, Debug)]
struct Stage<R> {
    rule: R,
    /// What passed in the last window, each with its number of requests.
    passed: VecDeque<(Moment, u32)>,
    /// What passed since the start.
    all: i64,
    refused: i64,
    now: Moment,
}

impl<R: Shown> Stage<R> {
    fn arrive(&mut self, request: Request, out: &mut Vec<Output>) {
        let Request { id, cost, .. } = request;
        match self.rule.take(cost, self.now) {
            Ok(()) => {
                self.all += i64::from(cost);
                self.passed.push_back((self.now, cost));
                out.push(Output::Admit(id));
            }
            Err(refused) => {
                self.refused += 1;
                let (why, retry_at) = match refused {
                    Refused::Until(at) => (FULL, Some(at)),
                    Refused::Never => (FULL, None),
                    Refused::OverLimit { .. } => (OVER_LIMIT, None),
                };
                out.push(Output::Refuse { id, why: why.into(), retry_at });
            }
        }
    }

    fn set(&mut self, setting: &Setting, out: &mut Vec<Output>) {
        let limit = Limit::new(small(setting.value), self.rule.limit().window());
        match (setting.name.as_str(), limit) {
            ("limit", Ok(limit)) => self.rule.set_limit(limit),
            ("limit", Err(error)) => out.push(Output::Note(error.to_string().into())),
            // What was counted was counted in windows of this length.
            ("window-ms", _) => out.push(Output::Note("a window keeps its length".into())),
            ("slots", _) => out.push(Output::Note("a window keeps its slots".into())),
            _ => {}
        }
    }

    /// What has left the last window.
    fn forget(&mut self) {
        let window = self.rule.limit().window();
        while self.passed.front().is_some_and(|&(at, _)| self.now.since(at) >= window) {
            self.passed.pop_front();
        }
    }

    /// When one more would pass: the rule's own answer, to a copy of it.
    fn fits(&self, now: Moment) -> Option<Moment> {
        match self.rule.clone().take(1, now) {
            Ok(()) => Some(now),
            Err(Refused::Until(at)) => Some(at),
            Err(_) => None,
        }
    }
}

impl<R: Shown> Subject for Stage<R> {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        match input {
            Input::Arrive(request) => self.arrive(request, out),
            Input::Set(setting) => self.set(&setting, out),
            Input::Finish(..) | Input::Wake => {}
        }
        self.forget();
    }

    /// Where something bends or drops: one more fits, one leaves the last window,
    /// and what the rule knows of itself.
    fn wake(&self) -> Option<Moment> {
        let window = self.rule.limit().window();
        let leaves = self.passed.front().and_then(|&(at, _)| at.checked_add(window));
        let bends = [self.fits(self.now), leaves, self.rule.bends(self.now)];
        bends.into_iter().flatten().filter(|&at| at > self.now).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let (counted, unit) = self.rule.counted(now);
        let fits = self.fits(now).map_or(NEVER, |at| count(at.since(now).as_nanos()));
        let window = self.rule.limit().window();
        let last = self.passed.iter().filter(|&&(at, _)| now.since(at) < window);
        match unit {
            // An estimate fades; whole numbers jump.
            Unit::MicroTokens => gauges.line("counted", unit, counted),
            _ => gauges.step("counted", unit, counted),
        }
        gauges.step("limit", Unit::Count, i64::from(self.rule.limit().most()));
        gauges.step("last-window", Unit::Count, last.map(|&(_, n)| i64::from(n)).sum());
        gauges.line("next", Unit::Nanos, fits);
        gauges.step("accepted", Unit::Count, self.all);
        gauges.step("refused", Unit::Count, self.refused);
        gauges.step("window-all", Unit::Nanos, count(window.as_nanos()));
        self.rule.own(now, gauges);
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}

fn count<T: TryInto<i64>>(value: T) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}

fn small(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// `1.0 s`: a window's length in a sentence.
fn length(window_ns: i64) -> String {
    text::wait(Duration::from_nanos(window_ns.unsigned_abs()))
}
