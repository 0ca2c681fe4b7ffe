//! Two threads count one hit each, by reading the counter and
//! writing it back.

use super::{Found, Model};
use crate::sync::atomic::{AtomicU32, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

fn hit(hits: &AtomicU32) {
    let seen = hits.load(Relaxed);
    hits.store(seen + 1, Relaxed);
}

fn model() -> u32 {
    let hits = Arc::new(AtomicU32::new(0));
    let (first, second) = (hits.clone(), hits.clone());
    thread::both(move || hit(&first), move || hit(&second));
    Arc::into_inner(hits).map_or(0, AtomicU32::into_inner)
}

fn both_counted(hits: &u32) -> bool {
    *hits == 2
}

pub(super) const MODEL: Model = Model {
    name: "lost-update",
    title: "A counter, load then store",
    teaches: "Between the load and the store another thread writes, and its write is lost.",
    rule: "both hits are counted",
    threads: 2,
    memory: &["hits"],
    code: include_str!("lost_update.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, both_counted)),
};
