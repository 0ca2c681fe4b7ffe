// Caught by: it_fails_on_one_that_forgets_all_with_the_first
// Shipped by: no library that we know of; a frequent first try
// Ask: What would your test see of a window that forgets all its calls together?
// All that passes passes at one moment, and so it leaves at one moment.

use super::versions::{Rule, Window};

type New<'n> = &'n dyn Fn(Rule) -> Box<dyn Window>;

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: New<'_>) {
    play(
        new,
        3,
        1000,
        &[
            (1300, true),
            (1300, true),
            (1300, true),
            (1300, false),
            (2299, false),
            (2300, true),
            (2300, true),
            (2300, true),
            (2300, false),
        ],
    );
    play(new, 2, 700, &[(699, true), (699, true), (700, false), (1398, false), (1399, true)]);
}

/// Asks a new window at each of these times, and wants to hear what stands beside it.
fn play(new: New<'_>, limit: usize, window_ms: u64, story: &[(u64, bool)]) {
    let mut window = new(Rule { limit, window_ms });
    for &(now_ms, passes) in story {
        let words = if passes { "passes" } else { "is refused" };
        assert!(window.try_take(now_ms) == passes, "at {now_ms} ms it {words}");
    }
}
