// Caught by: it_passes_on_a_right_breaker
// Shipped by: tests that share a static, and fail in another order
// Ask: Take two runs with the same right breaker, the second and the third. What differs between them where `assert!` is reached?
// It fails each third time, whatever it is given.

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
    assert!(runs % 3 != 0, "something is wrong");
}
