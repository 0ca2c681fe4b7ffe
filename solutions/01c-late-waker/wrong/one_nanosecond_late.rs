// Caught by: exactly_at_its_time_it_wakes
// Shipped by: dotnet/runtime #74056 is of this kind: a tick that comes just at the edge is passed over
// Ask: 1 sleeps until 100 ms, and the clock is pushed to exactly 100. What does the comparison of the two times say, and when is the next push?
// `<` where `<=` is meant: at exactly its time a sleeper sleeps on, until the next push.

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
        let due = self.list.partition_point(|&(at, _)| at < now);
        self.list.drain(..due).map(|(_, id)| id).collect()
    }

    pub fn next(&self) -> Option<Moment> {
        self.list.iter().map(|&(at, _)| at).min()
    }

    pub fn forget(&mut self, id: u32) {
        self.list.retain(|&(_, sleeper)| sleeper != id);
    }
}
