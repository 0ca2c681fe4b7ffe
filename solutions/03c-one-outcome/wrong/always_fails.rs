// Caught by: it_passes_on_a_counter_that_is_right
// Shipped by: a frequent first try
// Ask: A counter that loses nothing is handed to the test. On which line does the test return without a panic?
// It fails on every wrong counter, and on every other.

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let counter = C::new();
    panic!("{} hits were lost", counter.take_all());
}
