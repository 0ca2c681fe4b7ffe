//! The assertions, whose failure texts are part of a lesson.

use super::Exploration;
use std::collections::BTreeSet;
use std::fmt::{Debug, Write};

impl<O: Ord + Clone + Debug> Exploration<O> {
    /// Fails unless the rule holds in every schedule; `rule` is the rule in
    /// words, for the text of the failure.
    ///
    /// # Panics
    ///
    /// When a schedule breaks the rule, with the simplest one step by step; and
    /// when the model touched no traced memory, since then nothing was checked.
    #[track_caller]
    pub fn assert_holds(&self, rule: &str) {
        self.assert_traced();
        assert!(self.broken() == 0, "{}", self.broken_text(rule));
    }

    /// Fails unless exactly these outcomes were seen. A test of threads that saw
    /// one outcome where there are two has proved nothing.
    ///
    /// # Panics
    ///
    /// When an outcome is missing or unexpected; and when the model touched no
    /// traced memory, since then nothing was checked.
    #[track_caller]
    pub fn assert_outcomes(&self, expected: &[O]) {
        self.assert_traced();
        let expected: BTreeSet<O> = expected.iter().cloned().collect();
        assert!(expected == self.outcomes, "{}", self.outcomes_text(&expected));
    }

    /// Fails unless the model used traced memory.
    ///
    /// # Panics
    ///
    /// When it did not.
    #[track_caller]
    pub fn assert_traced(&self) {
        assert!(
            self.steps_most > 0,
            "the model saw no shared memory: no lock was taken and no atomic \
             was touched.\nTake Mutex and atomic from super::sync, and make the \
             value inside the model, so that it can see them."
        );
    }

    fn broken_text(&self, rule: &str) -> String {
        let mut text = format!(
            "{} of {} schedules break the rule: {rule}.\n",
            self.broken(),
            self.schedules(),
        );
        if self.broken_fresh() > 0 && self.schedules_fresh() < self.schedules() {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "(In {} of the {} a thread reads a value that is no longer the newest. Weakly\n\
                 ordered memory may do that, and the model takes SeqCst for a weak order, too.\n\
                 Of the other {}, {} break it.)",
                self.schedules() - self.schedules_fresh(),
                self.schedules(),
                self.schedules_fresh(),
                self.broken_fresh(),
            );
        }
        if let Some(lanes) = &self.simplest_broken {
            let _ = write!(
                text,
                "The simplest one:\n\n{lanes}\n  got       {}\n  expected  {}",
                lanes.outcome,
                self.good_text(),
            );
        }
        text
    }

    /// The outcomes that keep the rule.
    fn good_text(&self) -> String {
        let good: Vec<String> = self
            .outcomes
            .difference(&self.broken_outcomes)
            .map(|outcome| format!("{outcome:?}"))
            .collect();
        if good.is_empty() {
            "one that keeps the rule; no schedule ended so".to_owned()
        } else {
            good.join(" or ")
        }
    }

    fn outcomes_text(&self, expected: &BTreeSet<O>) -> String {
        let mut text = format!(
            "the outcomes over all {} schedules are not the expected ones.\n  \
             seen      {:?}\n  expected  {expected:?}\n",
            self.schedules(),
            self.outcomes,
        );
        let missing: Vec<_> = expected.difference(&self.outcomes).collect();
        let surprising: Vec<_> = self.outcomes.difference(expected).collect();
        if !missing.is_empty() {
            let _ = writeln!(text, "No schedule ends in {missing:?}.");
        }
        if !surprising.is_empty() {
            let _ = writeln!(text, "Nobody expected {surprising:?}.");
        }
        if self.cut {
            let _ = writeln!(text, "The walk was cut short by its bound.");
        }
        text
    }
}
