// Caught by: it_fails_on_one_that_never_opens
// Shipped by: tests that print and do not assert
// Ask: A right breaker opens in this run, and another one never does. Which line ends differently for the two?
// It calls and calls, and asserts nothing.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    let mut breaker = new(RULE);
    for now_ms in 0..100 {
        let _ = breaker.call(now_ms, now_ms < 10);
        let _ = breaker.is_open();
    }
}
