// Caught by: it_passes_on_a_right_window
// Shipped by: no library that we know of; a frequent first try
// Ask: Which rule does a right window break in your test?
// A test that always fails is as blind as one that never does.

use super::versions::{Rule, Window};

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: &dyn Fn(Rule) -> Box<dyn Window>) {
    let mut window = new(Rule { limit: 3, window_ms: 1000 });
    assert!(!window.try_take(0), "no window is any good");
}
