use std::collections::BTreeMap;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Instant;

use crate::{Clock, Moment, Timer};

/// The machine's monotonic clock, counted from when this value was made.
///
/// Copies share their origin. All sleepers of a process share one thread that
/// waits for the earliest of them; it starts with the first sleeper, and no
/// async runtime is needed.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl SystemClock {
    /// A clock whose [`Moment::ZERO`] is now.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's time")]
    pub fn new() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    // A limiter in another crate calls this at each request: hence `inline`, and
    // no check in 128 bits for a process that is 584 years old.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "no machine has run for 584 years")]
    fn now(&self) -> Moment {
        Moment::from_nanos(self.origin.elapsed().as_nanos() as u64)
    }
}

impl Timer for SystemClock {
    fn sleep_until(&self, at: Moment) -> impl Future<Output = ()> + Send {
        Sleep { clock: *self, at, ticket: None }
    }
}

/// One sleeper; `ticket` is its place in the thread's queue once it has one.
struct Sleep {
    clock: SystemClock,
    at: Moment,
    ticket: Option<(Instant, u64)>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.clock.now() >= self.at {
            return Poll::Ready(());
        }
        // A moment too far for the machine's clock is never reached: the
        // sleeper stays pending, without a place in the queue.
        let Some(due) = self.clock.origin.checked_add(self.at.since(Moment::ZERO)) else {
            return Poll::Pending;
        };
        let (alarm, waker) = (alarm(), context.waker().clone());
        let mut queue = alarm.lock();
        let ticket = *self.ticket.get_or_insert_with(|| (due, queue.next_ticket()));
        let old = queue.sleepers.insert(ticket, waker);
        drop(queue);
        // The thread may be waiting for a later one.
        alarm.changed.notify_one();
        // Outside the lock: with its last waker a task goes, and its sleepers.
        drop(old);
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            let waker = alarm().lock().sleepers.remove(&ticket);
            drop(waker);
        }
    }
}

/// The queue of the one timer thread.
#[derive(Default)]
struct Alarm {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    sleepers: BTreeMap<(Instant, u64), Waker>,
    tickets: u64,
}

impl Queue {
    fn next_ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }
}

impl Alarm {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the earliest sleeper, wakes it, and so on for ever.
    #[expect(clippy::disallowed_methods, reason = "the system's timer, part of its clock")]
    fn run(&self) {
        let mut queue = self.lock();
        loop {
            let now = Instant::now();
            let next = queue.sleepers.first_entry();
            queue = match next {
                None => self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                Some(first) if first.key().0 <= now => {
                    let waker = first.remove();
                    drop(queue);
                    // Outside the lock: the waker may poll, and so come back here.
                    // A waker that panics has said so; the others still need this thread.
                    let _ = catch_unwind(AssertUnwindSafe(|| waker.wake()));
                    self.lock()
                }
                Some(first) => {
                    let wait = first.key().0 - now;
                    self.changed.wait_timeout(queue, wait).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

fn alarm() -> &'static Alarm {
    static ALARM: OnceLock<&'static Alarm> = OnceLock::new();
    ALARM.get_or_init(|| {
        let alarm: &'static Alarm = Box::leak(Box::default());
        thread::Builder::new()
            .name("breakwater-timer".into())
            .spawn(move || alarm.run())
            .expect("a thread for the timer");
        alarm
    })
}
