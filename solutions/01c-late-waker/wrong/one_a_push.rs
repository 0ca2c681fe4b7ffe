// Caught by: sleepers_wake_in_order_of_time
// Shipped by: upstash/ratelimit b982ab1 is of this kind: however many periods have passed, one refill
// Ask: 2 sleeps until 100 ms, 3 until 200 and 1 until 300. The push to 400 ms has found 2: what happens next in that same call?
// A push wakes one sleeper, however far the clock jumped: `if` where `while` is meant.

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
        let first = self.list.iter().enumerate().min_by_key(|(_, (at, _))| *at);
        if let Some((place, &(at, id))) = first
            && at <= now
        {
            self.list.remove(place);
            return vec![id];
        }
        Vec::new()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
