//! A window counts calls in a ring of slots. Time has moved on,
//! so thread A takes the next slot into use; it still holds the
//! 7 of its last round. Thread B records a call meanwhile.

use super::{Found, Model};
use crate::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

struct Ring {
    head: AtomicUsize,
    slots: [AtomicU32; 2],
}

impl Ring {
    fn rotate(&self) {
        self.head.store(1, Relaxed);
        self.slots[1].store(0, Relaxed);
    }

    fn record(&self) -> usize {
        let slot = self.head.load(Relaxed);
        self.slots[slot].fetch_add(1, Relaxed);
        slot
    }
}

/// Where B recorded its call, and what the new slot holds at the end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    recorded_in: usize,
    new_slot: u32,
}

fn model() -> End {
    let slots = [AtomicU32::new(2), AtomicU32::new(7)];
    let ring = Arc::new(Ring { slots, head: AtomicUsize::new(0) });
    let (first, second) = (ring.clone(), ring.clone());
    let ((), recorded_in) = thread::both(move || first.rotate(), move || second.record());
    let slots = Arc::into_inner(ring).map(|ring| ring.slots.map(AtomicU32::into_inner));
    End { recorded_in, new_slot: slots.map_or(0, |[_, new]| new) }
}

fn kept(end: &End) -> bool {
    end.recorded_in == 0 || end.new_slot == 1
}

pub(super) const MODEL: Model = Model {
    name: "publish-before-clear",
    title: "A slot is published before it is cleared",
    teaches: "What others can reach must be ready before they can reach it.",
    rule: "a call that is recorded in the new slot is still counted there",
    threads: 2,
    memory: &["slot 0", "slot 1", "head"],
    code: include_str!("publish_before_clear.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, kept)),
};
