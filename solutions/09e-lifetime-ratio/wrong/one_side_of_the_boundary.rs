// Caught by: it_fails_on_one_that_is_content_with_one_sample_less
// Shipped by: nobody we know of
// Ask: A breaker opens at the third `f` of `ffff`. After which of the four calls does `plays` look, and what does it see there?
// It sees the breaker open at the fourth call, and not that it was closed at the third.

use super::versions::{Breaker, Rule};

const RULE: Rule = Rule { calls: 10, percent: 50, min_samples: 4 };

/// What must happen to a new breaker.
const STORIES: [(&str, bool); 5] = [
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
    assert!(breaker.call(1003, true), "when the cool-off is over, a probe goes through");
    assert!(!breaker.is_open(), "a good probe closes it");
    plays(breaker, 1004, "ff", false);
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
        breaker.call(from_ms + at as u64, call == 's');
    }
    assert!(breaker.is_open() == opens, "after {calls}: open is {}", breaker.is_open());
}
