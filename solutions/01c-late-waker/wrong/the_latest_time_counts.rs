// Caught by: a_clock_that_goes_back_wakes_nobody
// Shipped by: no library that we know of; a frequent first try
// Ask: The clock said 200 ms once, and says 100 now. One wants to sleep until 150: what time is it for `sleep`?
// It keeps the latest time that it has seen, and so a clock that went back is not believed.

use clock::Moment;

pub struct Sleepers {
    list: Vec<(Moment, u32)>,
    latest: Moment,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: Vec::new(), latest: Moment::ZERO }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        self.latest = self.latest.max(now);
        if at <= self.latest {
            return true;
        }
        self.list.push((at, id));
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        self.latest = self.latest.max(now);
        self.list.sort_by_key(|&(at, _)| at);
        let due = self.list.partition_point(|&(at, _)| at <= self.latest);
        self.list.drain(..due).map(|(_, id)| id).collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
