use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::cells::Cells;

/// The keys of one shard, each with one word of its bucket; a bound on how many
/// there are, and an order in which they may be forgotten. It reads no clock and
/// knows nothing of tokens.
///
/// Words only grow, and a smaller word is full earlier. The heap keeps a *note* of
/// each key's word and is not told when the word grows; so a note is too small
/// at times, and never too large. Who looks for a key that is full corrects the notes
/// that it meets on top. Each correction was paid for by a request, and a request
/// of a known key costs nothing here.
#[derive(Clone, Debug)]
pub(super) struct Table<K> {
    keys_max: u32,
    cells: Cells<K>,
    notes: BinaryHeap<Note<K>>,
}

/// What the word of a key was, or is. The smallest word is the largest note, since
/// the largest is on top of a heap.
#[derive(Clone, Debug)]
struct Note<K> {
    word: u64,
    key: K,
}

/// A place for a new key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// One that nobody had yet.
    New,
    /// That of the key whose note is on top, in this cell.
    Of(usize),
}

impl<K: Eq + Clone> Table<K> {
    /// All of its memory is set aside here.
    pub(super) fn new(keys_max: u32) -> Self {
        let notes = BinaryHeap::with_capacity(keys_max as usize);
        Self { keys_max, cells: Cells::new(keys_max), notes }
    }

    /// What a table for so many keys takes, in bytes.
    pub(super) const fn bytes(keys_max: u32) -> usize {
        Cells::<K>::bytes(keys_max) + keys_max as usize * size_of::<Note<K>>()
    }

    pub(super) fn len(&self) -> usize {
        self.notes.len()
    }

    /// The cell of `key`, if it has a place.
    #[inline]
    pub(super) fn find(&self, hash: u32, key: &K) -> Option<usize> {
        self.cells.find(hash, key)
    }

    #[inline]
    pub(super) fn word(&self, cell: usize) -> u64 {
        self.cells.word(cell)
    }

    /// Writes a word that is not smaller than the one before.
    #[inline]
    pub(super) fn set(&mut self, cell: usize, word: u64) {
        self.cells.set(cell, word);
    }

    /// All keys with their words, in no order that means anything.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&K, u64)> {
        self.cells.iter()
    }

    /// Writes all words anew, larger ones or smaller ones.
    pub(super) fn rewrite(&mut self, new: impl Fn(u64) -> u64, hash_of: impl Fn(&K) -> u32) {
        self.cells.rewrite(new);
        for mut note in std::mem::take(&mut self.notes).into_vec() {
            let cell = self.cells.find(hash_of(&note.key), &note.key);
            note.word = cell.map_or(0, |cell| self.cells.word(cell));
            self.notes.push(note);
        }
    }

    /// A place for one more key: a new one while there are some, then that of the key
    /// that has been full for the longest time, if `full` says so of its word. This
    /// changes nothing that anybody could see.
    pub(super) fn place(
        &mut self,
        full: impl Fn(u64) -> bool,
        hash_of: impl Fn(&K) -> u32,
    ) -> Option<Place> {
        if self.notes.len() < self.keys_max as usize {
            return Some(Place::New);
        }
        loop {
            let mut top = self.notes.peek_mut()?;
            if !full(top.word) {
                // The smallest note is still to come, and no word is smaller than its note.
                return None;
            }
            let cell = self.cells.find(hash_of(&top.key), &top.key)?;
            let word = self.cells.word(cell);
            if word == top.word {
                return Some(Place::Of(cell));
            }
            top.word = word;
        }
    }

    /// Puts `key` into the place that was found just before, and tells the word of
    /// the key that had it; 0 if nobody had.
    pub(super) fn put(
        &mut self,
        place: Place,
        (key, word): (K, u64),
        hash_of: impl Fn(&K) -> u32,
    ) -> u64 {
        let hash = hash_of(&key);
        let note = Note { word, key: key.clone() };
        let left = match place {
            Place::New => {
                self.notes.push(note);
                0
            }
            Place::Of(cell) => {
                let left = self.cells.word(cell);
                self.cells.remove(cell, hash_of);
                if let Some(mut top) = self.notes.peek_mut() {
                    *top = note;
                }
                left
            }
        };
        self.cells.insert(hash, key, word);
        left
    }
}

impl<K> Ord for Note<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.word.cmp(&self.word)
    }
}

impl<K> PartialOrd for Note<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K> PartialEq for Note<K> {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl<K> Eq for Note<K> {}
