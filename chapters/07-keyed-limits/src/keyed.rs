use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::PoisonError;

use clock::{Clock, Moment, SystemClock};
use token_bucket::{Gcra, Refused};

use super::layers::take_all;
use super::limits::{ConfigError, Limits};
use super::sync::{Mutex, MutexGuard};
use super::table::Table;

/// A token bucket for each key, and one above them all (spec K-01).
///
/// It never holds more than `keys_max` keys (spec K-02). A key is forgotten only
/// when its bucket is full again, so that nobody can tell it from a new one, and
/// only when somebody else needs the place. While all keys are busy, those who
/// have no place share one bucket, the *overflow*.
///
/// Locks are taken in one order: the key's shard, the overflow, the global bucket.
/// Two threads with different keys meet at none of them (but for the luck of the
/// hash) as long as both keys have a place and there is no global limit.
#[derive(Debug)]
pub struct KeyedLimiter<K, C = SystemClock> {
    pub(super) shards: Box<[Shard<K>]>,
    pub(super) overflow: Mutex<Overflow>,
    pub(super) global: Option<(Gcra, Mutex<u64>)>,
    pub(super) per_key: Gcra,
    /// With a secret of its own: strangers choose the keys, and none of them may
    /// choose their cells.
    pub(super) hasher: RandomState,
    pub(super) clock: C,
}

/// On cache lines of its own: whoever takes one lock leaves the next alone.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Shard<K>(pub(super) Mutex<Table<K>>);

/// The bucket of all keys that have no place.
///
/// A new key begins with the word that it finds here, and a key that is forgotten
/// leaves its own. That word is in the past, which means full, unless the overflow
/// is in use: so whoever moves from here to a place brings along what it took. The
/// same for whoever comes back while the clock stands earlier than it did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overflow {
    pub(super) word: u64,
    pub(super) admitted: u64,
}

impl<K: Hash + Eq + Clone> KeyedLimiter<K> {
    /// All buckets full, on the system's clock.
    pub fn new(limits: Limits) -> Result<Self, ConfigError> {
        Self::with_clock(limits, SystemClock::new())
    }
}

impl<K: Hash + Eq + Clone, C: Clock> KeyedLimiter<K, C> {
    /// All buckets full, on `clock`.
    pub fn with_clock(limits: Limits, clock: C) -> Result<Self, ConfigError> {
        let each = limits.shard_max()?;
        let shard = |_| Shard(Mutex::new(Table::new(each)));
        Ok(Self {
            shards: (0..limits.shards).map(shard).collect(),
            overflow: Mutex::new(Overflow { word: Gcra::FULL, admitted: 0 }),
            global: limits.global.map(|limit| (Gcra::new(limit), Mutex::new(Gcra::FULL))),
            per_key: Gcra::new(limits.per_key),
            hasher: RandomState::new(),
            clock,
        })
    }

    /// Takes one token of `key` and one of all, or none and says when both are there.
    pub fn try_acquire(&self, key: &K) -> Result<(), Refused> {
        self.try_acquire_n(key, 1)
    }

    /// Takes `n` tokens of `key` and `n` of all, or none at all (spec K-04). A
    /// refusal changes nothing: it makes no place and forgets no key.
    pub fn try_acquire_n(&self, key: &K, n: u32) -> Result<(), Refused> {
        self.take(key, n, self.clock.now())
    }

    /// The same at a moment that the caller has read.
    pub(super) fn take(&self, key: &K, n: u32, now: Moment) -> Result<(), Refused> {
        let hash = self.hash(key);
        let mut table = self.shard(hash);
        let Some(cell) = table.find(low(hash), key) else {
            return self.take_new(&mut table, key, n, now);
        };
        let word = self.debit(table.word(cell), n, now)?;
        table.set(cell, word);
        Ok(())
    }

    /// A key that has no place: it gets one, or shares the overflow.
    fn take_new(&self, table: &mut Table<K>, key: &K, n: u32, now: Moment) -> Result<(), Refused> {
        let mut overflow = lock(&self.overflow);
        let low_hash = |key: &K| low(self.hash(key));
        let place = table.place(|word| self.per_key.is_full(word, now), low_hash);
        // A clone may panic: before anything is debited.
        let place = place.map(|place| (place, key.clone()));
        let word = self.debit(overflow.word, n, now)?;
        if let Some((place, key)) = place {
            let left = table.put(place, (key, word), low_hash);
            overflow.word = overflow.word.max(left);
        } else {
            overflow.word = word;
            overflow.admitted += 1;
        }
        Ok(())
    }

    /// What the key's word becomes; the global bucket is debited with it, or not at all.
    fn debit(&self, word: u64, n: u32, now: Moment) -> Result<u64, Refused> {
        let Some((gcra, global)) = &self.global else {
            return self.per_key.take(word, n, now, Some(now)).map(|(word, _)| word);
        };
        let mut all = lock(global);
        let [word, next] = take_all([(&self.per_key, word), (gcra, *all)], n, now)?;
        *all = next;
        Ok(word)
    }

    pub(super) fn hash(&self, key: &K) -> u64 {
        self.hasher.hash_one(key)
    }

    pub(super) fn shard(&self, hash: u64) -> MutexGuard<'_, Table<K>> {
        lock(&self.shards[self.place_of(hash)].0)
    }

    /// The upper half of the hash chooses the shard, the lower one the cell in it.
    pub(super) fn place_of(&self, hash: u64) -> usize {
        (((hash >> 32) * self.shards.len() as u64) >> 32) as usize
    }
}

/// Nothing panics between two writes, so even a poisoned lock guards what is whole.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
pub(super) const fn low(hash: u64) -> u32 {
    hash as u32
}
