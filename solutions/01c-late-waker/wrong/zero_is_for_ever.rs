// Caught by: the_first_and_the_last_moment_are_ordinary_times
// Shipped by: Netflix LifoBlockingLimiter 42757f8: a wait of 0 meant for ever
// Ask: The clock says 0 ms, and one wants to sleep until 0 ms. How long is that, and for which time is it put down?
// Moment::ZERO stands for "no time-out": such a one is put down for the last moment there is.

use clock::Moment;

pub struct Sleepers {
    list: Vec<(Moment, u32)>,
}

impl Sleepers {
    pub fn new() -> Self {
        Self { list: Vec::new() }
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at == Moment::ZERO {
            self.list.push((Moment::MAX, id));
            return false;
        }
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
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
