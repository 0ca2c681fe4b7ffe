/// The last calls, in a ring: each result overwrites the oldest, and the counts
/// are kept along (spec ). Both take the same time at any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    cells: Box<[Cell]>,
    /// Where the next result goes.
    head: usize,
    samples: u32,
    bad: u32,
}

/// One place of the ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    /// Nothing yet.
    #[default]
    Empty,
    /// A good result.
    Good,
    /// A bad one: failed, or slow where slowness is watched.
    Bad,
}

impl Ring {
    /// An empty ring that holds `calls` results, at least one.
    pub fn new(calls: u32) -> Self {
        let cells = vec![Cell::Empty; calls.max(1) as usize];
        Self { cells: cells.into(), head: 0, samples: 0, bad: 0 }
    }

    /// Puts a result over the oldest one.
    pub fn record(&mut self, bad: bool) {
        let new = if bad { Cell::Bad } else { Cell::Good };
        let old = std::mem::replace(&mut self.cells[self.head], new);
        self.samples += u32::from(old == Cell::Empty);
        // What falls out is counted off: without this it is a ratio over the
        // breaker's whole life.
        self.bad -= u32::from(old == Cell::Bad);
        self.bad += u32::from(bad);
        self.head = (self.head + 1) % self.cells.len();
    }

    /// How many results it holds.
    pub const fn samples(&self) -> u32 {
        self.samples
    }

    /// How many of them are bad.
    pub const fn bad(&self) -> u32 {
        self.bad
    }

    /// The places, in the order in which they lie.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The place that the next result goes to.
    pub const fn head(&self) -> usize {
        self.head
    }

    /// The place that was written last; in an empty ring, none.
    pub fn last(&self) -> Option<usize> {
        (self.samples > 0).then(|| (self.head + self.cells.len() - 1) % self.cells.len())
    }
}
