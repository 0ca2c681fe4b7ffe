// Caught by: each_wakes_once
// Shipped by: uber-go/ratelimit #119 is of this kind: what was used up once is given again with every call
// Ask: 1 sleeps until 100 ms, and a push to 100 ms wakes it. Who stands on the list when the clock is pushed to 100 ms once more?
// Whoever is due is woken, and stays on the list.

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
        self.list.iter().filter(|&&(at, _)| at <= now).map(|&(_, id)| id).collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
