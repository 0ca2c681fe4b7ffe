//! The same bucket. The write happens only if nobody wrote
//! since the look.

use super::{Found, Model};
use crate::sync::atomic::{AtomicU32, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

fn try_take(tokens: &AtomicU32) -> bool {
    let mut seen = tokens.load(Relaxed);
    while seen > 0 {
        match tokens.compare_exchange_weak(seen, seen - 1, Relaxed, Relaxed) {
            Ok(_) => return true,
            // Somebody was faster: decide anew, from what is there now.
            Err(now) => seen = now,
        }
    }
    false
}

/// Who got a token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Got {
    a: bool,
    b: bool,
}

fn model() -> Got {
    let tokens = Arc::new(AtomicU32::new(1));
    let (first, second) = (tokens.clone(), tokens);
    let (a, b) = thread::both(move || try_take(&first), move || try_take(&second));
    Got { a, b }
}

fn one_of_them(got: &Got) -> bool {
    got.a != got.b
}

pub(super) const MODEL: Model = Model {
    name: "cas-last-token",
    title: "The last token, by compare-and-swap",
    teaches: "A swap that lost decides anew, from the value that it lost to.",
    rule: "the one token goes to one of the two threads",
    threads: 2,
    memory: &["tokens"],
    code: include_str!("cas_last_token.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, one_of_them)),
};
