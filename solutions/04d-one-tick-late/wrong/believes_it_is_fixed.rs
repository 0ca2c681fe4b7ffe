// Caught by: it_passes_on_a_right_window
// Shipped by: no library that we know of; a frequent first try
// Ask: At which moment did those pass that your test believes to be forgotten at 2000 ms?
// It expects the count to begin anew at each full second.

use super::versions::{Rule, Window};

type New<'n> = &'n dyn Fn(Rule) -> Box<dyn Window>;

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: New<'_>) {
    play(new, 3, 1000, &[(1900, true), (1900, true), (1900, true), (1999, false), (2000, true)]);
}

/// Asks a new window at each of these times, and wants to hear what stands beside it.
fn play(new: New<'_>, limit: usize, window_ms: u64, story: &[(u64, bool)]) {
    let mut window = new(Rule { limit, window_ms });
    for &(now_ms, passes) in story {
        let words = if passes { "passes" } else { "is refused" };
        assert!(window.try_take(now_ms) == passes, "at {now_ms} ms it {words}");
    }
}
