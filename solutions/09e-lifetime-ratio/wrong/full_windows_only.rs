// Caught by: it_fails_on_one_that_waits_until_its_window_is_full
// Shipped by: tower-resilience-circuitbreaker 0.13.0 (mcp-proxy#220: a window of 100, ten samples to decide)
// Ask: What are `calls` and `min_samples` of each breaker here, and when does one have enough samples in a window that is not full?
// It fills the window first, with as many samples as the breaker wants.

use super::versions::{Breaker, Rule};

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    for percent in 1..=100 {
        let calls = "s".repeat(100 - percent) + &"f".repeat(percent);
        plays(new(Rule { calls: 100, percent, min_samples: 100 }).as_mut(), 0, &calls, true);
    }
    let rule = Rule { calls: 10, percent: 50, min_samples: 10 };
    plays(new(rule).as_mut(), 0, "ssssssssssfffff", true);
    plays(new(rule).as_mut(), 0, "fffffffff", false);
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
