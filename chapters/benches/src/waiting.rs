use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

/// How many waits were over, in what time.
#[derive(Clone, Copy, Debug)]
pub struct Paced {
    /// Waits that were over.
    pub waits: u64,
    /// From the first begin to the last end.
    pub elapsed: Duration,
}

impl Paced {
    /// Waits a second.
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    pub fn per_second(&self) -> f64 {
        self.waits as f64 / self.elapsed.as_secs_f64()
    }
}

/// Lets `tasks` threads wait again and again, on the real clock, until `now` is
/// `length` later.
pub fn paced<F: Future>(
    tasks: usize,
    length: Duration,
    now: impl Fn() -> Duration + Sync,
    wait: impl Fn() -> F + Sync,
) -> Paced {
    let waits = AtomicU64::new(0);
    let start = now();
    thread::scope(|scope| {
        for _ in 0..tasks {
            scope.spawn(|| {
                while now() < start + length {
                    block_on(wait());
                    waits.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    Paced { waits: waits.into_inner(), elapsed: now().saturating_sub(start) }
}

/// Polls `future` on this thread, which sleeps in between.
fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let parker = Arc::new(Parker { thread: thread::current(), woken: AtomicBool::new(false) });
    let waker = Waker::from(Arc::clone(&parker));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        // Acquire sees what was written before the Release in `wake`.
        while !parker.woken.swap(false, Ordering::Acquire) {
            thread::park();
        }
    }
}

struct Parker {
    thread: Thread,
    woken: AtomicBool,
}

impl Wake for Parker {
    fn wake(self: Arc<Self>) {
        // Release: the partner is the Acquire in `block_on`.
        self.woken.store(true, Ordering::Release);
        self.thread.unpark();
    }
}
