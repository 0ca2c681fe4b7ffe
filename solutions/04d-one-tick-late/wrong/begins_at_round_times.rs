// Caught by: it_fails_on_one_that_is_a_fixed_window
// Shipped by: no library that we know of; a frequent first try
// Ask: Your bursts come at 0 and 2000 ms. Where would a fixed window do something else?
// All its bursts come at multiples of the window.

use super::versions::{Rule, Window};

type New<'n> = &'n dyn Fn(Rule) -> Box<dyn Window>;

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: New<'_>) {
    play(
        new,
        3,
        1000,
        &[
            (2000, true),
            (2000, true),
            (2000, true),
            (2000, false),
            (2999, false),
            (3000, true),
            (3000, true),
            (3000, true),
            (3000, false),
        ],
    );
    play(new, 1, 500, &[(0, true), (499, false), (500, true)]);
}

/// Asks a new window at each of these times, and wants to hear what stands beside it.
fn play(new: New<'_>, limit: usize, window_ms: u64, story: &[(u64, bool)]) {
    let mut window = new(Rule { limit, window_ms });
    for &(now_ms, passes) in story {
        let words = if passes { "passes" } else { "is refused" };
        assert!(window.try_take(now_ms) == passes, "at {now_ms} ms it {words}");
    }
}
