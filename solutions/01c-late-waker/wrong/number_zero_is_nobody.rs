// Caught by: of_equal_times_the_first_to_come_wakes_first
// Shipped by: no library that we know of; a frequent first try
// Ask: u32::MAX, 0 and 1 sleep until 100 ms, and nobody is forgotten. What does the push to 100 ms take the second of them for?
// Whoever leaves is overwritten with 0, and 0 is passed over: so is the sleeper whose number is 0.

use std::collections::BTreeMap;

use clock::Moment;

pub struct Sleepers {
    list: BTreeMap<(Moment, u64), u32>,
    tickets: u64,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: BTreeMap::new(), tickets: 0 }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.tickets += 1;
        self.list.insert((at, self.tickets), id);
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        let later = self.list.split_off(&(now, u64::MAX));
        std::mem::replace(&mut self.list, later).into_values().filter(|&id| id != 0).collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().find(|&(_, &id)| id != 0).map(|(&(at, _), _)| at)
    }

    pub fn forget(&mut self, id: u32) {
        if let Some(sleeper) = self.list.values_mut().find(|sleeper| **sleeper == id) {
            *sleeper = 0;
        }
    }
}
