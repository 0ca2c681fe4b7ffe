//! A counter that has one hit. One thread hits it, another one
//! takes all hits at the same time; each does it in one step.

use super::{Found, Model};
use crate::sync::atomic::{AtomicU32, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

fn hit(hits: &AtomicU32) -> u32 {
    hits.fetch_add(1, Relaxed) + 1
}

fn take(hits: &AtomicU32) -> u32 {
    hits.swap(0, Relaxed)
}

/// What each was told, and what is left when both are done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Told {
    hit: u32,
    taken: u32,
    left: u32,
}

fn model() -> Told {
    let hits = Arc::new(AtomicU32::new(1));
    let (first, second) = (hits.clone(), hits.clone());
    let (hit, taken) = thread::both(move || hit(&first), move || take(&second));
    Told { hit, taken, left: Arc::into_inner(hits).map_or(0, AtomicU32::into_inner) }
}

fn none_is_lost(told: &Told) -> bool {
    told.taken + told.left == 2
}

pub(super) const MODEL: Model = Model {
    name: "hit-and-take",
    title: "One hits, the other takes all",
    teaches: "A sum that every outcome keeps is not enough: a test has to know the set.",
    rule: "what was taken and what is left are two hits together",
    threads: 2,
    memory: &["hits"],
    code: include_str!("hit_and_take.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, none_is_lost)),
};
