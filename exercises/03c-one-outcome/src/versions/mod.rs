// Three counters that are right, each in its own way, and six that are not. Their names
// say what they do, and not which they are.

pub(crate) mod adds_and_reads_back;
pub(crate) mod adds_and_stores;
pub(crate) mod emptied_by_another;
pub(crate) mod gives_up;
pub(crate) mod in_one_step;
pub(crate) mod load_then_store;
pub(crate) mod read_then_zero;
pub(crate) mod swaps_anew;
pub(crate) mod under_a_lock;

pub(crate) use super::counter::Counter;
