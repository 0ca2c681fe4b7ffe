// Puts the learner's test on trial: on one version of the counter, and listens
// to what it says.

use std::cell::{Cell, RefCell};
use std::panic::{self, PanicHookInfo, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use interleavings::first_broken;
use simulation::within;

use super::answer::no_hit_is_lost;
use super::counter::Counter;

const LIMIT: Duration = Duration::from_secs(10);

/// What the learner's test made of one version.
pub(crate) struct Trial {
    /// What it said when it failed, and where; `None` if it passed.
    pub(crate) failed: Option<String>,
    /// How many counters it made: one for each run.
    pub(crate) made: u32,
    /// Whether threads of the system used them, and not the model's.
    pub(crate) outside: bool,
    /// In how many schedules its own rule was broken, and of how many: those of
    /// the first exploration in which it was.
    pub(crate) broken: Option<(usize, usize)>,
}

thread_local! {
    /// Whether a test is on trial on this thread: then its panic is written down
    /// here and not printed.
    static ON_TRIAL: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
    static MADE: Cell<u32> = const { Cell::new(0) };
    static OUTSIDE: Arc<AtomicBool> = Arc::default();
}

/// Runs the learner's test on the version `C`.
#[track_caller]
pub(crate) fn of<C: Counter>() -> Trial {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(listen);
    within(LIMIT, || {
        ON_TRIAL.set(true);
        let passed = catch_unwind(no_hit_is_lost::<InTurn<C>>).is_ok();
        let said = SAID.take().unwrap_or_else(|| "(it panicked without words)".to_owned());
        let outside = OUTSIDE.with(|outside| outside.load(Relaxed));
        let (failed, broken) = ((!passed).then_some(said), first_broken());
        Trial { failed, made: MADE.get(), outside, broken }
    })
}

fn listen() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if ON_TRIAL.get() {
            SAID.with_borrow_mut(|said| {
                said.get_or_insert_with(|| words(info));
            });
        } else {
            print(info);
        }
    }));
}

fn words(info: &PanicHookInfo<'_>) -> String {
    let words = info.payload_as_str().unwrap_or("a panic without words");
    match info.location() {
        Some(place) => format!("{words}\n(at {}:{})", place.file(), place.line()),
        None => words.to_owned(),
    }
}

/// A counter whose calls wait for each other, except under the model checker.
///
/// So a test without the model sees whole calls, one after the other, and its
/// verdict does not depend on luck: threads of the system can hammer a wrong
/// version as long as they like. The model's threads all run on one thread of
/// the system, which never waits for itself, and are cut into each other.
struct InTurn<C> {
    counter: C,
    maker: ThreadId,
    outside: Arc<AtomicBool>,
    /// Which thread of the system is inside, and how many calls of it.
    inside: Mutex<Option<(ThreadId, u32)>>,
    free: Condvar,
}

impl<C: Counter> Counter for InTurn<C> {
    fn new() -> Self {
        MADE.set(MADE.get() + 1);
        Self {
            counter: C::new(),
            maker: thread::current().id(),
            outside: OUTSIDE.with(Arc::clone),
            inside: Mutex::new(None),
            free: Condvar::new(),
        }
    }

    fn hit(&self) -> u64 {
        let _turn = self.turn();
        self.counter.hit()
    }

    fn take_all(&self) -> u64 {
        let _turn = self.turn();
        self.counter.take_all()
    }
}

impl<C> InTurn<C> {
    fn turn(&self) -> Turn<'_, C> {
        let me = thread::current().id();
        if me != self.maker {
            self.outside.store(true, Relaxed);
        }
        let anothers =
            |inside: &mut Option<(ThreadId, u32)>| inside.is_some_and(|(who, _)| who != me);
        let inside = self.free.wait_while(lock(&self.inside), anothers);
        let mut inside = inside.unwrap_or_else(PoisonError::into_inner);
        *inside = Some((me, inside.map_or(1, |(_, calls)| calls + 1)));
        Turn(self)
    }
}

/// One call inside.
struct Turn<'c, C>(&'c InTurn<C>);

impl<C> Drop for Turn<'_, C> {
    fn drop(&mut self) {
        let mut inside = lock(&self.0.inside);
        *inside = inside.and_then(|(who, calls)| (calls > 1).then_some((who, calls - 1)));
        drop(inside);
        self.0.free.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while it holds this lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
