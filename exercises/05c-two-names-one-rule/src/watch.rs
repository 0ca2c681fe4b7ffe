// Stands between the learner's test and a pair, and writes down what happens.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;
use std::time::Duration;

use clock::Moment;
use simulation::text::counted;

use super::versions::{Gate, Make, Pair, Rule, Verdict};

/// A test that makes more steps than this is ended: questions and new pairs.
pub const STEPS_MAX: usize = 500_000;

/// How many lines of a test are shown.
const SHOWN_MAX: usize = 12;

/// One thing that a test did, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It made a pair.
    Made {
        /// Which one: 1 for the first.
        pair: usize,
        /// From this.
        rule: Rule,
    },
    /// It asked one of a pair.
    Asked {
        /// Of this pair.
        pair: usize,
        /// The meter, or else the bucket.
        meter: bool,
        /// For so many.
        n: u32,
        /// At this time.
        now: Moment,
        /// What it was told.
        verdict: Verdict,
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

/// Runs `test` on pairs that `make` makes; how it ended, and what it did.
pub fn watch(make: Make, test: impl FnOnce(&dyn Fn(Rule) -> Pair)) -> (Result<(), String>, Log) {
    let (log, made) = (Shared::default(), Cell::new(0));
    let new = |rule: Rule| {
        check(rule);
        let pair = made.get() + 1;
        made.set(pair);
        note(&log, Step::Made { pair, rule });
        let Pair { meter, bucket } = make(rule);
        let watched = |gate, meter| {
            Box::new(Watched { gate, pair, meter, log: Rc::clone(&log) }) as Box<dyn Gate>
        };
        Pair { meter: watched(meter, true), bucket: watched(bucket, false) }
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
    let Rule { period, capacity } = rule;
    let day = Duration::from_hours(24);
    let known = (Duration::from_nanos(1)..=day).contains(&period);
    assert!(known, "this is no rule: `period` is {period:?}, and must be a nanosecond to a day");
    let known = (1..=1000).contains(&capacity);
    assert!(known, "this is no rule: `capacity` is {capacity}, and must be 1 to 1000");
}

/// One of a pair that writes down what it is asked.
struct Watched {
    gate: Box<dyn Gate>,
    pair: usize,
    meter: bool,
    log: Shared,
}

impl Gate for Watched {
    fn ask(&mut self, n: u32, now: Moment) -> Verdict {
        let verdict = self.gate.ask(n, now);
        let Self { pair, meter, .. } = *self;
        note(&self.log, Step::Asked { pair, meter, n, now, verdict });
        verdict
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
    /// The first step at which two runs of one test differ.
    pub fn parts_from(&self, other: &Self) -> Option<usize> {
        let differs = self.steps.iter().zip(&other.steps).position(|(a, b)| a != b);
        let shorter = self.steps.len().min(other.steps.len());
        differs.or((self.steps.len() != other.steps.len()).then_some(shorter))
    }

    /// What was done with one pair, that of the step `until` (or of the last step),
    /// up to there. What both were asked shares a line.
    pub fn told(&self, until: usize) -> String {
        let until = until.min(self.steps.len().saturating_sub(1));
        let Some(pair) = self.steps.get(until).map(|step| step.pair()) else {
            return "  nothing\n".to_owned();
        };
        let mut lines: Vec<String> = Vec::new();
        let mut open = None;
        for step in self.steps[..=until].iter().filter(|step| step.pair() == pair) {
            match *step {
                Step::Made { rule, .. } => lines.push(format!("a new pair: {}", in_words(rule))),
                Step::Asked { meter, n, now, verdict, .. } => {
                    let who = if meter { "meter" } else { "bucket" };
                    let said = format!("{who} → {}", said(verdict));
                    let other = open == Some((!meter, n, now));
                    if let Some(line) = lines.last_mut().filter(|_| other) {
                        let _ = write!(line, ", {said}");
                        open = None;
                    } else {
                        lines.push(format!("at {now}, {n} asked for: {said}"));
                        open = Some((meter, n, now));
                    }
                }
            }
        }
        let skipped = lines.len().saturating_sub(SHOWN_MAX);
        let mut text = String::new();
        if skipped > 0 {
            let _ = writeln!(text, "  … {} before these", counted(skipped, "line", "lines"));
        }
        for (number, line) in (1..).zip(lines).skip(skipped) {
            let _ = writeln!(text, "{number:>3}. {line}");
        }
        text
    }

    /// What kind of traffic the meters got: a property is only as good as that.
    pub fn tried(&self) -> String {
        let rules: Vec<Rule> = self.steps.iter().filter_map(|step| step.rule()).collect();
        let tried = Tried::of(self);
        if tried.questions == 0 {
            let pairs = counted(rules.len(), "pair", "pairs");
            return format!("  {pairs}, and no question to a meter\n");
        }
        let capacities = range(rules.iter().map(|rule| rule.capacity));
        let periods = range(rules.iter().map(|rule| rule.period));
        let sizes = range(tried.sizes.iter().copied());
        let Tried { questions, refused, back, at_hint, before_hint, quiet, .. } = tried;
        format!(
            "  {}: capacity {capacities}; period {periods}\n  \
             {} to the meter: for {sizes}; {refused} refused\n  \
             the longest time between two of them: {quiet:?}; the clock went back {}\n  \
             at the very moment of a refusal's hint {}; a nanosecond before it {}\n",
            counted(rules.len(), "pair", "pairs"),
            counted(questions, "question", "questions"),
            times(back),
            times(at_hint),
            times(before_hint),
        )
    }
}

/// The traffic of all meters, in numbers.
#[derive(Default)]
struct Tried {
    questions: usize,
    refused: usize,
    sizes: BTreeSet<u32>,
    back: usize,
    at_hint: usize,
    before_hint: usize,
    quiet: Duration,
}

impl Tried {
    fn of(log: &Log) -> Self {
        let mut tried = Self::default();
        let (mut at, mut last, mut hints) = (0, Moment::ZERO, BTreeSet::new());
        for step in &log.steps {
            let Step::Asked { pair, meter: true, n, now, verdict } = *step else { continue };
            if pair != at {
                (at, last) = (pair, Moment::ZERO);
                hints.clear();
            }
            tried.questions += 1;
            tried.sizes.insert(n);
            tried.back += usize::from(now < last);
            tried.quiet = tried.quiet.max(now.since(last));
            tried.at_hint += usize::from(hints.contains(&now));
            let next = Moment::from_nanos(now.as_nanos().saturating_add(1));
            tried.before_hint += usize::from(hints.contains(&next));
            if let Verdict::Until(hint) = verdict {
                tried.refused += 1;
                hints.insert(hint);
            }
            last = now;
        }
        tried
    }
}

impl Step {
    fn pair(self) -> usize {
        match self {
            Self::Made { pair, .. } | Self::Asked { pair, .. } => pair,
        }
    }

    fn rule(self) -> Option<Rule> {
        match self {
            Self::Made { rule, .. } => Some(rule),
            Self::Asked { .. } => None,
        }
    }
}

fn said(verdict: Verdict) -> String {
    match verdict {
        Verdict::Passes => "passes".to_owned(),
        Verdict::Until(at) => format!("not before {at}"),
        Verdict::TooMany => "too many".to_owned(),
    }
}

fn in_words(Rule { period, capacity }: Rule) -> String {
    format!("period {period:?}, capacity {capacity}")
}

/// `5`, or `1 to 12`.
fn range<T: Ord + std::fmt::Debug>(all: impl Iterator<Item = T>) -> String {
    let all: BTreeSet<T> = all.collect();
    match (all.first(), all.last()) {
        (Some(least), Some(most)) if least == most => format!("{least:?}"),
        (Some(least), Some(most)) => format!("{least:?} to {most:?}"),
        _ => "nothing".to_owned(),
    }
}

fn times(count: usize) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        _ => format!("{count} times"),
    }
}
