// Stands between the learner's test and a breaker, and writes down what happens.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::rc::Rc;

use simulation::text::counted;

use super::versions::{Breaker, Make, Rule};

/// A test that makes more steps than this is ended: calls, questions and new
/// breakers. It is enough for hundreds of long runs beside a model of the rules.
pub const STEPS_MAX: usize = 500_000;

/// How many lines of a test are shown.
const SHOWN_MAX: usize = 15;

/// How many parts of one breaker's story are shown: the first ones, and the last.
const PARTS_MAX: usize = 8;

/// One thing that a test did, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It made a breaker.
    Made {
        /// Which one: 1 for the first.
        breaker: usize,
        /// From this.
        rule: Rule,
    },
    /// It made a call with the breaker of this number.
    Called {
        /// Which breaker.
        breaker: usize,
        /// When.
        now_ms: u64,
        /// How the call ends if it is let through.
        ok: bool,
        /// Whether it was let through.
        passed: bool,
        /// Whether the breaker was open afterwards; the test may not have asked.
        open: bool,
    },
    /// It asked whether the breaker of this number is open.
    Asked {
        /// Which breaker.
        breaker: usize,
        /// What it was told.
        open: bool,
    },
}

/// What one run of a test did.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// In order.
    pub steps: Vec<Step>,
    /// The test made more than [`STEPS_MAX`] steps, and was ended.
    pub endless: bool,
}

type Shared = Rc<RefCell<Log>>;

/// Runs `test` on breakers that `make` makes; how it ended, and what it did.
pub fn watch(
    make: Make,
    test: impl FnOnce(&dyn Fn(Rule) -> Box<dyn Breaker>),
) -> (Result<(), String>, Log) {
    let (log, made) = (Shared::default(), Cell::new(0));
    let new = |rule: Rule| {
        check(rule);
        let number = made.get() + 1;
        made.set(number);
        note(&log, Step::Made { breaker: number, rule });
        let watched = Watched { breaker: make(rule), number, log: Rc::clone(&log) };
        Box::new(watched) as Box<dyn Breaker>
    };
    let run = std::panic::AssertUnwindSafe(|| test(&new));
    let ended = std::panic::catch_unwind(run).map_err(|payload| {
        let words = payload.downcast_ref::<String>().cloned();
        let words = words.or_else(|| payload.downcast_ref::<&str>().map(|&text| text.to_owned()));
        words.unwrap_or_else(|| "(a panic without words)".to_owned())
    });
    let log = log.take();
    (ended, log)
}

fn check(rule: Rule) {
    let Rule { calls, percent, min_samples } = rule;
    assert!(calls >= 1, "this is no rule: `calls` is 0, and a window holds at least one call");
    assert!((1..=100).contains(&percent), "this is no rule: `percent` is {percent}, not 1 to 100");
    assert!(
        (1..=calls).contains(&min_samples),
        "this is no rule: `min_samples` is {min_samples}, and must be 1 to `calls`, which is {calls}"
    );
}

/// A breaker that writes down what is done with it.
struct Watched {
    breaker: Box<dyn Breaker>,
    number: usize,
    log: Shared,
}

impl Breaker for Watched {
    fn call(&mut self, now_ms: u64, ok: bool) -> bool {
        let passed = self.breaker.call(now_ms, ok);
        let open = self.breaker.is_open();
        note(&self.log, Step::Called { breaker: self.number, now_ms, ok, passed, open });
        passed
    }

    fn is_open(&self) -> bool {
        let open = self.breaker.is_open();
        note(&self.log, Step::Asked { breaker: self.number, open });
        open
    }
}

fn note(log: &Shared, step: Step) {
    let mut log = log.borrow_mut();
    if log.steps.len() >= STEPS_MAX {
        log.endless = true;
        drop(log);
        panic!("the test made more than {STEPS_MAX} steps");
    }
    log.steps.push(step);
}

