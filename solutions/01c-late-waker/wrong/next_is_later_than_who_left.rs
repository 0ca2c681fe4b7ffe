// Caught by: next_is_the_earliest_time
// Shipped by: no library that we know of; a frequent first try
// Ask: 1 and 2 sleep until 100 ms, 3 until 200. When 1 is forgotten, which times are looked at to find the new earliest one?
// When the earliest leaves, the next one is looked for among the later ones, and a second one of the same time is missed.

use clock::Moment;

pub struct Sleepers {
    list: Vec<(Moment, u32)>,
    earliest: Option<Moment>,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: Vec::new(), earliest: None }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.list.push((at, id));
        self.earliest = Some(self.earliest.map_or(at, |earliest| earliest.min(at)));
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        self.list.sort_by_key(|&(at, _)| at);
        let due = self.list.partition_point(|&(at, _)| at <= now);
        let woken = self.list.drain(..due).map(|(_, id)| id).collect();
        self.earliest = self.list.first().map(|&(at, _)| at);
        woken
    }

    pub fn next(&self) -> Option<Moment> {
        self.earliest
    }

    pub fn forget(&mut self, id: u32) {
        let Some(place) = self.list.iter().position(|&(_, sleeper)| sleeper == id) else { return };
        let (left, _) = self.list.remove(place);
        if self.earliest == Some(left) {
            self.earliest = self.list.iter().map(|&(at, _)| at).filter(|&at| at > left).min();
        }
    }
}
