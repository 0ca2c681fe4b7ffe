// Caught by: of_equal_times_the_first_to_come_wakes_first
// Shipped by: no library that we know of; a frequent first try
// Ask: 2 and 5 sleep until 200 ms, and 2 stands first. What does the sort promise about these two while it brings those until 100 ms to the front?
// A sort that swaps what is far apart carries equal times past each other; `sort_unstable_by_key` may, too.

use clock::Moment;

pub struct Sleepers {
    list: Vec<(Moment, u32)>,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: Vec::new() }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.list.push((at, id));
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        for place in 0..self.list.len() {
            let rest = place..self.list.len();
            if let Some(least) = rest.min_by_key(|&index| self.list[index].0) {
                self.list.swap(place, least);
            }
        }
        let due = self.list.partition_point(|&(at, _)| at <= now);
        self.list.drain(..due).map(|(_, id)| id).collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
