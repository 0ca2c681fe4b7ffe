//! A breaker whose cool-off has ended, behind a lock. A call
//! copies it, decides on the copy, and writes the copy back; two
//! calls ask at the same time.

use super::{Found, Model};
use crate::sync::Mutex;
use crate::thread;
use std::sync::Arc;

#[derive(Clone, Copy)]
struct State {
    probe_is_out: bool,
}

fn try_probe(breaker: &Mutex<State>) -> bool {
    let mut copy = *breaker.lock().expect("nobody panics");
    let probe = !copy.probe_is_out;
    copy.probe_is_out = true;
    // Each lock is held; what was decided between them is out of date.
    *breaker.lock().expect("nobody panics") = copy;
    probe
}

/// Who was sent as a probe.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sent {
    a: bool,
    b: bool,
}

fn model() -> Sent {
    let breaker = Arc::new(Mutex::new(State { probe_is_out: false }));
    let (first, second) = (breaker.clone(), breaker);
    let (a, b) = thread::both(move || try_probe(&first), move || try_probe(&second));
    Sent { a, b }
}

fn one_probe(sent: &Sent) -> bool {
    sent.a != sent.b
}

pub(super) const MODEL: Model = Model {
    name: "copied-breaker",
    title: "A breaker that is copied under its lock",
    teaches: "A lock around the read and a lock around the write leave a gap between them.",
    rule: "one of the two calls is the probe",
    threads: 2,
    memory: &["breaker"],
    code: include_str!("copied_breaker.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, one_probe)),
};
