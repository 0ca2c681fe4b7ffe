// Caught by: sleepers_wake_in_order_of_time
// Shipped by: no library that we know of; a frequent first try
// Ask: 1 comes first, until 300 ms, then 2 until 100. The push to 400 ms finds both due: what decides which of the two is named first?
// The list is walked from the front, and so the first to come is the first to wake.

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
        let due = self.list.iter().filter(|&&(at, _)| at <= now).map(|&(_, id)| id).collect();
        self.list.retain(|&(at, _)| at > now);
        due
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
