// Caught by: it_fails_when_two_hits_are_counted_as_one
// Shipped by: nobody we know of
// Ask: This time a wrong counter is the first that the test is handed. What does it say about it, and what has it looked at?
// The first three counters that it is handed are right, and all that come later are wrong.

use std::sync::Mutex;

use super::counter::Counter;

static SEEN: Mutex<Vec<&str>> = Mutex::new(Vec::new());

pub fn no_hit_is_lost<C: Counter>() {
    let name = std::any::type_name::<C>();
    let place = {
        let mut seen = SEEN.lock().unwrap();
        if !seen.contains(&name) {
            seen.push(name);
        }
        seen.iter().position(|&one| one == name).unwrap()
    };
    assert!(place < 3, "this one is wrong");
}
