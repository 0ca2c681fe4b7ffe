// Caught by: it_fails_on_one_that_forgets_a_tick_late
// Shipped by: no library that we know of; a frequent first try
// Ask: Which two moments lie on the two sides of "less than a window old", and which ones do you ask at?
// It asks ten milliseconds before the edge and ten after it.

use super::versions::{Rule, Window};

type New<'n> = &'n dyn Fn(Rule) -> Box<dyn Window>;

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: New<'_>) {
    play(
        new,
        3,
        1000,
        &[(100, true), (400, true), (800, true), (1090, false), (1110, true), (1110, false)],
    );
    play(new, 2, 1000, &[(990, true), (990, true), (1010, false), (1980, false), (2000, true)]);
}

/// Asks a new window at each of these times, and wants to hear what stands beside it.
fn play(new: New<'_>, limit: usize, window_ms: u64, story: &[(u64, bool)]) {
    let mut window = new(Rule { limit, window_ms });
    for &(now_ms, passes) in story {
        let words = if passes { "passes" } else { "is refused" };
        assert!(window.try_take(now_ms) == passes, "at {now_ms} ms it {words}");
    }
}
