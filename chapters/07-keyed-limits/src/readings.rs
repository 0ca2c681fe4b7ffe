//! What a keyed limiter holds, for whoever watches it. Each reading is right for
//! its own lock; several of them need not belong to one moment.

use std::hash::Hash;

use clock::{Clock, Moment};
use token_bucket::Gcra;

use super::keyed::{KeyedLimiter, lock, low};

/// What a refused request did not find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lacks {
    /// A bucket of its key's own; it takes from the overflow.
    pub(super) place: bool,
    /// A token in that bucket, its own or the overflow.
    pub(super) own: bool,
    /// A token in the bucket of all.
    pub(super) all: bool,
}

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

    /// What of a request for one token of `key` is not there at `now`.
    pub(super) fn lacks(&self, key: &K, now: Moment) -> Lacks {
        let hash = self.hash(key);
        let table = self.shard(hash);
        let place = table.find(low(hash), key);
        let own = place.map_or_else(|| lock(&self.overflow).word, |cell| table.word(cell));
        let lacks = |gcra: &Gcra, word| gcra.take(word, 1, now, Some(now)).is_err();
        Lacks {
            place: place.is_none(),
            own: lacks(&self.per_key, own),
            all: self.global.as_ref().is_some_and(|(gcra, word)| lacks(gcra, *lock(word))),
        }
    }

    /// When the next bucket is full after `now`, of those of a key that is `asked` for,
    /// of the overflow and of all: there a line of the stage bends.
    pub(super) fn full_at(&self, asked: impl Fn(&K) -> bool, now: Moment) -> Option<Moment> {
        let later = |word: &u64| *word > now.as_nanos();
        let own = self.shards.iter().filter_map(|shard| {
            let table = lock(&shard.0);
            let words = table.iter().filter(|&(key, _)| asked(key)).map(|(_, word)| word);
            words.filter(later).min()
        });
        let overflow = lock(&self.overflow).word;
        let global = self.global.as_ref().map(|(_, word)| *lock(word));
        let shared = [overflow].into_iter().chain(global).filter(later);
        own.chain(shared).min().map(Moment::from_nanos)
    }
}
