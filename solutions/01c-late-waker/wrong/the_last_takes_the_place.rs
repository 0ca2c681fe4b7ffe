// Caught by: a_forgotten_one_never_wakes
// Shipped by: no library that we know of; a frequent first try
// Ask: 1 to 5 stand on the list in the order in which they came. When 2 leaves, who stands in its place?
// `swap_remove` puts the last of the list into the place of the one that left.

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
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        if let Some(place) = self.list.iter().position(|&(_, sleeper)| sleeper == id) {
            self.list.swap_remove(place);
        }
    }
}
