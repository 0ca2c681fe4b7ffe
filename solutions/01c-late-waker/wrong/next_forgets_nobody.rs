// Caught by: next_is_the_earliest_time
// Shipped by: Kevlar #15 is of this kind: a waiter that was cancelled keeps its place
// Ask: 3 sleeps until 200 ms, 1 until 300, and 3 is forgotten. Whose times does `next` look through after that?
// Whoever was forgotten is passed over when it is due; until then it still counts as the next.

use clock::Moment;

pub struct Sleepers {
    list: Vec<(Moment, u32)>,
    forgotten: Vec<u32>,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: Vec::new(), forgotten: Vec::new() }
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
        let due = self.list.drain(..due).map(|(_, id)| id);
        due.filter(|id| !self.forgotten.contains(id)).collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.forgotten.push(id);
    }
}
