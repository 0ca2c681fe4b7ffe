//! What a token bucket does, in sentences. Each rule is written once and holds
//! for both buckets; where they differ, the sentence says which one it is about.
//!
//! `RL…` is a bug that some library shipped; the test beside it would have
//! caught it.

mod common;

#[path = "behaviour/changes.rs"]
mod changes;
#[path = "behaviour/readings.rs"]
mod readings;
#[path = "behaviour/refills.rs"]
mod refills;
#[path = "behaviour/threads.rs"]
mod threads;
#[path = "behaviour/time_back.rs"]
mod time_back;
#[path = "behaviour/tries.rs"]
mod tries;
#[path = "behaviour/waits.rs"]
mod waits;
