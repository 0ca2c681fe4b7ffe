// Caught by: the_first_and_the_last_moment_are_ordinary_times
// Shipped by: no library that we know of; a frequent first try
// Ask: One sleeps until Moment::MAX, and nobody else does. What does `next` find as the earliest time, and what does it take that for?
// Moment::MAX stands for "nobody sleeps".

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
        let next = self.list.iter().map(|&(at, _)| at).fold(Moment::MAX, Moment::min);
        if next == Moment::MAX { None } else { Some(next) }
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
