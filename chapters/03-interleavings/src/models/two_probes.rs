//! A breaker is open, and its cool-off has just ended. One call
//! may try whether the dependency is back; two ask at the same
//! time.

use super::{Found, Model};
use crate::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

struct Breaker {
    open: AtomicBool,
    probes: AtomicU32,
}

impl Breaker {
    fn try_probe(&self) -> bool {
        if !self.open.load(Relaxed) {
            return false;
        }
        self.open.store(false, Relaxed);
        self.probes.fetch_add(1, Relaxed);
        true
    }
}

/// Who was sent as a probe.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sent {
    a: bool,
    b: bool,
}

fn model() -> Sent {
    let (open, probes) = (AtomicBool::new(true), AtomicU32::new(0));
    let breaker = Arc::new(Breaker { open, probes });
    let (first, second) = (breaker.clone(), breaker);
    let (a, b) = thread::both(move || first.try_probe(), move || second.try_probe());
    Sent { a, b }
}

fn one_probe(sent: &Sent) -> bool {
    sent.a != sent.b
}

pub(super) const MODEL: Model = Model {
    name: "two-probes",
    title: "Two probes at the end of the cool-off",
    teaches: "What must change together is in two words here: the state, and the count.",
    rule: "one of the two calls is the probe",
    threads: 2,
    memory: &["open", "probes"],
    code: include_str!("two_probes.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, one_probe)),
};
