//! Three threads count one call each, by reading the counter
//! and writing it back.

use super::{Found, Model};
use crate::sync::atomic::{AtomicU32, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

fn count(calls: &AtomicU32) {
    let seen = calls.load(Relaxed);
    calls.store(seen + 1, Relaxed);
}

fn model() -> u32 {
    let calls = Arc::new(AtomicU32::new(0));
    let count = |calls: &Arc<AtomicU32>| {
        let calls = calls.clone();
        move || count(&calls)
    };
    thread::three(count(&calls), count(&calls), count(&calls));
    Arc::into_inner(calls).map_or(0, AtomicU32::into_inner)
}

fn all_counted(calls: &u32) -> bool {
    *calls == 3
}

pub(super) const MODEL: Model = Model {
    name: "three-threads",
    title: "Three threads, load then store",
    teaches: "The same mistake with a third thread: more schedules, and a smaller share is right.",
    rule: "all three calls are counted",
    threads: 3,
    memory: &["calls"],
    code: include_str!("three_threads.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, all_counted)),
};
