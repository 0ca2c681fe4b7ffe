// Stands between the learner's test and a window, and writes down what happens.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::rc::Rc;
use std::sync::Once;

use simulation::text::counted;

use super::versions::{Make, Rule, Window};

/// A test that makes more steps than this is ended: calls and new windows.
pub const STEPS_MAX: usize = 500_000;

/// The largest rule that a test may ask for.
const LIMIT_MAX: usize = 1000;
const WINDOW_MS_MAX: u64 = 24 * 60 * 60 * 1000;

/// How many lines of a test are shown.
const SHOWN_MAX: usize = 15;

/// How many of the times at which one passed are shown.
const TIMES_MAX: usize = 8;

/// One thing that a test did, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It made a window.
    Made {
        /// Which one: 1 for the first.
        window: usize,
        /// From this.
        rule: Rule,
    },
    /// It made a call with the window of this number.
    Called {
        /// Which window.
        window: usize,
        /// When.
        now_ms: u64,
        /// Whether it passed.
        passed: bool,
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

/// Runs `test` on windows that `make` makes; how it ended, and what it did.
pub fn watch(
    make: Make,
    test: impl FnOnce(&dyn Fn(Rule) -> Box<dyn Window>),
) -> (Result<(), String>, Log) {
    let (log, made) = (Shared::default(), Cell::new(0));
    let new = |rule: Rule| {
        let number = made.get() + 1;
        made.set(number);
        note(&log, Step::Made { window: number, rule });
        check(rule);
        let watched = Watched { window: make(rule), number, log: Rc::clone(&log) };
        Box::new(watched) as Box<dyn Window>
    };
    LISTEN.call_once(listen);
    WATCHED.set(true);
    let passed = catch_unwind(AssertUnwindSafe(|| test(&new))).is_ok();
    WATCHED.set(false);
    let said = SAID.take().unwrap_or_else(|| "(it panicked without words)".to_owned());
    let ended = if passed { Ok(()) } else { Err(said) };
    (ended, log.take())
}

static LISTEN: Once = Once::new();

thread_local! {
    /// Whether a test runs on this thread: then its panic is written down here and not
    /// printed, since the grader's own text is the one to read.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

fn listen() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let watched = WATCHED.get();
        if watched {
            SAID.set(Some(words(info)));
        }
        // A `todo!` is no verdict of the test.
        let unwritten = |words: &str| words.starts_with("not yet implemented");
        if !watched || info.payload_as_str().is_some_and(unwritten) {
            print(info);
        }
    }));
}

/// What the test says, and where in its file.
fn words(info: &PanicHookInfo<'_>) -> String {
    let words = info.payload_as_str().unwrap_or("a panic without words");
    match info.location().filter(|place| place.file() != file!()) {
        Some(place) => format!("{words}\n          (at {}:{})", place.file(), place.line()),
        None => words.to_owned(),
    }
}

fn check(rule: Rule) {
    let Rule { limit, window_ms } = rule;
    let known = (1..=LIMIT_MAX).contains(&limit);
    assert!(known, "this is no rule: `limit` is {limit}, and must be 1 to {LIMIT_MAX}");
    let known = (1..=WINDOW_MS_MAX).contains(&window_ms);
    assert!(
        known,
        "this is no rule: `window_ms` is {window_ms}, and must be 1 to {WINDOW_MS_MAX}, which is a \
         day"
    );
}

/// A window that writes down what is done with it.
struct Watched {
    window: Box<dyn Window>,
    number: usize,
    log: Shared,
}

