// Three counters that are right, each in its own way, and five that are not.

pub(crate) mod adds_and_reads_back;
pub(crate) mod emptied_by_another;
pub(crate) mod gives_up;
pub(crate) mod load_then_store;
pub(crate) mod read_then_zero;
pub(crate) mod right_lock;
pub(crate) mod right_loop;
pub(crate) mod right_step;

pub(crate) use super::counter::Counter;
