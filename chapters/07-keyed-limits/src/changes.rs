//! What only the owner of a limiter can do to it: change its limits, and copy it.

use std::hash::Hash;

use clock::Clock;
use token_bucket::{Gcra, Limit};

use super::keyed::{KeyedLimiter, Shard, lock, low};
use super::sync::Mutex;

impl<K: Hash + Eq + Clone, C: Clock> KeyedLimiter<K, C> {
    /// Goes on under other limits. What each key holds, or owes, stays: a lower
    /// burst cuts it off at once, a higher one adds nothing. The number of keys
    /// stays as it is.
    pub fn set_limits(&mut self, per_key: Limit, global: Option<Limit>) {
        let now = self.clock.now();
        let next = Gcra::new(per_key);
        let carried = |word| self.per_key.carry(word, &next, now);
        for shard in &self.shards {
            lock(&shard.0).rewrite(carried, |key| low(self.hash(key)));
        }
        let mut overflow = lock(&self.overflow);
        overflow.word = carried(overflow.word);
        drop(overflow);
        self.per_key = next;
        self.global = global.map(|limit| {
            let next = Gcra::new(limit);
            let before = self.global.as_ref();
            let word = before.map(|(gcra, word)| gcra.carry(*lock(word), &next, now));
            (next, Mutex::new(word.unwrap_or(Gcra::FULL)))
        });
    }

    /// A second limiter that goes on from here by itself, on `clock`.
    pub(super) fn copy(&self, clock: C) -> Self {
        let shard = |shard: &Shard<K>| Shard(Mutex::new(lock(&shard.0).clone()));
        let global = self.global.as_ref();
        Self {
            shards: self.shards.iter().map(shard).collect(),
            overflow: Mutex::new(*lock(&self.overflow)),
            global: global.map(|(gcra, word)| (*gcra, Mutex::new(*lock(word)))),
            per_key: self.per_key,
            hasher: self.hasher.clone(),
            clock,
        }
    }
}
