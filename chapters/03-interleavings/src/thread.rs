//! Threads for models: start two or three, wait for them, get what they return.

use crate::failure::Trouble;
use crate::run;
use loom::thread::{Builder, JoinHandle};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
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
        wait_for_all(|| (join(a), b))
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
/// Three threads of one operation each are 32 529 executions; bound the walk
/// with [`Explorer::preemptions`](crate::Explorer::preemptions).
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
        wait_for_all(|| (join(a), join(b), c))
    } else {
        thread::scope(|scope| {
            let (a, b, c) = (scope.spawn(a), scope.spawn(b), scope.spawn(c));
            let (a, b, c) = (a.join(), b.join(), c.join());
            (resumed(a), resumed(b), resumed(c))
        })
    }
}

/// Starts a modelled thread.
fn spawn<T: Send + 'static>(body: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    if !run::may_spawn() {
        run::kill(Trouble::Crowded);
    }
    let lane = run::new_lane();
    let body = move || {
        run::enter_lane(lane);
        let result = catch_unwind(AssertUnwindSafe(|| {
            run::touch();
            body()
        }));
        let value = run::survive(result);
        run::done();
        value
    };
    let builder = Builder::new().stack_size(STACK_WORDS);
    match run::in_loom(|| builder.spawn(body)) {
        Ok(handle) => handle,
        Err(error) => panic!("loom cannot start a thread: {error}"),
    }
}

/// The last of the threads, which runs where it was called, after the others
/// were started. It unwinds through the caller.
fn on_main<T>(body: impl FnOnce() -> T) -> T {
    let caller = run::enter_lane(run::new_lane());
    run::touch();
    let value = body();
    run::done();
    run::enter_lane(caller);
    value
}

fn wait_for_all<R>(join_all: impl FnOnce() -> R) -> R {
    run::joins();
    let all = join_all();
    run::joined();
    all
}

/// A panic of the thread has unwound the whole execution: it never gets here.
fn join<T>(handle: JoinHandle<T>) -> T {
    resumed(run::in_loom(|| handle.join()))
}

fn resumed<T>(result: thread::Result<T>) -> T {
    result.unwrap_or_else(|payload| resume_unwind(payload))
}
