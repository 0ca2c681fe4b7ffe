// Caught by: nobody_is_lost_when_others_come_and_go
// Shipped by: no library that we know of; a frequent first try
// Ask: 1, 2 and 3 hold the tickets 0, 1 and 2, and 1 wakes. Which ticket does 4 get then, and who holds that one already?
// The ticket is the length of the list, and that comes round again when somebody has left.

use std::collections::BTreeMap;

use clock::Moment;

pub struct Sleepers {
    list: BTreeMap<(Moment, usize), u32>,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: BTreeMap::new() }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.list.insert((at, self.list.len()), id);
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        let later = self.list.split_off(&(now, usize::MAX));
        std::mem::replace(&mut self.list, later).into_values().collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.keys().next().map(|&(at, _)| at)
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|_, &mut sleeper| sleeper != id);
    }
}
