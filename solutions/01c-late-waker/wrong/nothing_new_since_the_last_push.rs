// Caught by: a_clock_that_goes_back_wakes_nobody
// Shipped by: no library that we know of; a frequent first try
// Ask: The last push was to 200 ms. At 100 ms one goes to bed until 150: at the push to 150, what is 150 compared with before the list is looked at?
// It believes that nobody can be due if the clock says no more than at the last push. But it went back, and somebody came.

use std::collections::BTreeMap;

use clock::Moment;

pub struct Sleepers {
    list: BTreeMap<(Moment, u64), u32>,
    tickets: u64,
    last: Moment,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: BTreeMap::new(), tickets: 0, last: Moment::ZERO }
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
        let nothing_new = now <= self.last;
        self.last = now;
        if nothing_new {
            return Vec::new();
        }
        let later = self.list.split_off(&(now, u64::MAX));
        std::mem::replace(&mut self.list, later).into_values().collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.keys().next().map(|&(at, _)| at)
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|_, &mut sleeper| sleeper != id);
    }
}
