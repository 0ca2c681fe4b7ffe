// Caught by: it_passes_on_a_right_breaker (never ends)
// Shipped by: tests that wait for a clock that nobody pushes
// Ask: `now_ms` is 0 where the loop begins. Which line inside of the loop makes it larger?
// It waits for a time that it never moves.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    let breaker = new(RULE);
    let now_ms = 0;
    while now_ms < 1000 {
        std::hint::spin_loop();
    }
    assert!(!breaker.is_open(), "a new breaker is closed");
}
