// Caught by: one_whose_time_has_come_does_not_sleep
// Shipped by: no library that we know of; a frequent first try
// Ask: The clock says 100 ms, and 1 wants to sleep until 50. It is told that its time has come: what does `next` say just after that?
// It says that the time has come, and puts the sleeper on the list all the same.

use clock::Moment;

pub struct Sleepers {
    list: Vec<(Moment, u32)>,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: Vec::new() }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        self.list.push((at, id));
        at <= now
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        self.list.sort_by_key(|&(at, _)| at);
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
