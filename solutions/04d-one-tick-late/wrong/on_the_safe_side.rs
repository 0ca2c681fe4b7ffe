// Caught by: it_passes_on_a_right_window
// Shipped by: no library that we know of; a frequent first try
// Ask: What is the age of something, a window after it passed, and is that less than a window?
// It expects that what is exactly a window old still counts.

use super::versions::{Rule, Window};

type New<'n> = &'n dyn Fn(Rule) -> Box<dyn Window>;

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: New<'_>) {
    play(new, 1, 1000, &[(100, true), (1100, false), (1101, true)]);
}

/// Asks a new window at each of these times, and wants to hear what stands beside it.
fn play(new: New<'_>, limit: usize, window_ms: u64, story: &[(u64, bool)]) {
    let mut window = new(Rule { limit, window_ms });
    for &(now_ms, passes) in story {
        let words = if passes { "passes" } else { "is refused" };
        assert!(window.try_take(now_ms) == passes, "at {now_ms} ms it {words}");
    }
}
