//! The same message and flag, with the pair of orderings that
//! ties them.

use super::{Found, Model};
use crate::sync::atomic::{AtomicBool, AtomicU32, Ordering::Acquire};
use crate::sync::atomic::{Ordering::Relaxed, Ordering::Release};
use crate::thread;
use std::sync::Arc;

struct Mailbox {
    message: AtomicU32,
    ready: AtomicBool,
}

impl Mailbox {
    fn send(&self) {
        self.message.store(42, Relaxed);
        // Partner: the Acquire load in `receive`.
        self.ready.store(true, Release);
    }

    fn receive(&self) -> Option<u32> {
        // Partner: the Release store in `send`.
        let ready = self.ready.load(Acquire);
        ready.then(|| self.message.load(Relaxed))
    }
}

fn model() -> Option<u32> {
    let (message, ready) = (AtomicU32::new(0), AtomicBool::new(false));
    let mailbox = Arc::new(Mailbox { message, ready });
    let (sender, receiver) = (mailbox.clone(), mailbox);
    thread::both(move || sender.send(), move || receiver.receive()).1
}

fn arrives_whole(received: &Option<u32>) -> bool {
    received.is_none_or(|message| message == 42)
}

pub(super) const MODEL: Model = Model {
    name: "release-acquire",
    title: "A flag that brings its message",
    teaches: "Release and Acquire are a pair: who sees the flag sees what was written before it.",
    rule: "who sees the flag reads the message 42",
    threads: 2,
    memory: &["message", "ready"],
    code: include_str!("release_acquire.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, arrives_whole)),
};
