use clock::{Clock, Moment, SystemClock, Timer};

use super::gcra::Gcra;
use super::limit::Limit;
use super::refused::Refused;
use super::sync::atomic::{AtomicU64, Ordering};

/// A token bucket without a lock: the rule of [`Gcra`] over one atomic word.
///
/// At rates whose period is a whole number of nanoseconds it does to the letter
/// what [`TokenBucket`](super::token_bucket::TokenBucket) does, as long as time
/// does not go back. Rate and burst are fixed; [`successor`](Self::successor)
/// gives a bucket with others that goes on where this one stands.
///
/// All orderings are `Relaxed`: the word is all that the threads share, and
/// nothing else is published through it.
#[derive(Debug)]
pub struct GcraBucket<C = SystemClock> {
    word: AtomicU64,
    gcra: Gcra,
    clock: C,
}

impl GcraBucket {
    /// A full bucket on the system's clock.
    pub fn new(limit: Limit) -> Self {
        Self::with_clock(limit, SystemClock::new())
    }
}

impl<C: Clock> GcraBucket<C> {
    /// A full bucket on `clock`.
    pub fn with_clock(limit: Limit, clock: C) -> Self {
        Self { word: AtomicU64::new(Gcra::FULL), gcra: Gcra::new(limit), clock }
    }

    /// Takes one token, or says when there will be one.
    pub fn try_acquire(&self) -> Result<(), Refused> {
        self.try_acquire_n(1)
    }

    /// Takes `n` tokens, or none and says when there will be enough. A refusal
    /// writes nothing, and so takes no other thread's cache line away.
    pub fn try_acquire_n(&self, n: u32) -> Result<(), Refused> {
        let now = self.clock.now();
        self.swap_in(n, now, Some(now)).map(drop)
    }

    /// What the bucket holds now, in millionths of a token; below 0 it is a debt.
    pub fn micro_tokens(&self) -> i64 {
        self.gcra.micro_tokens(self.word.load(Ordering::Relaxed), self.clock.now())
    }

    /// A bucket under another limit that holds, or owes, what this one does now.
    ///
    /// Whoever swaps it in must stop the use of the old one first: what is taken
    /// from that afterwards, the new one does not see.
    #[must_use]
    pub fn successor(&self, limit: Limit) -> Self
    where
        C: Clone,
    {
        let gcra = Gcra::new(limit);
        let word = self.word.load(Ordering::Relaxed);
        let word = self.gcra.carry(word, &gcra, self.clock.now());
        Self { word: AtomicU64::new(word), gcra, clock: self.clock.clone() }
    }

    /// The one place that writes: reads the word, asks the rule, and swaps the
    /// answer in if the word is still the one that was asked about.
    fn swap_in(&self, n: u32, now: Moment, latest: Option<Moment>) -> Result<Moment, Refused> {
        let mut word = self.word.load(Ordering::Relaxed);
        loop {
            let (next, ready) = self.gcra.take(word, n, now, latest)?;
            if next == word {
                return Ok(ready);
            }
            let swap =
                self.word.compare_exchange_weak(word, next, Ordering::Relaxed, Ordering::Relaxed);
            match swap {
                Ok(_) => return Ok(ready),
                Err(newer) => word = newer,
            }
        }
    }
}

impl<C: Timer> GcraBucket<C> {
    /// Waits for one token, as long as it takes.
    pub async fn wait(&self) -> Result<(), Refused> {
        self.wait_n(1, None).await
    }

    /// Takes `n` tokens at its first poll, also such as are still to come, and
    /// returns when they are there; fails at once, and takes nothing, if that
    /// would be after `deadline`. Dropped before, it gives them back.
    pub async fn wait_n(&self, n: u32, deadline: Option<Moment>) -> Result<(), Refused> {
        let now = self.clock.now();
        let ready = self.swap_in(n, now, deadline)?;
        if ready > now {
            let taken = Taken { word: &self.word, cost_ns: self.gcra.cost_ns(n) };
            self.clock.sleep_until(ready).await;
            std::mem::forget(taken);
        }
        Ok(())
    }
}

/// Tokens of a wait that is not over.
struct Taken<'b> {
    word: &'b AtomicU64,
    cost_ns: u64,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        // Never below 0: the word holds the costs of all who still wait.
        self.word.fetch_sub(self.cost_ns, Ordering::Relaxed);
    }
}
