//! The same breaker in one word: who changes it is the probe.

use super::{Found, Model};
use crate::sync::atomic::{AtomicU32, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

const OPEN: u32 = 0;
const PROBING: u32 = 1;

fn try_probe(breaker: &AtomicU32) -> bool {
    breaker.compare_exchange(OPEN, PROBING, Relaxed, Relaxed).is_ok()
}

/// Who was sent as a probe.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sent {
    a: bool,
    b: bool,
}

fn model() -> Sent {
    let breaker = Arc::new(AtomicU32::new(OPEN));
    let (first, second) = (breaker.clone(), breaker);
    let (a, b) = thread::both(move || try_probe(&first), move || try_probe(&second));
    Sent { a, b }
}

fn one_probe(sent: &Sent) -> bool {
    sent.a != sent.b
}

pub(super) const MODEL: Model = Model {
    name: "one-word-breaker",
    title: "One probe, by one word",
    teaches: "When the decision is one step, only the order of the two threads is left.",
    rule: "one of the two calls is the probe",
    threads: 2,
    memory: &["breaker"],
    code: include_str!("one_word_breaker.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, one_probe)),
};
