// Stands between the learner's test and a bucket, and writes down what happens.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::rc::Rc;

use simulation::text::counted;

use super::versions::{Bucket, Limit, Make, Rate};

/// A test that makes more steps than this is ended: calls and new buckets.
pub const STEPS_MAX: usize = 500_000;

/// How many lines of a test are shown.
const SHOWN_MAX: usize = 12;

/// A later time than this is none of a test's: 11 days.
const NOW_MS_MAX: u64 = 1_000_000_000;

/// One thing that a test did, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// With which bucket: 1 for the first.
    pub bucket: usize,
    /// When.
    pub now_ms: u64,
    /// What.
    pub call: Call,
}

/// A call, with what came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The bucket was made.
    Made(Limit),
    /// It was asked for so many tokens, and whether it had them.
    Took(u32, bool),
    /// So many were taken, perhaps on credit; when they are all there.
    Owed(u32, Option<u64>),
    /// It was changed from a limit to another one.
    Set(Limit, Limit),
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

/// Runs `test` on buckets that `make` makes; how it ended, and what it did.
pub fn watch(
    make: Make,
    test: impl FnOnce(&dyn Fn(Limit) -> Box<dyn Bucket>),
) -> (Result<(), String>, Log) {
    let (log, made) = (Shared::default(), Cell::new(0));
    let new = |limit: Limit| {
        check(limit);
        let number = made.get() + 1;
        made.set(number);
        let watched = Watched { bucket: make(limit), number, limit, log: Rc::clone(&log) };
        watched.note(0, Call::Made(limit));
        Box::new(watched) as Box<dyn Bucket>
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

fn check(limit: Limit) {
    let Limit { rate, burst } = limit;
    assert!((1..=1000).contains(&burst), "this is no limit: `burst` is {burst}, not 1 to 1000");
    if let Rate::PerSecond(tokens) = rate {
        assert!(tokens <= 1000, "this is no limit: the rate is {tokens} a second, not 0 to 1000");
    }
}

/// A bucket that writes down what is done with it.
struct Watched {
    bucket: Box<dyn Bucket>,
    number: usize,
    limit: Limit,
    log: Shared,
}

impl Bucket for Watched {
    fn take(&mut self, n: u32, now_ms: u64) -> bool {
        let passed = self.bucket.take(n, in_time(now_ms));
        self.note(now_ms, Call::Took(n, passed));
        passed
    }

    fn owe(&mut self, n: u32, now_ms: u64) -> Option<u64> {
        let there = self.bucket.owe(n, in_time(now_ms));
        self.note(now_ms, Call::Owed(n, there));
        there
    }

    fn set(&mut self, limit: Limit, now_ms: u64) {
        check(limit);
        self.bucket.set(limit, in_time(now_ms));
        let before = std::mem::replace(&mut self.limit, limit);
        self.note(now_ms, Call::Set(before, limit));
    }
}

impl Watched {
    fn note(&self, now_ms: u64, call: Call) {
        let mut log = self.log.borrow_mut();
        if log.steps.len() >= STEPS_MAX {
            log.endless = true;
            drop(log);
            panic!("the test made more than {STEPS_MAX} steps");
        }
        log.steps.push(Step { bucket: self.number, now_ms, call });
    }
}

fn in_time(now_ms: u64) -> u64 {
    assert!(now_ms <= NOW_MS_MAX, "{now_ms} ms are more than the {NOW_MS_MAX} that a test may use");
    now_ms
}

impl Log {
    /// The first step at which two runs of one test differ.
    pub fn parts_from(&self, other: &Self) -> Option<usize> {
        let differs = self.steps.iter().zip(&other.steps).position(|(a, b)| a != b);
        let shorter = self.steps.len().min(other.steps.len());
        differs.or((self.steps.len() != other.steps.len()).then_some(shorter))
    }

    /// What was done with one bucket, that of the step `until` (or of the last step),
    /// up to there. The same call several times in a row shares a line.
    pub fn told(&self, until: usize) -> String {
        let until = until.min(self.steps.len().saturating_sub(1));
        let Some(last) = self.steps.get(until) else { return "  nothing\n".to_owned() };
        let mut lines: Vec<(String, usize)> = Vec::new();
        for step in self.steps[..=until].iter().filter(|step| step.bucket == last.bucket) {
            let words = step.words();
            match lines.last_mut().filter(|(last, _)| *last == words) {
                Some((_, count)) => *count += 1,
                None => lines.push((words, 1)),
            }
        }
        let skipped = lines.len().saturating_sub(SHOWN_MAX);
        let mut text = String::new();
        if skipped > 0 {
            let _ = writeln!(text, "  … {} before these", counted(skipped, "line", "lines"));
        }
        for (number, (line, count)) in (1..).zip(lines).skip(skipped) {
            let times = if count == 1 { String::new() } else { format!(" ({count} times)") };
            let _ = writeln!(text, "{number:>3}. {line}{times}");
        }
        text
    }

    /// What kinds of change the buckets saw, and what was asked of them.
    pub fn tried(&self) -> String {
        let count = |wanted: &dyn Fn(Call) -> bool| {
            self.steps.iter().filter(|step| wanted(step.call)).count()
        };
        let set = |wanted: fn(Limit, Limit) -> bool| {
            count(&|call| matches!(call, Call::Set(from, to) if wanted(from, to)))
        };
        format!(
            "  {}; {} ({} refused), {} on credit\n  \
             {}: burst raised {}, lowered {}; rate raised {}, lowered {}\n  \
             rate set to 0 {}, to unlimited {}; the limit that was there already {}\n  \
             {} at an earlier time than the call before\n",
            counted(count(&|call| matches!(call, Call::Made(_))), "bucket", "buckets"),
            counted(count(&|call| matches!(call, Call::Took(..))), "take", "takes"),
            count(&|call| matches!(call, Call::Took(_, false))),
            count(&|call| matches!(call, Call::Owed(..))),
            counted(set(|_, _| true), "change", "changes"),
            times(set(|from, to| to.burst > from.burst)),
            times(set(|from, to| to.burst < from.burst)),
            times(set(|from, to| tokens(from) < tokens(to))),
            times(set(|from, to| tokens(from) > tokens(to))),
            times(set(|_, to| to.rate == Rate::PerSecond(0))),
            times(set(|_, to| to.rate == Rate::Unlimited)),
            times(set(|from, to| from == to)),
            counted(self.late_changes(), "change", "changes"),
        )
    }

    fn late_changes(&self) -> usize {
        let pairs = self.steps.windows(2).filter(|pair| {
            let late = pair[1].now_ms < pair[0].now_ms && pair[0].bucket == pair[1].bucket;
            late && matches!(pair[1].call, Call::Set(..))
        });
        pairs.count()
    }
}

/// The rate as a number: unlimited is more than any.
fn tokens(limit: Limit) -> u64 {
    match limit.rate {
        Rate::PerSecond(tokens) => tokens,
        Rate::Unlimited => u64::MAX,
    }
}

impl Step {
    fn words(self) -> String {
        let at = self.now_ms;
        match self.call {
            Call::Made(limit) => format!("a new bucket: {}", in_words(limit)),
            Call::Took(n, true) => format!("at {at} ms, take({n}) → they are there"),
            Call::Took(n, false) => format!("at {at} ms, take({n}) → refused"),
            Call::Owed(n, Some(there)) => format!("at {at} ms, owe({n}) → there at {there} ms"),
            Call::Owed(n, None) => format!("at {at} ms, owe({n}) → never"),
            Call::Set(_, limit) => format!("at {at} ms, set({})", in_words(limit)),
        }
    }
}

fn in_words(Limit { rate, burst }: Limit) -> String {
    match rate {
        Rate::PerSecond(tokens) => format!("{tokens} a second, burst {burst}"),
        Rate::Unlimited => format!("unlimited, burst {burst}"),
    }
}

fn times(count: usize) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        _ => format!("{count} times"),
    }
}
