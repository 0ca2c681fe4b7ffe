// The one file to edit. The task is in README.md; `cargo test -p late-waker` grades it.

use clock::Moment;

/// Who sleeps on a clock, and until when.
///
/// The clock itself is elsewhere: every call is told what it says. Each sleeper
/// has a number of its own, which is never given out again.
pub struct Sleepers {
    /// A place to begin; another structure may suit you better.
    list: Vec<(Moment, u32)>,
}

impl Sleepers {
    /// Nobody sleeps.
    pub fn new() -> Self {
        Self { list: Vec::new() }
    }

    /// The sleeper `id` wants to sleep until the clock says `at`; it says `now`.
    ///
    /// True: its time has come already, and it does not sleep at all. False: it
    /// sleeps, and one of the next calls of [`wake`](Self::wake) wakes it.
    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        todo!("has the time {at} of sleeper {id} come at {now}? If not, remember the two")
    }

    /// The clock was pushed to `now`, perhaps by a big jump. Who wakes: the
    /// earliest first, and of equal times the one that came first.
    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        todo!("take out all whose time has come at {now}, in order of time, and return them")
    }

    /// The earliest time for which somebody sleeps, if anybody does. Whoever
    /// drives the clock pushes it there next.
    pub fn next(&self) -> Option<Moment> {
        todo!("the earliest time for which somebody sleeps, or None if nobody does")
    }

    /// The future of sleeper `id` was dropped: nobody waits for it any more. It
    /// may be awake already, or it never slept; then there is nothing to do.
    pub fn forget(&mut self, id: u32) {
        todo!("sleeper {id} must never wake, and must not count in `next`")
    }
}
