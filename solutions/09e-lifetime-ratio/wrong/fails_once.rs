// Caught by: it_fails_on_one_that_never_opens
// Shipped by: tests that pass when they are run again
// Ask: The same broken breaker is tried again, in a fifth run. What does the last assert say there, and in every run after it?
// It fails the third time that it is run, and never after.

use std::sync::atomic::{AtomicU32, Ordering};

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

static RUNS: AtomicU32 = AtomicU32::new(0);

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    let mut breaker = new(RULE);
    for now_ms in 0..4 {
        breaker.call(now_ms, false);
    }
    let runs = RUNS.fetch_add(1, Ordering::Relaxed) + 1;
    assert!(runs != 3, "something is wrong");
}
