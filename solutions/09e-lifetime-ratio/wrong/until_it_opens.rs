// Caught by: it_fails_on_one_that_never_opens
// Shipped by: tests that poll until something happens
// Ask: A breaker never opens. What does `while` find after failure 4, after failure 40 and after failure 400 000, and what ends the loop?
// It calls until the breaker opens, and waits for ever for one that never does.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    let mut breaker = new(RULE);
    let mut failures = 0;
    while !breaker.is_open() {
        breaker.call(failures, false);
        failures += 1;
    }
    assert!(failures == 4, "it opens at failure {failures}");
}
