// Caught by: a_new_key_takes_the_place_of_one_that_is_full
// Shipped by: no library that we know of; a frequent first try
// Ask: The first key in your table is busy, and the second one is full. What does a new key get?
// It only looks whether the first key in the table is full.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;

/// A limiter that gives a bucket to each of so many keys, and one to all others.
pub struct Limiter {
    period: Duration,
    burst: u32,
    places: usize,
    /// For each key that has a place, when its bucket is full again.
    full_at: BTreeMap<u32, Moment>,
    /// When the bucket of all others is full again.
    overflow: Moment,
    overflowed: u64,
}

impl Limiter {
    /// A token each `period` and `burst` at once, for each of `places` keys.
    pub fn new(period: Duration, burst: u32, places: usize) -> Self {
        Self {
            period,
            burst,
            places,
            full_at: BTreeMap::new(),
            overflow: Moment::ZERO,
            overflowed: 0,
        }
    }

    /// Takes a token of `key`, or of the overflow if it has no place and gets none;
    /// or says when there will be one.
    pub fn try_take(&mut self, key: u32, now: Moment) -> Result<(), Moment> {
        if let Some(&full_at) = self.full_at.get(&key) {
            let next = self.ask(full_at, now)?;
            self.full_at.insert(key, next);
            return Ok(());
        }
        let next = self.ask(self.overflow, now)?;
        let full =
            self.full_at.iter().next().filter(|&(_, &full_at)| full_at <= now).map(|(&key, _)| key);
        if self.full_at.len() >= self.places {
            let Some(full) = full else {
                self.overflow = next;
                self.overflowed += 1;
                return Ok(());
            };
            self.full_at.remove(&full);
        }
        self.full_at.insert(key, next);
        Ok(())
    }

    /// How many keys have a place.
    pub fn keys(&self) -> usize {
        self.full_at.len()
    }

    /// How many requests the overflow let through.
    pub fn overflowed(&self) -> u64 {
        self.overflowed
    }

    /// Takes a token from a bucket that is full at `full_at`: when it will be full
    /// then. Or, if there is none, when there will be one.
    fn ask(&self, full_at: Moment, now: Moment) -> Result<Moment, Moment> {
        let next = full_at.max(now) + self.period;
        let ready = next.saturating_sub(self.period * self.burst);
        if ready > now { Err(ready) } else { Ok(next) }
    }
}
