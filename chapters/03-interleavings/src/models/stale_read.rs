//! One thread writes a message and then raises a flag. With
//! relaxed orderings the other one may see the flag and still
//! read the old message.

use super::{Found, Model};
use crate::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use crate::thread;
use std::sync::Arc;

struct Mailbox {
    message: AtomicU32,
    ready: AtomicBool,
}

impl Mailbox {
    fn send(&self) {
        self.message.store(42, Relaxed);
        self.ready.store(true, Relaxed);
    }

    fn receive(&self) -> Option<u32> {
        let ready = self.ready.load(Relaxed);
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
    name: "stale-read",
    title: "A flag that does not bring its message",
    teaches: "In the order in which the threads go nothing is wrong: the read itself is old.",
    rule: "who sees the flag reads the message 42",
    threads: 2,
    memory: &["message", "ready"],
    code: include_str!("stale_read.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, arrives_whole)),
};
