// Caught by: of_equal_times_the_first_to_come_wakes_first
// Shipped by: no library that we know of; a frequent first try
// Ask: 7 comes first and then 4, both until 100 ms. The times are equal: what is compared next?
// A heap of pairs: of equal times the lowest number wins, and not the one that came first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use clock::Moment;

pub struct Sleepers {
    heap: BinaryHeap<Reverse<(Moment, u32)>>,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { heap: BinaryHeap::new() }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.heap.push(Reverse((at, id)));
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        let mut due = Vec::new();
        while let Some(&Reverse((at, id))) = self.heap.peek()
            && at <= now
        {
            self.heap.pop();
            due.push(id);
        }
        due
    }

    pub fn next(&self) -> Option<Moment> {
        self.heap.peek().map(|&Reverse((at, _))| at)
    }

    pub fn forget(&mut self, id: u32) {
        self.heap.retain(|&Reverse((_, sleeper))| sleeper != id);
    }
}
