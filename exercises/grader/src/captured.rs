//! What a process printed: its beginning and its end, and how much is missing
//! in between.

use std::collections::VecDeque;

/// Bytes as they came, of which the middle may be left out.
#[derive(Clone, Debug, Default)]
pub struct Captured {
    keep: Keep,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total_bytes: u64,
}

/// How much is kept, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keep {
    /// Of the beginning.
    pub head_bytes: usize,
    /// Of the end.
    pub tail_bytes: usize,
}

impl Captured {
    /// Nothing yet.
    pub fn new(keep: Keep) -> Self {
        Self { keep, ..Self::default() }
    }

    /// More came.
    pub fn push(&mut self, mut bytes: &[u8]) {
        self.total_bytes += bytes.len() as u64;
        let room = self.keep.head_bytes - self.head.len();
        let (head, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend(head);
        bytes = rest;
        let most = self.keep.tail_bytes;
        bytes = &bytes[bytes.len().saturating_sub(most)..];
        let over = (self.tail.len() + bytes.len()).saturating_sub(most);
        self.tail.drain(..over);
        self.tail.extend(bytes);
    }

    /// How many bytes were left out.
    pub fn dropped_bytes(&self) -> u64 {
        self.total_bytes - (self.head.len() + self.tail.len()) as u64
    }

    /// The beginning alone.
    pub fn head(&self) -> String {
        String::from_utf8_lossy(&self.head).into_owned()
    }

    /// All that was kept; a line says how much is missing.
    pub fn text(&self) -> String {
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        if self.dropped_bytes() == 0 {
            let all = [self.head.as_slice(), &tail].concat();
            return String::from_utf8_lossy(&all).into_owned();
        }
        let gap = format!("\n… {} left out …\n", size(self.dropped_bytes()));
        self.head() + &gap + &String::from_utf8_lossy(&tail)
    }
}

/// `812 bytes`, `64 kB`, `1.2 MB`: rounded down.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..1_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(pieces: &[&str]) -> Captured {
        let mut captured = Captured::new(Keep { head_bytes: 4, tail_bytes: 3 });
        for piece in pieces {
            captured.push(piece.as_bytes());
        }
        captured
    }

    #[test]
    fn what_fits_is_kept_whole() {
        for pieces in [&["abcdefg"][..], &["ab", "cdef", "g"], &["a", "b", "c", "d", "efg"]] {
            let all = captured(pieces);
            assert_eq!((all.text().as_str(), all.dropped_bytes()), ("abcdefg", 0), "{pieces:?}");
        }
    }

    #[test]
    fn of_a_flood_the_beginning_and_the_end_are_kept_and_the_rest_is_counted() {
        for pieces in [&["abcdefghij"][..], &["abcdefg", "hij"], &["abc", "defghi", "j"]] {
            let all = captured(pieces);
            assert_eq!(all.text(), "abcd\n… 3 bytes left out …\nhij", "{pieces:?}");
        }
        assert_eq!(captured(&["abcdefghij"]).head(), "abcd");
    }

    #[test]
    fn sizes_are_rounded_down() {
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(1_999), "1 kB");
        assert_eq!(size(1_290_000), "1.2 MB");
    }
}
