use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use crate::{Clock, Moment, Timer};

/// A clock that moves only when it is told to.
///
/// It starts at [`Moment::ZERO`]. Clones share the time and the sleepers. A
/// sleeper is woken when the clock passes its time: the earliest first, and of
/// two with the same time the one that came first (spec C-03).
#[derive(Clone, Debug, Default)]
pub struct ManualClock {
    shared: Arc<Mutex<Shared>>,
}

impl ManualClock {
    /// A clock at [`Moment::ZERO`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Moves the clock `by` forward, then wakes whoever is due.
    ///
    /// The clock jumps: every sleeper that is woken by this call sees the time
    /// after the jump. [`drive`](Self::drive) goes from sleeper to sleeper.
    pub fn advance(&self, by: Duration) {
        self.turn(|now| now + by);
    }

    /// Sets the clock to `to`, which may be **earlier** than now: machines do
    /// that, and a mechanism must survive it. Then wakes whoever is due.
    pub fn set(&self, to: Moment) {
        self.turn(|_| to);
    }

    /// One lock for reading and writing: two threads that advance at once both count.
    fn turn(&self, hand: impl FnOnce(Moment) -> Moment) {
        let due = {
            let mut shared = self.lock();
            shared.now = hand(shared.now);
            shared.take_due()
        };
        // Outside the lock: a waker may poll its future here and now, and that
        // future will want this clock.
        for waker in due {
            waker.wake(); // lit: admitted
        }
    }

    /// When the next sleeper is due, if anyone sleeps.
    pub fn next_sleeper(&self) -> Option<Moment> {
        self.lock().sleepers.keys().next().map(|&(at, _)| at)
    }

    /// Runs `future` to its end on this clock, and gives what it returned.
    ///
    /// This is the executor of tests: it polls, and whenever nothing can go on
    /// it sets the clock to the next sleeper's time. No real time passes.
    ///
    /// # Panics
    ///
    /// If the future waits for something that this clock cannot bring.
    pub fn drive<F: Future>(&self, future: F) -> F::Output {
        let mut future = pin!(future);
        let flag = Arc::new(Flag::default());
        let waker = Waker::from(Arc::clone(&flag));
        let mut context = Context::from_waker(&waker);
        loop {
            if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
                return output;
            }
            while !flag.take() {
                let next = self.next_sleeper().unwrap_or_else(|| {
                    panic!(
                        "at {}: the future waits, and nobody sleeps on this clock: \
                         nothing will ever wake it",
                        self.now()
                    )
                });
                self.set(next);
            }
        }
    }

    /// Runs all `futures` side by side on this clock; their outputs, in the
    /// order in which the futures were given.
    ///
    /// At each turn all unfinished ones are polled, in that same order.
    ///
    /// # Panics
    ///
    /// As [`drive`](Self::drive).
    pub fn drive_all<F: Future>(&self, futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
        let mut running: Vec<_> =
            futures.into_iter().map(|future| (Box::pin(future), None)).collect();
        self.drive(poll_fn(|context| {
            for (future, output) in running.iter_mut().filter(|(_, output)| output.is_none()) {
                if let Poll::Ready(ready) = future.as_mut().poll(context) {
                    *output = Some(ready);
                }
            }
            let done = running.iter().all(|(_, output)| output.is_some());
            if done { Poll::Ready(()) } else { Poll::Pending }
        }));
        running.into_iter().filter_map(|(_, output)| output).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // A test that panics while it holds the lock has failed already; the
        // others may go on with a clock whose data are whole.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Moment {
        self.lock().now
    }
}

impl Timer for ManualClock {
    fn sleep_until(&self, at: Moment) -> impl Future<Output = ()> + Send {
        Sleep { clock: self.clone(), at, ticket: None }
    }
}

/// What the clones of one clock share.
#[derive(Debug, Default)]
struct Shared {
    now: Moment,
    /// By time, then by the order in which they came: a map in order *is* the
    /// order of waking.
    sleepers: BTreeMap<(Moment, u64), Waker>,
    tickets: u64,
}

impl Shared {
    fn take_due(&mut self) -> Vec<Waker> {
        let later = self.sleepers.split_off(&(self.now, u64::MAX));
        std::mem::replace(&mut self.sleepers, later).into_values().collect()
    }
}

/// One sleeper. It is in the map from its first poll until it is due or dropped.
struct Sleep {
    clock: ManualClock,
    at: Moment,
    ticket: Option<u64>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let (clock, waker) = (self.clock.clone(), context.waker().clone());
        let mut shared = clock.lock();
        if shared.now >= self.at {
            return Poll::Ready(());
        }
        let ticket = *self.ticket.get_or_insert_with(|| {
            shared.tickets += 1;
            shared.tickets
        });
        let old = shared.sleepers.insert((self.at, ticket), waker); // lit: held
        // Outside the lock, as everywhere: with its last waker a task goes, and
        // its own sleepers, which want this clock.
        drop(shared);
        drop(old);
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            let waker = self.clock.lock().sleepers.remove(&(self.at, ticket));
            drop(waker);
        }
    }
}

/// Remembers that somebody called the waker since the last look.
#[derive(Default)]
struct Flag(AtomicBool);

impl Flag {
    fn take(&self) -> bool {
        // Relaxed: a future that is woken by another thread publishes its data
        // through locks of its own; here only the fact itself is asked.
        self.0.swap(false, Ordering::Relaxed)
    }
}

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}
