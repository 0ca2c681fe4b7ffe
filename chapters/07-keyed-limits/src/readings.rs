//! What a keyed limiter holds, for whoever watches it. Each reading is right for
//! its own lock; several of them need not belong to one moment.

use std::hash::Hash;

use clock::{Clock, Moment};

use super::keyed::{KeyedLimiter, lock, low};

impl<K: Hash + Eq + Clone, C: Clock> KeyedLimiter<K, C> {
    /// How many keys have a place, the idle ones included: they are forgotten when
    /// somebody needs their place, and not before.
    pub fn keys(&self) -> usize {
        self.shards.iter().map(|shard| lock(&shard.0).len()).sum()
    }

    /// Whether `key` has a place of its own.
    pub fn has_place(&self, key: &K) -> bool {
        let hash = self.hash(key);
        self.shard(hash).find(low(hash), key).is_some()
    }

    /// How many requests went through the overflow. If this grows, `keys_max` is
    /// too small, or somebody invents keys.
    pub fn overflowed(&self) -> u64 {
        lock(&self.overflow).admitted
    }

    /// What `key` could take now, in millionths of a token, as far as its own
    /// bucket goes.
    pub fn micro_tokens(&self, key: &K) -> i64 {
        let hash = self.hash(key);
        let table = self.shard(hash);
        let own = table.find(low(hash), key).map(|cell| table.word(cell));
        let word = own.unwrap_or_else(|| lock(&self.overflow).word);
        self.per_key.micro_tokens(word, self.clock.now())
    }

    /// What the overflow holds now, in millionths of a token.
    pub fn overflow_micro_tokens(&self) -> i64 {
        let word = lock(&self.overflow).word;
        self.per_key.micro_tokens(word, self.clock.now())
    }

    /// What all keys together could take now, in millionths of a token; `None` if
    /// there is no limit above them.
    pub fn global_micro_tokens(&self) -> Option<i64> {
        let (gcra, word) = self.global.as_ref()?;
        Some(gcra.micro_tokens(*lock(word), self.clock.now()))
    }

    /// When each bucket is full again that is of one of `keys`, of the overflow or of
    /// all; for the stage, whose rates are not 0 in a line that bends.
    pub(super) fn full_at(&self, keys: &[K]) -> impl Iterator<Item = Moment> {
        let own = keys.iter().filter_map(|key| {
            let hash = self.hash(key);
            let table = self.shard(hash);
            table.find(low(hash), key).map(|cell| table.word(cell))
        });
        let overflow = lock(&self.overflow).word;
        let global = self.global.as_ref().map(|(_, word)| *lock(word));
        own.chain([overflow]).chain(global).map(Moment::from_nanos)
    }
}
