// Caught by: it_fails_on_one_that_never_opens
// Shipped by: tests of a constructor
// Ask: Which line of this test can change the state of a breaker that it has made?
// It makes breakers, and asks them nothing but whether they are closed.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    for min_samples in 1..=10 {
        assert!(!new(Rule { min_samples, ..RULE }).is_open(), "a new breaker is closed");
    }
}
