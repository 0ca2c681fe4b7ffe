// Caught by: it_fails_on_one_that_never_forgets_a_failure
// Shipped by: nobody we know of
// Ask: Which calls does the longest of the stories push out of the window of ten, and is a failure among them?
// No failure of its stories is ever pushed out of the window.

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
    it_cools_off_and_sends_a_probe(new(RULE).as_mut());
    exactly_its_percentage_opens_it(new);
}

/// Four failures open it at 3 ms.
fn it_cools_off_and_sends_a_probe(breaker: &mut dyn Breaker) {
    plays(breaker, 0, "ffff", true);
    refuses(breaker, (4..14).chain([1002]));
    assert!(breaker.call(1003, false), "when the cool-off is over, a probe goes through");
    refuses(breaker, (1004..1014).chain([2002]));
    assert!(breaker.call(2003, true), "after another cool-off, the next probe goes through");
    assert!(!breaker.is_open(), "a good probe closes it");
    plays(breaker, 2004, "fff", false);
}

/// At each of these times it is open, and refuses a call that would go well.
fn refuses(breaker: &mut dyn Breaker, times: impl Iterator<Item = u64>) {
    for now_ms in times {
        assert!(breaker.is_open(), "it is open before {now_ms} ms");
        assert!(!breaker.call(now_ms, true), "an open breaker refuses, at {now_ms} ms too");
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
