// Caught by: one_whose_time_is_far_sleeps_on
// Shipped by: no library that we know of; a frequent first try
// Ask: 2 sleeps until 100 ms, 3 until 251 and 1 until 60 000. At the push to 250 ms, which of these times are compared with 250?
// When the first is due the whole list is woken.

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
        if self.next().is_none_or(|at| at > now) {
            return Vec::new();
        }
        self.list.sort_by_key(|&(at, _)| at);
        self.list.drain(..).map(|(_, id)| id).collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
