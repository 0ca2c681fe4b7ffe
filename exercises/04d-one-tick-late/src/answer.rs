// The one file to edit. The task is in README.md; `cargo test -p one-tick-late` grades it.
//
// This is the test that a library had. It passes, and so the library was shipped.

use super::versions::{Rule, Window};

/// Panics if a window that `new` makes breaks one of the rules in README.md, and
/// returns if it keeps them all.
///
/// `new` may be called as often as you like; in each window nothing has passed.
/// `window.try_take(now_ms)` says whether one passes at that moment. The fields of
/// a `Rule` are `limit`, a `usize` from 1 to 1000, and `window_ms`, a `u64` from 1 to
/// 86 400 000, which is a day.
pub fn test(new: &dyn Fn(Rule) -> Box<dyn Window>) {
    let mut window = new(Rule { limit: 3, window_ms: 1000 });
    for _ in 0..3 {
        assert!(window.try_take(2000), "three pass");
    }
    assert!(!window.try_take(2000), "and the fourth does not");
    assert!(window.try_take(5000), "later there is room again");
}
