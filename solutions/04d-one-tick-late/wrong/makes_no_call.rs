// Caught by: it_fails_on_one_that_never_refuses
// Shipped by: no library that we know of; a frequent first try
// Ask: What has a window counted that nobody has called?
// It makes a window, and asks it nothing.

use super::versions::{Rule, Window};

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: &dyn Fn(Rule) -> Box<dyn Window>) {
    let _ = new(Rule { limit: 3, window_ms: 1000 });
}
