//! The keyed limiter that anyone would write, wrong on purpose.
//!
//! Every line looks right. The lesson runs it and shows what a caller does to
//! everybody who is over its own limit, and what callers do to the memory who
//! never come twice.

use std::collections::BTreeMap;

use clock::Moment;
use token_bucket::{Balance, Limit, Refused};

/// A bucket for each key and one for all, with two mistakes.
#[derive(Clone, Debug)]
pub struct FirstKeyed<K> {
    per_key: Limit,
    buckets: BTreeMap<K, Balance>,
    global: Balance,
}

impl<K: Ord> FirstKeyed<K> {
    /// All buckets full at time 0.
    pub fn new(per_key: Limit, global: Limit) -> Self {
        let global = Balance::full(global, Moment::ZERO);
        Self { per_key, buckets: BTreeMap::new(), global }
    }

    /// Takes a token of all and one of `key`, or says when to come back.
    pub fn try_acquire(&mut self, key: K, now: Moment) -> Result<(), Refused> {
        // Mistake one: by the time the key says no, a token of all is gone.
        self.global.try_take(1, now)?; // lit: refused
        // Mistake two: whoever comes stays in the map, for ever.
        let fresh = || Balance::full(self.per_key, now);
        let bucket = self.buckets.entry(key).or_insert_with(fresh);
        bucket.try_take(1, now) // lit: admitted, refused
    }

    /// The bucket of all.
    pub const fn global(&self) -> &Balance {
        &self.global
    }

    /// The bucket of `key`, if it was ever here.
    pub fn bucket(&self, key: &K) -> Option<&Balance> {
        self.buckets.get(key)
    }

    /// How many keys it remembers.
    pub fn keys(&self) -> usize {
        self.buckets.len()
    }
}
