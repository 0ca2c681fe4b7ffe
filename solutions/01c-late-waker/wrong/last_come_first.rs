// Caught by: of_equal_times_the_first_to_come_wakes_first
// Shipped by: no library that we know of; a frequent first try
// Ask: 7, 4 and 9 come in this order, all until 100 ms. In which order do they stand on the sorted list, and from which end is it read?
// Sorted backwards, so that the next one can be popped from the end: equal times come out backwards.

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
        self.list.sort_by_key(|&(at, _)| std::cmp::Reverse(at));
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        let mut due = Vec::new();
        while let Some(&(at, id)) = self.list.last()
            && at <= now
        {
            self.list.pop();
            due.push(id);
        }
        due
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.last().map(|&(at, _)| at)
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
