//! The loom side of an atomic.
//!
//! Each atomic has a **gate**. Loom 0.7.3 skips orders around atomic loads: where
//! a store could have come earlier, it looks back only at the last access to that
//! atomic, so a load before that access is never tried after the store. (Its
//! tests in `tests/loom_facts.rs`.) One relaxed read-modify-write on a second
//! atomic, the gate, just before each load makes the loads of one atomic exclude
//! each other, and loom tries all orders. The gate orders nothing else (it is
//! relaxed), so a load still sees old values where it may; and it is not
//! recorded.

use crate::run::{self, Tag};
use loom::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

pub(super) struct Traced<A> {
    pub cell: A,
    pub tag: Tag,
    gate: AtomicUsize,
}

impl<A> Traced<A> {
    /// `None` outside an exploration.
    pub fn new(cell: impl FnOnce() -> A) -> Option<Self> {
        let tag = run::tag()?;
        Some(Traced { cell: cell(), tag, gate: AtomicUsize::new(0) })
    }

    /// Loads from the cell, through the gate.
    pub fn load<W>(&self, load: impl FnOnce(&A) -> W) -> W {
        run::in_loom(|| {
            if run::has_company() {
                self.gate.fetch_add(1, Relaxed);
            }
            load(&self.cell)
        })
    }
}
