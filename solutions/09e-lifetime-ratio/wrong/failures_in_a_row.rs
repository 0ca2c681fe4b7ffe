// Caught by: it_fails_on_one_that_forgets_its_failures_after_a_success
// Shipped by: nobody we know of
// Ask: Of the runs that are really played, which has a good call after a bad one?
// All its failures come in a row.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    for (calls, opens) in [("fff", false), ("ffff", true), ("sssffffffff", false)] {
        if opens || calls.len() < 4 {
            plays(new(RULE).as_mut(), 0, calls, opens);
        }
    }
    let mut breaker = new(RULE);
    for now_ms in 0..30 {
        breaker.call(now_ms, now_ms < 10);
    }
    assert!(breaker.is_open(), "ten good calls do not hide twenty bad ones");
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
