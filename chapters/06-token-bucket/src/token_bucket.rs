use std::sync::PoisonError;

use clock::{Clock, Moment, SystemClock, Timer};

use super::balance::Balance;
use super::limit::Limit;
use super::refused::Refused;
use super::sync::Mutex;

/// A token bucket that threads share: a [`Balance`] behind one lock.
///
/// Tokens flow in at the rate of its [`Limit`] until the bucket is full; a
/// request takes some of them or is refused. So over any stretch of time no
/// more than burst + rate × time get through. A new bucket is full.
///
/// Use [`try_acquire`](Self::try_acquire) at a gateway, which had better answer
/// 429 at once, and [`wait`](Self::wait) for calls inside, where a queue is
/// better than an error (spec T-07).
#[derive(Debug)]
pub struct TokenBucket<C = SystemClock> {
    balance: Mutex<Balance>,
    clock: C,
}

impl TokenBucket {
    /// A full bucket on the system's clock.
    pub fn new(limit: Limit) -> Self {
        Self::with_clock(limit, SystemClock::new())
    }
}

impl<C: Clock> TokenBucket<C> {
    /// A full bucket on `clock`.
    pub fn with_clock(limit: Limit, clock: C) -> Self {
        Self { balance: Mutex::new(Balance::full(limit, clock.now())), clock }
    }

    /// Takes one token, or says when there will be one.
    pub fn try_acquire(&self) -> Result<(), Refused> {
        self.try_acquire_n(1)
    }

    /// Takes `n` tokens, or none and says when there will be enough. It never
    /// goes into debt, and a refusal changes nothing.
    pub fn try_acquire_n(&self, n: u32) -> Result<(), Refused> {
        let now = self.clock.now();
        self.with(|balance| balance.try_take(n, now))
    }

    /// Changes rate and burst while the bucket is in use, without a free token.
    /// Who waits already keeps the time that it was told.
    pub fn set_limit(&self, limit: Limit) {
        let now = self.clock.now();
        self.with(|balance| balance.set_limit(limit, now));
    }

    /// What the bucket holds now, in millionths of a token; below 0 it is a debt.
    pub fn micro_tokens(&self) -> i64 {
        let now = self.clock.now();
        self.with(|balance| balance.micro_tokens(now))
    }

    fn with<T>(&self, change: impl FnOnce(&mut Balance) -> T) -> T {
        // Nothing in here panics half-way, so even a poisoned balance is whole.
        change(&mut self.balance.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<C: Timer> TokenBucket<C> {
    /// Waits for one token, as long as it takes.
    pub async fn wait(&self) -> Result<(), Refused> {
        self.wait_n(1, None).await
    }

    /// Takes `n` tokens at its first poll, also such as are still to come, and
    /// returns when they are there. First come, first served.
    ///
    /// If that would be after `deadline`, it fails at once and takes nothing; a
    /// wait that is over exactly at its deadline succeeds. A future that is
    /// dropped before it returned gives its tokens back.
    pub async fn wait_n(&self, n: u32, deadline: Option<Moment>) -> Result<(), Refused> {
        let now = self.clock.now();
        let ready = self.with(|balance| balance.take(n, now, deadline))?;
        if ready > now {
            let taken = Taken { bucket: self, n };
            self.clock.sleep_until(ready).await;
            // The call goes ahead: the tokens are used.
            std::mem::forget(taken);
        }
        Ok(())
    }
}

/// Tokens of a wait that is not over.
struct Taken<'b, C: Clock> {
    bucket: &'b TokenBucket<C>,
    n: u32,
}

impl<C: Clock> Drop for Taken<'_, C> {
    fn drop(&mut self) {
        self.bucket.with(|balance| balance.give_back(self.n));
    }
}
