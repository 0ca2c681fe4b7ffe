// Caught by: it_passes_on_a_counter_that_is_right
// Shipped by: nobody we know of
// Ask: A right counter and a wrong one change their names, and nothing else. What does the test say about each of the two then?
// It looks at the name of the counter, and at nothing that the counter does.

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    assert!(std::any::type_name::<C>().contains("right_"), "this one is wrong");
}
