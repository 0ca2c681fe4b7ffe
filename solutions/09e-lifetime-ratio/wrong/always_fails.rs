// Caught by: it_passes_on_a_right_breaker
// Shipped by: tests that are ignored because they are always red
// Ask: Four calls have failed. Which answer of `is_open` would let both of the asserts pass?
// It fails whatever it is given.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    let mut breaker = new(RULE);
    for now_ms in 0..4 {
        breaker.call(now_ms, false);
    }
    assert!(!breaker.is_open(), "four failures");
    assert!(breaker.is_open(), "four failures");
}
