use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::PoisonError;
use std::task::{Poll, Waker, ready};
use std::time::Duration;

use clock::{Clock, Moment, SystemClock, Timer};

use super::line::{Line, Turn};
use super::pace::Pace;
use super::refused::TurnedAway;
use super::sync::{Mutex, MutexGuard};

/// A leaky bucket as a queue: whatever comes in as a burst goes out one by one,
/// at an even pace (spec L-02).
///
/// It is for work that a downstream wants evenly: messages to a gateway that
/// takes ten a second and no two at once. Where a burst does no harm, a meter is
/// better: it lets nobody wait.
#[derive(Debug)]
pub struct Queue<C = SystemClock> {
    shared: Mutex<Shared>,
    clock: C,
}

/// The line, and whom to wake when it moves up.
#[derive(Debug)]
struct Shared {
    line: Line,
    wakers: BTreeMap<u64, Waker>,
}

impl Queue {
    /// An empty queue on the system's clock: `places` may wait, none of them for
    /// longer than `wait_max`.
    pub fn new(pace: Pace, places: u32, wait_max: Duration) -> Self {
        Self::with_clock(pace, places, wait_max, SystemClock::new())
    }
}

impl<C: Clock> Queue<C> {
    /// An empty queue on `clock`.
    pub fn with_clock(pace: Pace, places: u32, wait_max: Duration, clock: C) -> Self {
        let line = Line::new(pace, places, wait_max, clock.now());
        Self { shared: Mutex::new(Shared { line, wakers: BTreeMap::new() }), clock }
    }

    /// How many wait now.
    pub fn waiting(&self) -> usize {
        let now = self.clock.now();
        self.lock().line.waiting(now)
    }

    fn enter(&self, patience: Duration) -> Result<Turn, TurnedAway> {
        let now = self.clock.now();
        self.lock().line.enter(patience, now)
    }

    /// When the turn of `ticket` comes, and `waker` is called if that changes;
    /// `None` if it has come.
    fn look(&self, ticket: u64, waker: &Waker) -> Option<Moment> {
        let now = self.clock.now();
        let mut shared = self.lock();
        let due = shared.line.due(ticket, now)?;
        let old = shared.wakers.insert(ticket, waker.clone());
        // Outside the lock: with its last waker a task goes, and perhaps a place
        // in this very line.
        drop(shared);
        drop(old);
        Some(due)
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // Nothing in here panics half-way, so even a poisoned line is whole.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C: Timer> Queue<C> {
    /// Takes a place in the line at its first poll and returns when its turn
    /// comes; or is turned away at once, if it cannot be served in time.
    ///
    /// A future that is dropped while it waits gives its place back, and those
    /// behind it move up. One that is dropped when its turn had come already has
    /// used it up.
    pub async fn wait(&self) -> Result<(), TurnedAway> {
        self.wait_at_most(Duration::MAX).await
    }

    /// The same for a caller who is ready to wait for `patience`. A wait that is
    /// over exactly then is short enough.
    pub async fn wait_at_most(&self, patience: Duration) -> Result<(), TurnedAway> {
        let Turn::Wait { ticket, mut until } = self.enter(patience)? else { return Ok(()) };
        let place = Place { queue: self, ticket };
        let mut sleep = pin!(self.clock.sleep_until(until));
        poll_fn(|context| {
            while let Some(due) = self.look(ticket, context.waker()) {
                if due != until {
                    until = due;
                    sleep.set(self.clock.sleep_until(until));
                }
                ready!(sleep.as_mut().poll(context));
                // That sleep is over. If the clock went back, there is another one.
                sleep.set(self.clock.sleep_until(until));
            }
            Poll::Ready(())
        })
        .await;
        drop(place);
        Ok(())
    }
}

/// A place in the line, or a turn that has come.
struct Place<'q, C: Clock> {
    queue: &'q Queue<C>,
    ticket: u64,
}

impl<C: Clock> Drop for Place<'_, C> {
    fn drop(&mut self) {
        let now = self.queue.clock.now();
        let mut shared = self.queue.lock();
        let own = shared.wakers.remove(&self.ticket);
        let behind = shared.line.leave(self.ticket, now).unwrap_or_default();
        let moved: Vec<Waker> =
            behind.iter().filter_map(|ticket| shared.wakers.get(ticket)).cloned().collect();
        drop(shared);
        drop(own);
        for waker in moved {
            waker.wake();
        }
    }
}
