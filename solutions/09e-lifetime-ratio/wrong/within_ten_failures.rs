// Caught by: it_fails_on_one_that_wants_one_sample_more
// Shipped by: recloser 1.4.0: ten failures were meant, and eleven calls went through
// Ask: Nothing went before, and the calls begin to fail. After which failure must it be open, and after which one does the test look?
// It gives the breaker ten failures to open; four must be enough.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    for before in ["", "sssssssss", "sfsssfsssf"] {
        let mut breaker = new(RULE);
        for (at, call) in before.chars().enumerate() {
            breaker.call(at as u64, call == 's');
            assert!(!breaker.is_open(), "it is closed after {before}");
        }
        for now_ms in 20..30 {
            breaker.call(now_ms, false);
        }
        assert!(breaker.is_open(), "it is open after ten failures");
    }
}
