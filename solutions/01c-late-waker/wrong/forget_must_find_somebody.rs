// Caught by: to_forget_one_who_does_not_sleep_changes_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: At 100 ms, 3 wants to sleep until 50: true, it never sleeps. Where does `forget(3)` look for it then, and what is there?
// A second map says where each sleeper is; whoever never slept is not in it, and `[]` panics.

use std::collections::{BTreeMap, HashMap};

use clock::Moment;

pub struct Sleepers {
    list: BTreeMap<(Moment, u64), u32>,
    places: HashMap<u32, (Moment, u64)>,
    tickets: u64,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: BTreeMap::new(), places: HashMap::new(), tickets: 0 }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.tickets += 1;
        self.list.insert((at, self.tickets), id);
        self.places.insert(id, (at, self.tickets));
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        let later = self.list.split_off(&(now, u64::MAX));
        std::mem::replace(&mut self.list, later).into_values().collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.keys().next().map(|&(at, _)| at)
    }

    pub fn forget(&mut self, id: u32) {
        self.list.remove(&self.places[&id]);
    }
}
