// A map whose own order is the order of waking.

use std::collections::BTreeMap;

use clock::Moment;

/// Who sleeps on a clock, and until when.
pub struct Sleepers {
    /// By time, then by a ticket that says who came first.
    list: BTreeMap<(Moment, u64), u32>,
    /// How many tickets were given out. It only grows: two equal ones would be
    /// one place in the map, and one of the two would be lost.
    tickets: u64,
}

impl Sleepers {
    /// Nobody sleeps.
    pub fn new() -> Self {
        Self { list: BTreeMap::new(), tickets: 0 }
    }

    /// The sleeper `id` wants to sleep until the clock says `at`; it says `now`.
    /// True: its time has come already, and it does not sleep at all.
    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        self.tickets += 1;
        self.list.insert((at, self.tickets), id);
        false
    }

    /// The clock was pushed to `now`. Who wakes, in order.
    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        // No ticket is as high as that: whoever is due at `now` stays below.
        let later = self.list.split_off(&(now, u64::MAX));
        std::mem::replace(&mut self.list, later).into_values().collect()
    }

    /// The earliest time for which somebody sleeps, if anybody does.
    pub fn next(&self) -> Option<Moment> {
        self.list.keys().next().map(|&(at, _)| at)
    }

    /// The future of sleeper `id` was dropped: nobody waits for it any more.
    pub fn forget(&mut self, id: u32) {
        self.list.retain(|_, &mut sleeper| sleeper != id);
    }
}
