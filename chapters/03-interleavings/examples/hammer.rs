//! Hammering: two threads of the system take the last token of a gate that looks
//! first and takes then, again and again. How many rounds show the mistake?
//!
//! `cargo run -p interleavings --example hammer`, or with a number of rounds
//! behind `--`. The answer depends on the machine, on its mood, and on how the
//! threads are started: that is the point.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

const ROUNDS: u32 = 22_000;

fn main() {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok());
    let rounds = rounds.unwrap_or(ROUNDS);
    let broken = (0..rounds).filter(|_| started_one_by_one()).count();
    println!("two threads, started one after the other: {broken} of {rounds} rounds broken");
    let broken = started_together(rounds);
    println!("two threads that wait for each other first: {broken} of {rounds} rounds broken");
}

/// Looks, and takes then. The order of the memory is not the mistake: with any
/// other than `Relaxed` it would be the same.
fn try_take(tokens: &AtomicU32) -> bool {
    let seen = tokens.load(Relaxed);
    if seen == 0 {
        return false;
    }
    tokens.store(seen - 1, Relaxed);
    true
}

/// One round as most tests have it; true if both threads got the one token.
fn started_one_by_one() -> bool {
    let tokens = AtomicU32::new(1);
    thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| try_take(&tokens)));
        threads.map(|thread| thread.join().expect("it does not panic")) == [true; 2]
    })
}

/// Two threads for all rounds, which meet before each of them.
fn started_together(rounds: u32) -> usize {
    let tokens = AtomicU32::new(0);
    let taken = AtomicU32::new(0);
    let meet = Barrier::new(2);
    let (tokens, taken, meet) = (&tokens, &taken, &meet);
    let take_each_round = move || {
        let mut broken = 0;
        for _ in 0..rounds {
            if meet.wait().is_leader() {
                tokens.store(1, Relaxed);
                taken.store(0, Relaxed);
            }
            // The barrier hands the new token to the other thread.
            meet.wait();
            taken.fetch_add(u32::from(try_take(tokens)), Relaxed);
            if meet.wait().is_leader() {
                broken += usize::from(taken.load(Relaxed) == 2);
            }
        }
        broken
    };
    thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(take_each_round));
        threads.map(|thread| thread.join().expect("it does not panic")).into_iter().sum()
    })
}
