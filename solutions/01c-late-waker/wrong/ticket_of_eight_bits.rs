// Caught by: two_thousand_wake_with_one_push
// Shipped by: no library that we know of; a frequent first try
// Ask: 2000 go to bed until 1000 ms, one after the other. Which ticket does the 257th of them get, and who holds that one already?
// The ticket comes round after 255, and what it finds in its place is put out.

use std::collections::BTreeMap;

use clock::Moment;

pub struct Sleepers {
    list: BTreeMap<(Moment, u8), u32>,
    tickets: u8,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: BTreeMap::new(), tickets: 0 }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.tickets = self.tickets.wrapping_add(1);
        self.list.insert((at, self.tickets), id);
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        let later = self.list.split_off(&(now, u8::MAX));
        std::mem::replace(&mut self.list, later).into_values().collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.keys().next().map(|&(at, _)| at)
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|_, &mut sleeper| sleeper != id);
    }
}
