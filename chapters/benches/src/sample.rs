use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What one sample measured.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// From the moment at which all threads stood ready to the end of the last one.
    pub elapsed: Duration,
    /// How many calls, of all threads together, said yes.
    pub yes: u64,
}

/// Calls `call` `count` times on each of `threads` threads, all at the same time.
///
/// The threads wait for each other by spinning, so that none of them is asleep
/// when the clock starts. One thread is the caller's own.
pub fn sample(threads: usize, count: u64, call: impl Fn() -> bool + Sync) -> Sample {
    let ready = AtomicUsize::new(0);
    let work = || {
        ready.fetch_add(1, Ordering::SeqCst);
        while ready.load(Ordering::SeqCst) < threads {
            spin_loop();
        }
        let start = now();
        let yes = (0..count).map(|_| u64::from(black_box(call()))).sum::<u64>();
        (start, now(), yes)
    };
    let ended: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        let joined = others.into_iter().map(|thread| thread.join().expect("no call panics"));
        joined.chain([own]).collect()
    });
    let start = ended.iter().map(|&(start, ..)| start).min();
    let end = ended.iter().map(|&(_, end, _)| end).max();
    let elapsed = start.zip(end).map_or(Duration::ZERO, |(start, end)| end - start);
    Sample { elapsed, yes: ended.iter().map(|&(.., yes)| yes).sum() }
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures the machine")]
fn now() -> Instant {
    Instant::now()
}
