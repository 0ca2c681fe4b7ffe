// Caught by: it_fails_on_one_that_forgets_a_tick_early
// Shipped by: no library that we know of; a frequent first try
// Ask: At the edge itself one passes. What is one tick earlier?
// It looks at the moment at which one passes again, and not at the one before.

use super::versions::{Rule, Window};

type New<'n> = &'n dyn Fn(Rule) -> Box<dyn Window>;

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: New<'_>) {
    play(
        new,
        3,
        1000,
        &[
            (100, true),
            (400, true),
            (800, true),
            (900, false),
            (1100, true),
            (1100, false),
            (1400, true),
            (1400, false),
            (1800, true),
        ],
    );
}

/// Asks a new window at each of these times, and wants to hear what stands beside it.
fn play(new: New<'_>, limit: usize, window_ms: u64, story: &[(u64, bool)]) {
    let mut window = new(Rule { limit, window_ms });
    for &(now_ms, passes) in story {
        let words = if passes { "passes" } else { "is refused" };
        assert!(window.try_take(now_ms) == passes, "at {now_ms} ms it {words}");
    }
}
