// Caught by: it_fails_on_one_that_never_refuses
// Shipped by: no library that we know of; a frequent first try
// Ask: What would your test do if `try_take` always said true?
// It calls, and asserts nothing about what comes back.

use super::versions::{Rule, Window};

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: &dyn Fn(Rule) -> Box<dyn Window>) {
    let mut window = new(Rule { limit: 3, window_ms: 1000 });
    for now_ms in 0..10_000 {
        let _ = window.try_take(now_ms);
    }
}
