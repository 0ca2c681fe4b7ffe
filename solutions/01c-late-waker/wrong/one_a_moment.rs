// Caught by: of_equal_times_the_first_to_come_wakes_first
// Shipped by: no library that we know of; a frequent first try
// Ask: 7 goes to bed until 100 ms, and then 4 until 100 ms. After the second call, what is kept for 100 ms?
// A map from time to sleeper has room for one sleeper a moment; the second puts the first out.

use std::collections::BTreeMap;

use clock::Moment;

pub struct Sleepers {
    list: BTreeMap<Moment, u32>,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: BTreeMap::new() }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.list.insert(at, id);
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        let mut due = Vec::new();
        while let Some(first) = self.list.first_entry()
            && *first.key() <= now
        {
            due.push(first.remove());
        }
        due
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.keys().next().copied()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|_, &mut sleeper| sleeper != id);
    }
}
