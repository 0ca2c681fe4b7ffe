//! One token in a bucket, and two requests that want it.

use super::{Found, Model};
use crate::sync::atomic::{AtomicU32, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

fn try_take(tokens: &AtomicU32) -> bool {
    let seen = tokens.load(Relaxed);
    if seen == 0 {
        return false;
    }
    tokens.store(seen - 1, Relaxed);
    true
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
    name: "racy-last-token",
    title: "The last token, in two steps",
    teaches: "Between the look and the write there is room for another thread.",
    rule: "the one token goes to one of the two threads",
    threads: 2,
    memory: &["tokens"],
    code: include_str!("racy_last_token.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, one_of_them)),
};
