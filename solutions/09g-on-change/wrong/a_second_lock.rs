// Caught by: what_the_callback_changes_is_told_after_it_returned (never ends)
// Shipped by: nobody we know of
// Ask: Told of the opening, the callback calls `admits` on its own thread. Which lock does that thread hold already, and which one does it wait for?
// A second lock keeps the callbacks apart, and its owner out as well.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::sync::{Mutex, MutexGuard};

/// What a breaker can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    Closed,
    Open,
    HalfOpen,
}

/// One change of state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    pub from: State,
    pub to: State,
}

/// What is called at each change, with the breaker itself.
type OnChange = Box<dyn Fn(&Breaker, Change) + Send + Sync>;

/// A breaker that tells somebody when its state changes.
///
/// It opens after `failures_max` failures in a row, refuses for `cool_off_ms`, and
/// then lets one probe go, which closes it or opens it again.
pub struct Breaker {
    shared: Mutex<Shared>,
    telling: Mutex<()>,
    on_change: OnChange,
}

/// What the threads share.
struct Shared {
    core: Core,
    /// Changes that are still to be told. It is filled where they are made, under
    /// the same lock: so they are in order.
    untold: VecDeque<Change>,
    /// Some thread is telling. It will come back for what is queued.
    telling: bool,
}

impl Breaker {
    /// A closed breaker. `on_change` may call it, in any way, on any thread.
    pub fn new(
        failures_max: u32,
        cool_off_ms: u64,
        on_change: impl Fn(&Breaker, Change) + Send + Sync + 'static,
    ) -> Self {
        let core = Core { failures_max, cool_off_ms, now: Now::Closed { failures: 0 } };
        let shared = Shared { core, untold: VecDeque::new(), telling: false };
        Self { shared: Mutex::new(shared), telling: Mutex::new(()), on_change: Box::new(on_change) }
    }

    /// Asks for a call: true if it may go. It then has to end with
    /// [`ended`](Self::ended).
    pub fn admits(&self, now_ms: u64) -> bool {
        let mut shared = self.lock();
        let (admitted, change) = shared.core.admits(now_ms);
        self.settle(shared, change);
        admitted
    }

    /// How a call that was let go has ended.
    pub fn ended(&self, now_ms: u64, ok: bool) {
        let mut shared = self.lock();
        let change = shared.core.ended(now_ms, ok);
        self.settle(shared, change);
    }

    fn settle(&self, shared: MutexGuard<'_, Shared>, change: Option<Change>) {
        drop(shared);
        if let Some(change) = change {
            let _one_at_a_time = self.telling.lock().unwrap_or_else(|p| p.into_inner());
            (self.on_change)(self, change);
        }
    }

    /// The state.
    pub fn state(&self) -> State {
        self.lock().core.state()
    }

    #[track_caller]
    fn lock(&self) -> MutexGuard<'_, Shared> {
        // Nothing panics while it holds this lock, and the data would be whole.
        self.shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The breaker without threads and without anybody who listens. It is ready.
struct Core {
    failures_max: u32,
    cool_off_ms: u64,
    now: Now,
}

enum Now {
    Closed { failures: u32 },
    Open { until_ms: u64 },
    HalfOpen,
}

impl Core {
    /// Whether a call may go, and what that changed.
    fn admits(&mut self, now_ms: u64) -> (bool, Option<Change>) {
        match self.now {
            Now::Closed { .. } => (true, None),
            Now::Open { until_ms } if now_ms >= until_ms => (true, self.go(Now::HalfOpen)),
            Now::Open { .. } | Now::HalfOpen => (false, None),
        }
    }

    /// Counts how a call ended; what that changed.
    fn ended(&mut self, now_ms: u64, ok: bool) -> Option<Change> {
        let open = Now::Open { until_ms: now_ms.saturating_add(self.cool_off_ms) };
        match &mut self.now {
            Now::Closed { failures } => {
                *failures = if ok { 0 } else { *failures + 1 };
                if *failures >= self.failures_max { self.go(open) } else { None }
            }
            Now::HalfOpen if ok => self.go(Now::Closed { failures: 0 }),
            Now::HalfOpen => self.go(open),
            // A late one: it says nothing about now.
            Now::Open { .. } => None,
        }
    }

    fn go(&mut self, to: Now) -> Option<Change> {
        let from = self.state();
        self.now = to;
        Some(Change { from, to: self.state() })
    }

    fn state(&self) -> State {
        match self.now {
            Now::Closed { .. } => State::Closed,
            Now::Open { .. } => State::Open,
            Now::HalfOpen => State::HalfOpen,
        }
    }
}
