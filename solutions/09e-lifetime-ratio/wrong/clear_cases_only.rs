// Caught by: it_fails_on_one_that_wants_more_than_the_percentage
// Shipped by: Sentinel before #1779, where a threshold of 100 % was never exceeded
// Ask: What is the share of failures at the end of each of the five stories, and how near to 50 % does one of them come?
// Everything or nothing fails; it never stands on the boundary.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    for (calls, opens) in [("fff", false), ("ffff", true), ("fsss", false), ("sfff", true)] {
        plays(new(RULE).as_mut(), 0, calls, opens);
    }
    plays(new(RULE).as_mut(), 0, "ssssssssss", false);
}

/// Plays `calls`, a letter each millisecond from `from_ms` on: `s` goes well, `f`
/// fails. After all of them but the last the breaker must be closed, and after
/// the last one it must be open if `opens` says so.
fn plays(breaker: &mut dyn Breaker, from_ms: u64, calls: &str, opens: bool) {
    for (at, call) in calls.chars().enumerate() {
        assert!(!breaker.is_open(), "{calls}: open before call {}", at + 1);
        assert!(breaker.call(from_ms + at as u64, call == 's'), "{calls}: closed lets through");
    }
    assert!(breaker.is_open() == opens, "after {calls}: open is {}", breaker.is_open());
}
