// The one file to edit. The task is in README.md; `cargo test -p one-outcome` grades it.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

/// The test of a counter `C`: it panics if `C` is wrong, and returns if `C` is
/// right. Two threads use one counter at the same time.
///
/// It has been green for two years.
pub fn no_hit_is_lost<C: Counter>() {
    let counter = Arc::new(C::new());
    let (ours, theirs) = (Arc::clone(&counter), Arc::clone(&counter));
    thread::both(move || ours.hit(), move || theirs.hit());
    assert_eq!(counter.take_all(), 2);
}
