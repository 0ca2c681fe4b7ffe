//! The window that anyone would write, wrong on purpose.
//!
//! It begins when the first request comes, and counts until it is over. Every
//! line looks right. The lesson runs it and shows what it does at its boundary,
//! at the first moment of the clock, and after a request that was too large.

use std::time::Duration;

use clock::Moment;

/// A window that begins with a request, with three mistakes.
#[derive(Clone, Debug)]
pub struct FirstWindow {
    limit: u32,
    window_ns: u64,
    start_ns: u64,
    count: u32,
}

impl FirstWindow {
    /// `limit` requests in each `window`.
    pub fn new(limit: u32, window: Duration) -> Self {
        let window_ns = u64::try_from(window.as_nanos()).unwrap_or(u64::MAX);
        Self { limit, window_ns, start_ns: 0, count: 0 }
    }

    /// Lets `n` through, or not.
    pub fn try_acquire(&mut self, n: u32, now: Moment) -> bool {
        let now_ns = now.as_nanos();
        // Mistake one: 0 stands for "no window yet". It is a moment like any
        // other, and at that moment each request begins a window of its own.
        //
        // Mistake two is not in this line but in its idea: the windows still have
        // a boundary, and the limit may be used up on either side of it. Now
        // nobody knows where it is.
        if self.start_ns == 0 || now_ns.saturating_sub(self.start_ns) >= self.window_ns {
            self.start_ns = now_ns;
            self.count = 0;
        }
        // Mistake three: counted before it is let through. Who is refused uses up
        // the limit of the others.
        self.count = self.count.saturating_add(n);
        self.count <= self.limit
    }

    /// What it has counted, as of its last call.
    pub const fn counted(&self) -> u32 {
        self.count
    }

    /// When its window is over.
    pub fn over(&self) -> Moment {
        Moment::from_nanos(self.start_ns.saturating_add(self.window_ns))
    }

    /// Goes on under another limit.
    pub const fn set_limit(&mut self, limit: u32) {
        self.limit = limit;
    }
}