impl Window for Watched {
    fn try_take(&mut self, now_ms: u64) -> bool {
        let passed = self.window.try_take(now_ms);
        note(&self.log, Step::Called { window: self.number, now_ms, passed });
        passed
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

    /// The first step at which two runs of one test differ.
    pub fn parts_from(&self, other: &Self) -> Option<usize> {
        let differs = self.steps.iter().zip(&other.steps).position(|(a, b)| a != b);
        let shorter = self.steps.len().min(other.steps.len());
        differs.or((self.steps.len() != other.steps.len()).then_some(shorter))
    }

    /// What was done with one window, that of the step `until` (or of the last
    /// step), up to there: calls at one moment that fared alike share a line.
    pub fn told(&self, until: usize) -> String {
        let until = until.min(self.steps.len().saturating_sub(1));
        let Some(window) = self.steps.get(until).map(|step| step.window()) else {
            return "  nothing\n".to_owned();
        };
        let mine = self.steps.iter().take(until + 1).filter(|step| step.window() == window);
        let mut lines: Vec<(Step, usize)> = Vec::new();
        for step in mine {
            match lines.last_mut() {
                Some((last, count)) if last == step => *count += 1,
                _ => lines.push((*step, 1)),
            }
        }
        let mut text = match window {
            1 => String::new(),
            _ => format!("  … {} before this one\n", counted(window - 1, "window", "windows")),
        };
        let skipped = lines.len().saturating_sub(SHOWN_MAX);
        for (number, (step, count)) in (1..).zip(lines).skip(skipped) {
            let _ = writeln!(text, "{number:>3}. {}", step.words(count));
        }
        text
    }

    /// What counted in a right window at the last call, and so why it said what it said:
    /// a line. Empty if the last step is no call.
    pub fn why(&self) -> String {
        let Some((&Step::Called { window, now_ms, .. }, before)) = self.steps.split_last() else {
            return String::new();
        };
        let (mut limit, mut window_ms) = (0, 0);
        // When each passed by the rules, and what time it brought.
        let mut passed: Vec<(u64, u64)> = Vec::new();
        for step in before.iter().filter(|step| step.window() == window) {
            match *step {
                Step::Made { rule, .. } => (limit, window_ms) = (rule.limit, rule.window_ms),
                Step::Called { now_ms, passed: true, .. } => {
                    let latest_ms = passed.last().map_or(0, |&(at_ms, _)| at_ms);
                    passed.push((now_ms.max(latest_ms), now_ms));
                }
                Step::Called { passed: false, .. } => {}
            }
        }
        let at_ms = passed.last().map_or(now_ms, |&(latest_ms, _)| latest_ms.max(now_ms));
        let place = if at_ms == now_ms {
            format!("At {now_ms} ms")
        } else {
            format!("At {now_ms} ms, which is taken for {at_ms} ms, when the latest passed,")
        };
        passed.retain(|&(since_ms, _)| at_ms - since_ms < window_ms);
        let count = match passed.len() {
            0 => "none counts".to_owned(),
            count => counted(count, "counts", "count"),
        };
        let times = match passed.len() {
            0 => String::new(),
            1 => format!(": it passed at {}", in_times(&passed)),
            _ => format!(": they passed at {}", in_times(&passed)),
        };
        format!("{place} {count}, and the limit is {limit}{times}.\n")
    }

    /// What was done with each of the windows, a line each: the first ones.
    pub fn stories(&self) -> String {
        let made = self.steps.iter().filter(|step| matches!(step, Step::Made { .. })).count();
        let mut text = String::new();
        for window in 1..=made.min(SHOWN_MAX) {
            let _ = writeln!(text, "{window:>3}. {}", self.story(window));
        }
        if made > SHOWN_MAX {
            let _ = writeln!(text, "  … {} more", counted(made - SHOWN_MAX, "window", "windows"));
        }
        text
    }

    /// `3 in 1000 ms: calls from 0 to 2000 ms, 6 pass, 1 is refused`.
    fn story(&self, window: usize) -> String {
        let (mut made, mut passed, mut refused) = (String::new(), 0, 0);
        let mut times: Option<(u64, u64)> = None;
        for step in self.steps.iter().filter(|step| step.window() == window) {
            match *step {
                Step::Made { rule, .. } => made = in_words(rule),
                Step::Called { now_ms, passed: yes, .. } => {
                    let (from, until) = times.unwrap_or((now_ms, now_ms));
                    times = Some((from.min(now_ms), until.max(now_ms)));
                    passed += usize::from(yes);
                    refused += usize::from(!yes);
                }
            }
        }
        let Some((from, until)) = times else { return format!("{made}: no call") };
        let passed = counted(passed, "passes", "pass");
        let refused = counted(refused, "is refused", "are refused");
        format!("{made}: calls between {from} and {until} ms; {passed}, {refused}")
    }
}

impl Step {
    fn window(self) -> usize {
        match self {
            Self::Made { window, .. } | Self::Called { window, .. } => window,
        }
    }

    fn words(self, count: usize) -> String {
        match self {
            Self::Made { rule, .. } => format!("a new window: {}", in_words(rule)),
            Self::Called { now_ms, passed, .. } => {
                let fared = if passed { "passes" } else { "is refused" };
                let calls =
                    if count == 1 { "a call".to_owned() } else { format!("each of {count} calls") };
                format!("at {now_ms} ms, {calls} {fared}")
            }
        }
    }
}

/// `100 ms, 400 ms (2 times), 400 ms (called at 300 ms)`: the last ones.
fn in_times(passed: &[(u64, u64)]) -> String {
    let same = passed.chunk_by(|a, b| a == b).map(|same| {
        let (at_ms, now_ms) = same[0];
        let called =
            if at_ms == now_ms { String::new() } else { format!(" (called at {now_ms} ms)") };
        let times =
            if same.len() == 1 { String::new() } else { format!(" ({} times)", same.len()) };
        format!("{at_ms} ms{called}{times}")
    });
    let same: Vec<String> = same.collect();
    let skipped = same.len().saturating_sub(TIMES_MAX);
    let more = if skipped == 0 { "" } else { "…, " };
    format!("{more}{}", same[skipped..].join(", "))
}

fn in_words(Rule { limit, window_ms }: Rule) -> String {
    format!("{limit} in {window_ms} ms")
}
