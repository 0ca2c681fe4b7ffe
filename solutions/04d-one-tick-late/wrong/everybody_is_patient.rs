// Caught by: it_fails_on_one_that_counts_what_it_refused
// Shipped by: no library that we know of; a frequent first try
// Ask: What becomes of a caller who is refused, and comes again before there is room?
// Nobody who is refused comes again before the window has passed since.

use super::versions::{Rule, Window};

type New<'n> = &'n dyn Fn(Rule) -> Box<dyn Window>;

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: New<'_>) {
    play(new, 1, 1000, &[(10, true), (1010, true), (2010, true)]);
    play(new, 3, 1000, &[(100, true), (400, true), (800, true), (1100, true)]);
    play(new, 2, 1000, &[(1999, true), (1999, true), (2000, false), (3000, true), (3000, true)]);
}

/// Asks a new window at each of these times, and wants to hear what stands beside it.
fn play(new: New<'_>, limit: usize, window_ms: u64, story: &[(u64, bool)]) {
    let mut window = new(Rule { limit, window_ms });
    for &(now_ms, passes) in story {
        let words = if passes { "passes" } else { "is refused" };
        assert!(window.try_take(now_ms) == passes, "at {now_ms} ms it {words}");
    }
}
