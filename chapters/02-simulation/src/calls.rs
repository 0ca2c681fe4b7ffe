use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::replay::{Call, calls_lines, tell};

/// So many calls are told to a page: the last ones.
const TOLD_MAX: usize = 60;
/// How many calls a lesson shows: the last ones.
const SHOWN_MAX: usize = 15;

/// What a grader does to an answer, call by call; the text of the failure when
/// a call returns something else than it should.
///
/// This is for answers that are called by hand. One that stands in the
/// simulation has its [`Trace`](crate::Trace), which tells the same.
///
/// Clones share the calls. A grader keeps one outside of
/// [`within`](crate::within): so it can say which call never came back.
#[derive(Clone, Debug)]
pub struct Calls {
    rule: &'static str,
    shared: Arc<Mutex<Made>>,
}

/// One call that came back.
#[derive(Debug)]
struct Line {
    name: String,
    expected: Option<String>,
    got: String,
}

/// The calls that were made.
#[derive(Debug, Default)]
struct Made {
    lines: Vec<Line>,
    /// The call that has not come back.
    open: Option<String>,
}

impl Calls {
    /// No call yet. Every check that follows is about this `rule`.
    pub fn new(rule: &'static str) -> Self {
        Self { rule, shared: Arc::default() }
    }

    /// The same calls, and the checks that follow are about another rule: one
    /// story may touch several.
    #[must_use]
    pub fn about(&self, rule: &'static str) -> Self {
        Self { rule, shared: Arc::clone(&self.shared) }
    }

    /// Makes one call: `name` is how it reads in the text, `call` does it and
    /// puts what came back into words.
    ///
    /// # Panics
    ///
    /// If what came back is not `expected`: with all that was done before, what
    /// was expected, what came instead, and the rule. If `call` itself panics or
    /// never ends, what was done before is printed as well.
    #[track_caller]
    pub fn expect(&self, name: &str, expected: &str, call: impl FnOnce() -> String) {
        let got = self.make(name, Some(expected), call);
        if got != expected {
            self.lock().tell();
        }
        assert!(
            got == expected,
            "\n\nWhat the grader did, and what your code said:\n{}\n\
             Expected: {name} → {expected}\nGot:      {name} → {got}\nRule:     {}\n",
            self.lock().told(),
            self.rule
        );
    }

    /// Makes one call of which anything may come back; what came, in words.
    pub fn note(&self, name: &str, call: impl FnOnce() -> String) -> String {
        self.make(name, None, call)
    }

    fn make(&self, name: &str, expected: Option<&str>, call: impl FnOnce() -> String) -> String {
        self.lock().open = Some(name.to_owned());
        // Outside the lock: this may never come back.
        let got = call();
        let mut made = self.lock();
        let name = made.open.take().unwrap_or_default();
        made.lines.push(Line { name, expected: expected.map(str::to_owned), got: got.clone() });
        got
    }

    fn lock(&self) -> MutexGuard<'_, Made> {
        // A failed check panics while it reads; the lines are whole.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Made {
    /// The last calls, numbered from the first of all.
    fn told(&self) -> String {
        let before = self.lines.len().saturating_sub(SHOWN_MAX);
        let mut text = String::new();
        if before > 0 {
            let _ = writeln!(text, "  … {before} calls before these");
        }
        for (number, Line { name, got, .. }) in (1..).zip(&self.lines).skip(before) {
            let arrow = if got.is_empty() { "" } else { " → " };
            let _ = writeln!(text, "{number:>3}. {name}{arrow}{got}");
        }
        text
    }

    /// For the page that shows them beside what was expected.
    fn tell(&self) {
        let before = self.lines.len().saturating_sub(TOLD_MAX);
        let mut calls: Vec<Call> = self.lines[before..].iter().map(Line::told).collect();
        calls.extend(self.open.iter().map(|name| Call {
            name: name.clone(),
            expected: None,
            got: "never came back".to_owned(),
        }));
        tell(|| calls_lines(&calls));
    }
}

impl Line {
    fn told(&self) -> Call {
        let Self { name, expected, got } = self;
        Call { name: name.clone(), expected: expected.clone(), got: got.clone() }
    }
}

/// A panic of the answer's own says where, and a time-out not even that; this
/// says in which call, and after what.
impl Drop for Calls {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let mut made = self.lock();
        if made.open.is_some() {
            made.tell();
        }
        if let Some(name) = made.open.take() {
            let (lines, number) = (made.told(), made.lines.len() + 1);
            eprintln!("\nWhat the grader did:\n{lines}{number:>3}. {name} → never came back\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn what_is_as_expected_goes_on() {
        let calls = Calls::new("none");
        calls.expect("wake()", "1", || "1".into());
        calls.note("forget(1)", String::new);
        calls.expect("wake()", "2", || "2".into());
        assert_eq!(calls.lock().told(), "  1. wake() → 1\n  2. forget(1)\n  3. wake() → 2\n");
    }

    #[test]
    fn the_first_difference_is_told_with_what_was_done_before() {
        let check = || {
            let calls = Calls::new("Each wakes once.");
            calls.expect("wake()", "[1]", || "[1]".into());
            calls.expect("wake()", "[]", || "[1]".into());
        };
        let text = catch_unwind(check).unwrap_err().downcast::<String>().unwrap();
        assert_eq!(
            *text,
            "\n\nWhat the grader did, and what your code said:\n\
             \x20 1. wake() → [1]\n\
             \x20 2. wake() → [1]\n\n\
             Expected: wake() → []\n\
             Got:      wake() → [1]\n\
             Rule:     Each wakes once.\n"
        );
    }

    #[test]
    fn a_check_names_the_rule_that_it_is_about() {
        let check = || {
            let calls = Calls::new("Each wakes once.");
            calls.expect("wake()", "[1]", || "[1]".into());
            calls.about("None is forgotten.").expect("wake()", "[2]", || "[]".into());
        };
        let text = catch_unwind(check).unwrap_err().downcast::<String>().unwrap();
        assert!(text.contains("  1. wake() → [1]\n  2. wake() → []\n"), "{text}");
        assert!(text.ends_with("\nRule:     None is forgotten.\n"), "{text}");
    }

    #[test]
    fn of_many_calls_the_last_are_shown() {
        let calls = Calls::new("none");
        for number in 1..=20 {
            calls.note(&format!("take({number})"), String::new);
        }
        let told = calls.lock().told();
        assert!(told.starts_with("  … 5 calls before these\n  6. take(6)\n"), "{told}");
        assert!(told.ends_with(" 20. take(20)\n"), "{told}");
    }

    #[test]
    fn a_call_that_panics_keeps_its_own_words() {
        let caught = catch_unwind(|| {
            Calls::new("none").expect("wake()", "[1]", || panic!("my own words"));
        });
        assert_eq!(*caught.unwrap_err().downcast::<&str>().unwrap(), "my own words");
    }
}
