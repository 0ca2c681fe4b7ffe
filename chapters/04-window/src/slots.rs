use std::ops::Range;
use std::time::Duration;

use clock::Moment;

use super::limit::{ConfigError, Limit};
use super::refused::Refused;

/// A turn and a count. A turn is the number of a piece of time, one slot long,
/// counted from the origin of the clock. The two belong together: a count
/// without its turn may be the count of long ago.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Which piece of time.
    pub turn: u64,
    /// How many.
    pub count: u32,
}

/// The sliding counter (spec W-04): the window is cut into slots, each with a
/// count, and the last so many of them are the window. Sentinel's LeapArray is
/// such a ring, by default of 2 × 500 ms.
///
/// This is the rule alone. Its state is the `head`, which is the turn that is
/// now with the count of **all** slots in the window, and the slots of turns that
/// are over. A slot is dropped as a whole when its start is a window old (spec
/// W-08): an event counts for longer than W − W/slots, and for W at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slots {
    limit: Limit,
    /// How many slots are the window.
    number: u32,
    slot_ns: u64,
}

/// What the state becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// The new head.
    pub head: Slot,
    /// If the ring has turned: the slot that is over, with its last count.
    pub over: Option<Slot>,
}

impl Slots {
    /// A window of `number` pieces, all of one length.
    pub fn new(limit: Limit, number: u32) -> Result<Self, ConfigError> {
        let slot_ns = limit.window_ns().checked_div(u64::from(number)).unwrap_or(0);
        if slot_ns == 0 || slot_ns * u64::from(number) != limit.window_ns() {
            return Err(ConfigError::UnevenSlots);
        }
        Ok(Self { limit, number, slot_ns })
    }

    /// What becomes of `head` if `n` more pass at `now`. `past` tells the count
    /// of a turn that is over, 0 if nothing passed in it.
    pub fn take(
        &self,
        head: Slot,
        past: impl Fn(u64) -> u32,
        n: u32,
        now: Moment,
    ) -> Result<Next, Refused> {
        let most = self.limit.most();
        if n == 0 {
            return Ok(Next { head, over: None });
        }
        if n > most {
            return Err(Refused::OverLimit { asked: n, limit: most }); // lit: over-limit
        }
        let Next { mut head, over } = self.turned(head, &past, now);
        if n > most.saturating_sub(head.count) {
            let past = |turn| match over {
                Some(over) if over.turn == turn => over.count,
                _ => past(turn),
            };
            return Err(self.until(head, past, n)); // lit: refused
        }
        head.count += n; // lit: admitted
        Ok(Next { head, over })
    }

    /// The head at `now`. A `now` of an earlier turn finds the head as it is: the
    /// turn is the latest that anyone has counted in.
    pub fn turned(&self, head: Slot, past: impl Fn(u64) -> u32, now: Moment) -> Next {
        let turn = self.turn(now);
        if turn <= head.turn {
            return Next { head, over: None };
        }
        let sum = |turns: Range<u64>| turns.map(&past).sum::<u32>();
        let over = head.count - sum(self.living(head.turn));
        let (first, last) = (self.living(turn).start, head.turn);
        let count = if first <= last { sum(first..last) + over } else { 0 };
        Next { head: Slot { turn, count }, over: Some(Slot { turn: last, count: over }) }
    }

    /// The turns before `turn` that still count in it.
    pub fn living(&self, turn: u64) -> Range<u64> {
        (turn + 1).saturating_sub(u64::from(self.number))..turn
    }

    /// Slots are dropped one after the other, the oldest first, until `n` fit;
    /// the last of them is dropped when its start is a window old.
    fn until(&self, head: Slot, past: impl Fn(u64) -> u32, n: u32) -> Refused {
        let mut left = head.count;
        let fits = self.living(head.turn).find(|&turn| {
            left -= past(turn);
            left <= self.limit.most() - n
        });
        let dropped = u128::from(fits.unwrap_or(head.turn)) + u128::from(self.number);
        Refused::until(dropped * u128::from(self.slot_ns))
    }

    /// The turn that `now` is in.
    pub const fn turn(&self, now: Moment) -> u64 {
        now.as_nanos() / self.slot_ns
    }

    /// When `turn`, which a moment is in, began.
    pub const fn began(&self, turn: u64) -> Moment {
        Moment::from_nanos(turn * self.slot_ns)
    }

    /// How long a slot is.
    pub const fn slot(&self) -> Duration {
        Duration::from_nanos(self.slot_ns)
    }

    /// Where in a ring the slot of `turn` is.
    pub fn place(&self, turn: u64) -> usize {
        usize::try_from(turn % u64::from(self.number)).unwrap_or_default()
    }

    /// The limit in force.
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// The same slots under another number for each window.
    #[must_use]
    pub const fn with_limit(self, limit: Limit) -> Self {
        Self { limit, ..self }
    }
}
