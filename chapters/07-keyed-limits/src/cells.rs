use std::num::NonZeroU64;

/// A map from keys to words that never grows: open addressing over a fixed number of
/// cells.
///
/// A byte of each key's hash, its tag, lies apart from the keys. A search reads tags,
/// of which many share a cache line, and then hardly ever a key that it does not
/// want. Since nothing grows, there is no pause in which everything is moved, and the
/// memory is known from the start.
#[derive(Clone, Debug)]
pub(super) struct Cells<K> {
    tags: Box<[u8]>,
    entries: Box<[Option<Entry<K>>]>,
}

/// A word is kept as one more than it is. So it is never 0, and a 0 in its place says
/// that the cell is empty, which costs no byte: with a key of eight bytes four cells
/// share a cache line.
#[derive(Clone, Debug)]
struct Entry<K> {
    key: K,
    word: NonZeroU64,
}

impl<K> Entry<K> {
    /// The largest word of all is kept as the one before it: a nanosecond in 584 years.
    const fn new(key: K, word: u64) -> Self {
        Self { key, word: NonZeroU64::MIN.saturating_add(word) }
    }

    const fn word(&self) -> u64 {
        self.word.get() - 1
    }

    const fn set(&mut self, word: u64) {
        self.word = NonZeroU64::MIN.saturating_add(word);
    }
}

const EMPTY: u8 = 0;

impl<K: Eq> Cells<K> {
    /// For at most `keys_max` keys; a quarter of the cells always stays empty, so that
    /// a search ends soon.
    pub(super) fn new(keys_max: u32) -> Self {
        let count = Self::count(keys_max);
        Self { tags: vec![EMPTY; count].into(), entries: (0..count).map(|_| None).collect() }
    }

    /// What it takes for so many keys, in bytes.
    pub(super) const fn bytes(keys_max: u32) -> usize {
        Self::count(keys_max) * (1 + size_of::<Option<Entry<K>>>())
    }

    const fn count(keys_max: u32) -> usize {
        keys_max as usize + keys_max as usize / 3 + 1
    }

    /// The cell of `key`, which may move when another key is removed.
    #[inline]
    pub(super) fn find(&self, hash: u32, key: &K) -> Option<usize> {
        let (tag, mut at) = (tag(hash), self.home(hash));
        loop {
            let found = self.tags[at];
            if found == tag && self.entries[at].as_ref().is_some_and(|entry| entry.key == *key) {
                return Some(at);
            }
            if found == EMPTY {
                return None;
            }
            at = self.after(at);
        }
    }

    #[inline]
    pub(super) fn word(&self, cell: usize) -> u64 {
        self.entries[cell].as_ref().map_or(0, Entry::word)
    }

    #[inline]
    pub(super) fn set(&mut self, cell: usize, word: u64) {
        if let Some(entry) = &mut self.entries[cell] {
            entry.set(word);
        }
    }

    /// All keys with their words, in no order that means anything.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&K, u64)> {
        self.entries.iter().flatten().map(|entry| (&entry.key, entry.word()))
    }

    /// Writes all words anew.
    pub(super) fn rewrite(&mut self, new: impl Fn(u64) -> u64) {
        self.entries.iter_mut().flatten().for_each(|entry| entry.set(new(entry.word())));
    }

    /// Adds a key that is not there yet.
    pub(super) fn insert(&mut self, hash: u32, key: K, word: u64) {
        let mut at = self.home(hash);
        while self.tags[at] != EMPTY {
            at = self.after(at);
        }
        self.tags[at] = tag(hash);
        self.entries[at] = Some(Entry::new(key, word));
    }

    /// Takes a key out, and moves up those behind it that the hole would cut off from
    /// their home.
    pub(super) fn remove(&mut self, mut hole: usize, hash_of: impl Fn(&K) -> u32) {
        self.entries[hole] = None;
        let mut at = self.after(hole);
        while let Some(entry) = &self.entries[at] {
            let home = self.home(hash_of(&entry.key));
            if self.steps(home, at) >= self.steps(hole, at) {
                self.tags[hole] = self.tags[at];
                self.entries.swap(hole, at);
                hole = at;
            }
            at = self.after(at);
        }
        self.tags[hole] = EMPTY;
    }

    /// The cell at which the search for `hash` begins.
    #[inline]
    fn home(&self, hash: u32) -> usize {
        // The hash as a fraction of the way through the cells.
        ((u64::from(hash) * self.tags.len() as u64) >> 32) as usize
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.tags.len() { 0 } else { at + 1 }
    }

    /// How many steps it is from one cell to another.
    fn steps(&self, from: usize, to: usize) -> usize {
        if to >= from { to - from } else { to + self.tags.len() - from }
    }
}

/// The lowest bits of the hash, which say least about its home; never `EMPTY`.
#[expect(clippy::cast_possible_truncation, reason = "the lowest byte is meant")]
const fn tag(hash: u32) -> u8 {
    hash as u8 | 0x80
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::Cells;

    /// Few hashes, so that they meet; the largest, so that a search goes round the end.
    const fn hash_of(key: u32) -> u32 {
        u32::MAX - key % 5 * 0x2000_0000
    }

    #[test]
    fn a_word_comes_back_as_it_was_but_for_the_largest() {
        let mut cells = Cells::new(4);
        for (key, word) in [(0, 0), (1, 1), (2, u64::MAX - 1), (3, u64::MAX)] {
            cells.insert(hash_of(key), key, word);
        }
        let word = |key| cells.word(cells.find(hash_of(key), &key).unwrap());
        assert_eq!([0, 1, 2, 3].map(word), [0, 1, u64::MAX - 1, u64::MAX - 1]);
    }

    proptest! {
        #[test]
        fn it_finds_what_a_plain_map_finds(
            steps in prop::collection::vec((0_u32..16, 0_u64..100), 1..200)
        ) {
            let mut cells = Cells::new(8);
            let mut plain = BTreeMap::new();
            for (key, word) in steps {
                if plain.remove(&key).is_some() {
                    let cell = cells.find(hash_of(key), &key).unwrap();
                    cells.remove(cell, |key| hash_of(*key));
                } else if plain.len() < 8 {
                    cells.insert(hash_of(key), key, word);
                    plain.insert(key, word);
                }
                for key in 0..16 {
                    let found = cells.find(hash_of(key), &key).map(|cell| cells.word(cell));
                    prop_assert_eq!(found, plain.get(&key).copied());
                }
            }
        }
    }
}
