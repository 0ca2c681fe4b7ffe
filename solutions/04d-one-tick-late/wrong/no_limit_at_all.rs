// Caught by: it_passes_on_a_right_window
// Shipped by: no library that we know of; a frequent first try
// Ask: After how many calls would a limit of that size make a difference?
// One of its rules has the largest limit that a number can be, and stands for "no limit": that is no rule.

use super::versions::{Rule, Window};

type New<'n> = &'n dyn Fn(Rule) -> Box<dyn Window>;

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: New<'_>) {
    // Three at different times, and each of the moments at which one leaves, from both sides.
    play(
        new,
        3,
        1000,
        &[
            (100, true),
            (400, true),
            (800, true),
            (900, false),
            (1099, false),
            (1100, true),
            (1100, false),
            (1399, false),
            (1400, true),
            (1400, false),
            (1799, false),
            (1800, true),
            (1801, false),
        ],
    );
    // A burst just before a multiple of the window.
    play(
        new,
        2,
        1000,
        &[
            (999, true),
            (999, true),
            (1000, false),
            (1001, false),
            (1998, false),
            (1999, true),
            (1999, true),
            (1999, false),
        ],
    );
    // Somebody who is refused, and goes on trying; and the smallest limit.
    play(
        new,
        1,
        1000,
        &[(10, true), (20, false), (500, false), (1009, false), (1010, true), (1011, false)],
    );
    // A long pause.
    play(new, 2, 1000, &[(5, true), (6, true), (9007, true), (9008, true), (9009, false)]);
    // From the first moment on.
    play(new, 2, 1000, &[(0, true), (0, true), (0, false), (999, false), (1000, true)]);
    // Old times that are refused.
    play(
        new,
        2,
        1000,
        &[(5000, true), (5200, true), (4000, false), (0, false), (5999, false), (6000, true)],
    );
    // An old time that passes counts from the later moment on.
    play(
        new,
        2,
        1000,
        &[
            (5000, true),
            (4100, true),
            (5100, false),
            (5999, false),
            (6000, true),
            (6000, true),
            (6000, false),
        ],
    );
    // Without a limit everybody passes.
    play(new, usize::MAX, 1000, &[(5, true), (5, true), (5, true)]);
    // Other windows.
    play(new, 1, 700, &[(50, true), (749, false), (750, true)]);
    play(new, 1, 1500, &[(50, true), (1549, false), (1550, true)]);
}

/// Asks a new window at each of these times, and wants to hear what stands beside it.
fn play(new: New<'_>, limit: usize, window_ms: u64, story: &[(u64, bool)]) {
    let mut window = new(Rule { limit, window_ms });
    for &(now_ms, passes) in story {
        let words = if passes { "passes" } else { "is refused" };
        assert!(window.try_take(now_ms) == passes, "at {now_ms} ms it {words}");
    }
}
