// Caught by: sleepers_wake_in_order_of_time
// Shipped by: leaky-bucket 1.1.2 is of this kind: milliseconds in one place, and the whole time in another
// Ask: 1 sleeps until 100.000002 ms, and 2 until 100.000001. Which two numbers are compared to put them in order?
// Milliseconds are the order, and what is less than one does not count.

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
        let (mut due, later): (Vec<_>, Vec<_>) =
            self.list.drain(..).partition(|&(at, _)| at <= now);
        self.list = later;
        due.sort_by_key(|&(at, _)| at.as_millis());
        due.into_iter().map(|(_, id)| id).collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
