// Caught by: to_forget_one_who_does_not_sleep_changes_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: 1 goes to bed until 100 ms and 2 until 200; 1 wakes, and is forgotten then. How many sleep after each of these four calls, by the count?
// A count of those who sleep: whoever wakes is taken off, and once more when its future is dropped.

use std::collections::BTreeMap;

use clock::Moment;

pub struct Sleepers {
    list: BTreeMap<(Moment, u64), u32>,
    tickets: u64,
    asleep: usize,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: BTreeMap::new(), tickets: 0, asleep: 0 }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.tickets += 1;
        self.asleep += 1;
        self.list.insert((at, self.tickets), id);
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        let later = self.list.split_off(&(now, u64::MAX));
        let due = std::mem::replace(&mut self.list, later);
        self.asleep = self.asleep.saturating_sub(due.len());
        due.into_values().collect()
    }

    pub fn next(&self) -> Option<Moment> {
        if self.asleep == 0 { None } else { self.list.keys().next().map(|&(at, _)| at) }
    }

    pub fn forget(&mut self, id: u32) {
        self.asleep = self.asleep.saturating_sub(1);
        self.list.retain(|_, &mut sleeper| sleeper != id);
    }
}