impl Log {
    /// How many calls were made.
    pub fn calls(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Called { .. })).count()
    }

    /// How often the test asked `is_open`.
    pub fn asked(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Asked { .. })).count()
    }

    /// The first step at which two runs of one test differ.
    pub fn parts_from(&self, other: &Self) -> Option<usize> {
        let differs = self.steps.iter().zip(&other.steps).position(|(a, b)| a != b);
        let shorter = self.steps.len().min(other.steps.len());
        differs.or((self.steps.len() != other.steps.len()).then_some(shorter))
    }

    /// What was done with one breaker, that of the step `until` (or of the last
    /// step), up to there: calls in a row that fared alike share a line.
    pub fn told(&self, until: usize) -> String {
        let until = until.min(self.steps.len().saturating_sub(1));
        let Some(breaker) = self.steps.get(until).map(|step| step.breaker()) else {
            return "  nothing\n".to_owned();
        };
        let mut lines: Vec<(String, Vec<u64>)> = Vec::new();
        for (at, step) in self.steps.iter().enumerate().take(until + 1) {
            let asked = matches!(step, Step::Asked { .. });
            if step.breaker() != breaker || (asked && at < until) {
                continue;
            }
            let (words, now_ms) = step.words();
            match lines.last_mut() {
                Some((last, times)) if *last == words => times.extend(now_ms),
                _ => lines.push((words, Vec::from_iter(now_ms))),
            }
        }
        let mut text = match breaker {
            1 => String::new(),
            _ => format!("  … {} before this one\n", counted(breaker - 1, "breaker", "breakers")),
        };
        let skipped = lines.len().saturating_sub(SHOWN_MAX);
        for (number, (words, times)) in (1..).zip(lines).skip(skipped) {
            let when = match times[..] {
                [] => String::new(),
                [at] => format!("at {at} ms, a call that "),
                [from, .., to] => {
                    format!("from {from} to {to} ms, {} calls, each of which ", times.len())
                }
            };
            let _ = writeln!(text, "{number:>3}. {when}{words}");
        }
        text
    }

    /// What was done with each of the breakers, a line each: the first ones, and
    /// the last.
    pub fn stories(&self) -> String {
        let made = self.steps.iter().filter(|step| matches!(step, Step::Made { .. })).count();
        let line = |breaker: usize| format!("{breaker:>3}. {}\n", self.story(breaker));
        if made <= SHOWN_MAX {
            return (1..=made).map(line).collect();
        }
        let (head, tail) = (SHOWN_MAX - 4, made - 3);
        let (first, last): (String, String) =
            ((1..=head).map(line).collect(), (tail..=made).map(line).collect());
        format!("{first}  … {} more breakers\n{last}", tail - head - 1)
    }

    /// `the last 10 calls, 50 %, at least 4 samples: 1 fails, 3 go well → closed`.
    fn story(&self, breaker: usize) -> String {
        let mut text = String::new();
        let mut parts: Vec<(Fared, usize, bool)> = Vec::new();
        for step in self.steps.iter().filter(|step| step.breaker() == breaker) {
            match *step {
                Step::Made { rule, .. } => text = in_words(rule) + ": ",
                Step::Called { ok, passed, open, .. } => {
                    let fared = Fared::of(ok, passed);
                    match parts.last_mut() {
                        Some((last, count, state)) if *last == fared => {
                            (*count, *state) = (*count + 1, open);
                        }
                        _ => parts.push((fared, 1, open)),
                    }
                }
                Step::Asked { .. } => {}
            }
        }
        if parts.is_empty() {
            return text + "no call";
        }
        let mut was = false;
        let last = parts.len() - 1;
        let said = parts.iter().enumerate().map(|(index, &(fared, count, open))| {
            let moved = open != std::mem::replace(&mut was, open) || index == last;
            let state = if moved { format!(" → {}", state(open)) } else { String::new() };
            format!("{}{state}", fared.words(count))
        });
        text + &shortened(said.collect()).join(", ")
    }
}

/// Without the middle, where there are too many.
fn shortened(mut parts: Vec<String>) -> Vec<String> {
    if parts.len() > PARTS_MAX {
        let middle = PARTS_MAX / 2..parts.len() - PARTS_MAX / 2;
        let left_out = format!("(… {} more …)", middle.len());
        parts.splice(middle, [left_out]);
    }
    parts
}

/// How a call fared. One that was refused has no end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fared {
    Well,
    Badly,
    Refused,
}

impl Fared {
    fn of(ok: bool, passed: bool) -> Self {
        match (passed, ok) {
            (false, _) => Self::Refused,
            (true, true) => Self::Well,
            (true, false) => Self::Badly,
        }
    }

    fn words(self, count: usize) -> String {
        match self {
            Self::Well => counted(count, "goes well", "go well"),
            Self::Badly => counted(count, "fails", "fail"),
            Self::Refused => counted(count, "is refused", "are refused"),
        }
    }
}

impl Step {
    fn breaker(self) -> usize {
        match self {
            Self::Made { breaker, .. }
            | Self::Called { breaker, .. }
            | Self::Asked { breaker, .. } => breaker,
        }
    }

    /// The step in words, but for the time of a call.
    fn words(self) -> (String, Option<u64>) {
        match self {
            Self::Made { rule, .. } => (format!("a new breaker: {}", in_words(rule)), None),
            Self::Called { now_ms, ok, passed, open, .. } => {
                let ends = if ok { "goes well" } else { "fails" };
                let passed = if passed { "let through" } else { "refused" };
                (format!("{ends} → {passed}; {}", state(open)), Some(now_ms))
            }
            Self::Asked { open, .. } => (format!("is_open() → {open}"), None),
        }
    }
}

fn in_words(Rule { calls, percent, min_samples }: Rule) -> String {
    format!("the last {calls} calls, {percent} %, at least {min_samples} samples")
}

fn state(open: bool) -> &'static str {
    if open { "open" } else { "closed" }
}
