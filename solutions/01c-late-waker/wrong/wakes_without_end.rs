// Caught by: sleepers_wake_in_order_of_time (never ends)
// Shipped by: seastar #1722 is of this kind: nothing moves on, and the loop runs on
// Ask: The loop has just noted that 2 wakes. What does its condition ask now, and what has changed since it asked the last time?
// The loop goes on while somebody is due, and nothing in it takes the sleeper off the list.

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
        let mut due = Vec::new();
        while self.next().is_some_and(|at| at <= now) {
            let first = self.list.iter().min_by_key(|(at, _)| *at);
            if let Some(&(_, id)) = first
                && !due.contains(&id)
            {
                due.push(id);
            }
        }
        due
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
