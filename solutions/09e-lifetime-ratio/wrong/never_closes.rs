// Caught by: it_fails_on_one_that_keeps_its_window_when_it_closes
// Shipped by: Hystrix#236, whose window survived the closing
// Ask: The last call comes at 13 ms and is refused. What would a right breaker do at 1003 ms, and what has the test seen of that?
// It sees the breaker open, and goes home.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

/// What must happen to a new breaker.
const STORIES: [(&str, bool); 6] = [
    ("fff", false),
    ("ffff", true),
    ("fsss", false),
    // The success makes the samples enough.
    ("ffss", true),
    ("sfsf", true),
    // The good ones are pushed out one by one: 4 of 10, and then 5 of 10.
    ("ssssssssssfffff", true),
];

pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    for (calls, opens) in STORIES {
        plays(new(RULE).as_mut(), 0, calls, opens);
    }
    it_closes_with_an_empty_window(new(RULE).as_mut());
    exactly_its_percentage_opens_it(new);
}

fn it_closes_with_an_empty_window(breaker: &mut dyn Breaker) {
    plays(breaker, 0, "ffff", true);
    for now_ms in 4..14 {
        assert!(!breaker.call(now_ms, true), "an open breaker refuses");
    }
}

fn exactly_its_percentage_opens_it(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    for percent in 1..=100 {
        let calls = "s".repeat(100 - percent) + &"f".repeat(percent);
        plays(new(Rule { calls: 100, percent, min_samples: 100 }).as_mut(), 0, &calls, true);
    }
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
