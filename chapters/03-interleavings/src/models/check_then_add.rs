//! A limit on calls in flight. One place is free, and two calls
//! want it.

use super::{Found, Model};
use crate::sync::atomic::{AtomicU32, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

const LIMIT: u32 = 4;

fn try_enter(in_flight: &AtomicU32) -> bool {
    if in_flight.load(Relaxed) >= LIMIT {
        return false;
    }
    // The addition alone loses nothing, but the check is out of date.
    in_flight.fetch_add(1, Relaxed);
    true
}

/// Who is inside, and how many are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Inside {
    a: bool,
    b: bool,
    in_flight: u32,
}

fn model() -> Inside {
    let counter = Arc::new(AtomicU32::new(LIMIT - 1));
    let (first, second) = (counter.clone(), counter.clone());
    let (a, b) = thread::both(move || try_enter(&first), move || try_enter(&second));
    Inside { a, b, in_flight: Arc::into_inner(counter).map_or(0, AtomicU32::into_inner) }
}

fn within_the_limit(inside: &Inside) -> bool {
    inside.in_flight <= LIMIT
}

pub(super) const MODEL: Model = Model {
    name: "check-then-add",
    title: "Check, then add",
    teaches: "An atomic addition does not make the check before it part of the same step.",
    rule: "at most 4 calls are in flight",
    threads: 2,
    memory: &["in_flight"],
    code: include_str!("check_then_add.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, within_the_limit)),
};
