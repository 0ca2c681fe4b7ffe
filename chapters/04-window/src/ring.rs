use std::time::Duration;

use clock::Moment;

use super::limit::{ConfigError, Limit};
use super::refused::Refused;
use super::rule::Rule;
use super::slots::{Next, Slot, Slots};

/// The sliding counter as a value: the rule of [`Slots`] over plain numbers.
///
/// Behind a [`Limiter`](super::limiter::Limiter) it is the ring under a lock; the
/// one that shares without a lock is
/// [`SlidingCounter`](super::sliding_counter::SlidingCounter).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    rule: Slots,
    /// The turn that is now, with the count of all slots that count.
    head: Slot,
    /// The turns that are over, each at its number modulo the number of slots.
    past: Vec<Slot>,
}

impl Ring {
    /// A window of `slots` slots, in which nothing was counted.
    pub fn new(limit: Limit, slots: u32) -> Result<Self, ConfigError> {
        let rule = Slots::new(limit, slots)?;
        Ok(Self { rule, head: Slot::default(), past: vec![Slot::default(); slots as usize] })
    }

    /// What counts at `now`, slot by slot, the oldest first; the last one is now's.
    pub fn counts(&self, now: Moment) -> Vec<u32> {
        let Next { head, over } = self.rule.turned(self.head, |turn| self.past(turn), now);
        let past = |turn| match over {
            Some(over) if over.turn == turn => over.count,
            _ => self.past(turn),
        };
        let current = head.count - self.rule.living(head.turn).map(past).sum::<u32>();
        self.rule.living(head.turn).map(past).chain([current]).collect()
    }

    /// When the slot that `now` is in began.
    pub fn began(&self, now: Moment) -> Moment {
        self.rule.began(self.head.turn.max(self.rule.turn(now)))
    }

    /// How long a slot is.
    pub const fn slot(&self) -> Duration {
        self.rule.slot()
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.past.len()
    }

    fn past(&self, turn: u64) -> u32 {
        let slot = self.past[self.place(turn)];
        if slot.turn == turn { slot.count } else { 0 }
    }

    fn place(&self, turn: u64) -> usize {
        self.rule.place(turn)
    }
}

impl Rule for Ring {
    fn take(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        let Next { head, over } = self.rule.take(self.head, |turn| self.past(turn), n, now)?;
        if let Some(over) = over {
            let place = self.place(over.turn);
            self.past[place] = over;
        }
        self.head = head;
        Ok(())
    }

    fn remaining(&self, now: Moment) -> u32 {
        let next = self.rule.turned(self.head, |turn| self.past(turn), now);
        self.rule.limit().most().saturating_sub(next.head.count)
    }

    fn limit(&self) -> Limit {
        self.rule.limit()
    }

    fn set_limit(&mut self, limit: Limit) {
        self.rule = self.rule.with_limit(limit);
    }
}
