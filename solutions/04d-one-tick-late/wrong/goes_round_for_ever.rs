// Caught by: it_fails_on_one_that_never_refuses
// Shipped by: no library that we know of; a frequent first try
// Ask: After how many calls must one be refused, and what if none is?
// It calls until one is refused, and waits for that for ever.

use super::versions::{Rule, Window};

/// Panics if a window that `new` makes breaks a rule.
pub fn test(new: &dyn Fn(Rule) -> Box<dyn Window>) {
    let mut window = new(Rule { limit: 3, window_ms: 1000 });
    let mut passed = 0;
    while window.try_take(0) {
        passed += 1;
    }
    assert!(passed == 3, "three pass");
}
