// The one file to edit. The task is in README.md; `cargo test -p lifetime-ratio` grades it.
//
// This is the test that a library had. It passes, and so the library was shipped.

use super::versions::{Breaker, Rule};

/// Panics if a breaker that `new` makes breaks one of the rules in README.md,
/// and returns if it keeps them all.
///
/// `new` may be called as often as you like; each breaker begins closed, with an
/// empty window. `breaker.call(now_ms, ok)` is a whole call, which ends well or
/// badly if it is let through; it says whether it was. `breaker.is_open()` looks.
///
/// The three fields of a `Rule` are `usize`: `calls` (at least 1), `percent` (1 to
/// 100) and `min_samples` (1 to `calls`). `now_ms` is a `u64`.
pub fn test(new: &dyn Fn(Rule) -> Box<dyn Breaker>) {
    let mut breaker = new(Rule { calls: 10, percent: 50, min_samples: 4 });
    for now_ms in 0..10 {
        breaker.call(now_ms, false);
    }
    assert!(breaker.is_open(), "ten failures in a row open it");
    assert!(!breaker.call(10, true), "an open breaker refuses");
}
