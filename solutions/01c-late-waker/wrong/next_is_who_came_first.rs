// Caught by: next_is_the_earliest_time
// Shipped by: no library that we know of; a frequent first try
// Ask: 1 comes and sleeps until 300 ms, then 2 until 100. In which order do the two stand when `next` is asked before any push?
// The next one is the first of a list that is sorted only when somebody wakes.

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
        self.list.sort_by_key(|&(at, _)| at);
        let due = self.list.partition_point(|&(at, _)| at <= now);
        self.list.drain(..due).map(|(_, id)| id).collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.first().map(|&(at, _)| at)
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
