//! Threads for models: start two or three, wait for them, get what they return.

use crate::failure::Trouble;
use crate::run;
use loom::sync::atomic::fence;
use loom::thread::{Builder, current, park};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Stack of a modelled thread, in machine words (512 KiB): loom's own 32 KiB are
/// little for a panic with a backtrace. Only what is used is paid for.
const STACK_WORDS: usize = 0x1_0000;

/// Runs both closures at the same time, each on a thread of its own, and returns
/// what they return.
///
/// Inside an exploration these are modelled threads, named A and B (loom's main
/// thread, which would only wait, is B: that is ten times fewer executions);
/// outside, threads of the system.
///
/// # Panics
///
/// With the panic of a closure that panicked; it is printed once.
pub fn both<A, B>(
    a: impl FnOnce() -> A + Send + 'static,
    b: impl FnOnce() -> B + Send + 'static,
) -> (A, B)
where
    A: Send + 'static,
    B: Send + 'static,
{
    if run::inside() {
        let a = spawn(a);
        let b = on_main(b);
        wait_for_all();
        (a.value(), b)
    } else {
        thread::scope(|scope| {
            let (a, b) = (scope.spawn(a), scope.spawn(b));
            let (a, b) = (a.join(), b.join());
            (resumed(a), resumed(b))
        })
    }
}

/// [`both`] for three: threads A, B and C.
///
/// Three threads that load and compare-exchange once are 8 834 executions (half
/// a second); with [`Explorer::preemptions`](crate::Explorer::preemptions) of 2
/// they are 255.
///
/// # Panics
///
/// With the panic of a closure that panicked; it is printed once.
pub fn three<A, B, C>(
    a: impl FnOnce() -> A + Send + 'static,
    b: impl FnOnce() -> B + Send + 'static,
    c: impl FnOnce() -> C + Send + 'static,
) -> (A, B, C)
where
    A: Send + 'static,
    B: Send + 'static,
    C: Send + 'static,
{
    if run::inside() {
        let (a, b) = (spawn(a), spawn(b));
        let c = on_main(c);
        wait_for_all();
        (a.value(), b.value(), c)
    } else {
        thread::scope(|scope| {
            let (a, b, c) = (scope.spawn(a), scope.spawn(b), scope.spawn(c));
            let (a, b, c) = (a.join(), b.join(), c.join());
            (resumed(a), resumed(b), resumed(c))
        })
    }
}

/// A modelled thread that was started, and where it will leave what it returns.
struct Started<T>(Arc<Mutex<Option<T>>>);

/// Starts a modelled thread.
fn spawn<T: Send + 'static>(body: impl FnOnce() -> T + Send + 'static) -> Started<T> {
    if !run::may_spawn() {
        run::kill(Trouble::Crowded);
    }
    let lane = run::new_lane();
    let place = Arc::new(Mutex::new(None));
    let started = Started(place.clone());
    let caller = current();
    let body = move || {
        run::enter_lane(lane);
        let value = run::survive(catch_unwind(AssertUnwindSafe(body)));
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
        // Partner: the fence in `wait_for_all`. What this thread wrote is old
        // news to the caller once it has waited.
        fence(SeqCst);
        if run::done() {
            caller.unpark();
        }
    };
    let builder = Builder::new().stack_size(STACK_WORDS);
    match run::in_loom(|| builder.spawn(body)) {
        Ok(_) => started,
        Err(error) => panic!("loom cannot start a thread: {error}"),
    }
}

/// The last of the threads, which runs where it was called, after the others
/// were started. It unwinds through the caller.
fn on_main<T>(body: impl FnOnce() -> T) -> T {
    let caller = run::enter_lane(run::new_lane());
    let value = body();
    run::done();
    run::enter_lane(caller);
    value
}

/// Waits for all threads that the caller started. (Loom's own `join` is an
/// operation that can be interleaved, which makes twice as many executions.)
fn wait_for_all() {
    while run::joins() {
        run::in_loom(park);
    }
    // Partner: the fence at the end of each thread.
    fence(SeqCst);
}

impl<T> Started<T> {
    fn value(self) -> T {
        let mut value = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        value.take().unwrap_or_else(|| unreachable!("all threads have ended"))
    }
}

fn resumed<T>(result: thread::Result<T>) -> T {
    result.unwrap_or_else(|payload| resume_unwind(payload))
}
