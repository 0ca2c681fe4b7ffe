// Caught by: more_than_the_burst_is_an_error_and_exactly_the_burst_is_not
// Shipped by: governor #11: one more than the burst was told to wait, so its loop never ended
// Ask: A full bucket of five is asked for six. When does this wait return, and at which moment did the bucket hold six?
// Six of five is a wait like any other.

use std::sync::PoisonError;
use std::time::Duration;

use clock::{Moment, Timer};

use super::sync::{Mutex, MutexGuard};

/// A token bucket whose callers wait. A token comes every `period`.
pub struct Bucket<C> {
    balance: Mutex<Balance>,
    clock: C,
}

/// What the bucket holds. It is counted in nanoseconds: one token is worth
/// `period_ns`, since so long it takes to come.
struct Balance {
    period_ns: i128,
    burst: u32,
    /// What it held at `last`. Below 0 it is a debt.
    held_ns: i128,
    last: Moment,
}

/// Why a wait failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The tokens would come after the deadline.
    TooLate,
    /// More tokens than the bucket can ever hold.
    OverBurst,
}

impl Balance {
    /// Brings the balance up to `now`; the bucket is never fuller than its burst.
    fn settle(&mut self, now: Moment) {
        let elapsed_ns = now.since(self.last).as_nanos() as i128;
        let full_ns = self.period_ns * i128::from(self.burst);
        self.held_ns = (self.held_ns + elapsed_ns).min(full_ns);
        self.last = self.last.max(now);
    }
}

impl<C: Timer> Bucket<C> {
    /// A full bucket.
    pub fn new(period: Duration, burst: u32, clock: C) -> Self {
        let period_ns = period.as_nanos() as i128;
        let held_ns = period_ns * i128::from(burst);
        let last = clock.now();
        Self { balance: Mutex::new(Balance { period_ns, burst, held_ns, last }), clock }
    }

    pub async fn wait_n(&self, n: u32, deadline: Option<Moment>) -> Result<(), Refused> {
        let now = self.clock.now();
        let ready = {
            let mut balance = self.lock();
            balance.settle(now);
            let left_ns = balance.held_ns - balance.period_ns * i128::from(n);
            let debt_ns = u64::try_from((-left_ns).max(0)).unwrap_or(u64::MAX);
            let ready = balance.last.max(now) + Duration::from_nanos(debt_ns);
            if deadline.is_some_and(|deadline| ready > deadline) {
                return Err(Refused::TooLate);
            }
            balance.held_ns = left_ns;
            ready
        };
        if ready > now {
            let taken = Taken { bucket: self, n };
            self.clock.sleep_until(ready).await;
            std::mem::forget(taken);
        }
        Ok(())
    }

    /// What the bucket holds now, in nanoseconds; one token is `period` of them.
    pub fn held_ns(&self) -> i128 {
        let mut balance = self.lock();
        balance.settle(self.clock.now());
        balance.held_ns
    }

    fn lock(&self) -> MutexGuard<'_, Balance> {
        self.balance.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tokens of a wait that is not over.
struct Taken<'b, C: Timer> {
    bucket: &'b Bucket<C>,
    n: u32,
}

impl<C: Timer> Drop for Taken<'_, C> {
    fn drop(&mut self) {
        let now = self.bucket.clock.now();
        let mut balance = self.bucket.lock();
        balance.settle(now);
        let full_ns = balance.period_ns * i128::from(balance.burst);
        let back_ns = balance.period_ns * i128::from(self.n);
        balance.held_ns = (balance.held_ns + back_ns).min(full_ns);
    }
}
