use clock::{Clock, Moment, SystemClock};

use super::limit::{ConfigError, Limit};
use super::refused::Refused;
use super::slots::{Next, Slot, Slots};
use super::sync::atomic::{AtomicU64, Ordering};

/// A sliding counter that threads share, with atomics only: the rule of
/// [`Slots`] over one word that decides, and a ring of words that remember.
///
/// The head holds the turn and the count of the whole window, so that one
/// compare-and-exchange lets a request through, or turns the ring: whoever loses
/// it decides anew, and all threads agree on the turn. What passed in a turn that
/// is over goes into its slot before that, by a maximum: a slot only moves on, to
/// a later turn or to a larger count of the same one.
#[derive(Debug)]
pub struct SlidingCounter<C = SystemClock> {
    head: AtomicU64,
    ring: Box<[AtomicU64]>,
    rule: Slots,
    /// How many bits of a word are the count.
    bits: u32,
    clock: C,
}

impl SlidingCounter {
    /// On the system's clock.
    pub fn new(limit: Limit, slots: u32) -> Result<Self, ConfigError> {
        Self::with_clock(limit, slots, SystemClock::new())
    }
}

impl<C: Clock> SlidingCounter<C> {
    /// A window of `slots` slots on `clock`.
    ///
    /// A word has as many bits for the count as the limit needs, and the rest for
    /// the turn. If the last turn of all, in 584 years, does not fit into those,
    /// that is an error now and not a surprise then.
    pub fn with_clock(limit: Limit, slots: u32, clock: C) -> Result<Self, ConfigError> {
        let rule = Slots::new(limit, slots)?;
        let bits = u32::BITS - limit.most().leading_zeros();
        if rule.turn(Moment::MAX) >> (u64::BITS - bits) != 0 {
            return Err(ConfigError::TooFine);
        }
        let ring = (0..slots).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { head: AtomicU64::new(0), ring, rule, bits, clock })
    }

    /// Lets one through, or says when one may come back.
    pub fn try_acquire(&self) -> Result<(), Refused> {
        self.try_acquire_n(1)
    }

    /// Lets `n` through together, or none and says when they may come back. A
    /// refusal writes nothing, and so takes no other thread's cache line away.
    pub fn try_acquire_n(&self, n: u32) -> Result<(), Refused> {
        self.take(n, self.clock.now())
    }

    /// How many would pass now. It writes nothing.
    pub fn remaining(&self) -> u32 {
        let now = self.clock.now();
        let (_, next) = self.read(|head| self.rule.turned(head, |turn| self.past(turn), now));
        self.rule.limit().most() - next.head.count
    }

    pub(crate) fn take(&self, n: u32, now: Moment) -> Result<(), Refused> {
        loop {
            let (word, next) =
                self.read(|head| self.rule.take(head, |turn| self.past(turn), n, now));
            let Next { head, over } = next?;
            if let Some(over) = over {
                // Release: pairs with the Acquire in `past`.
                self.slot(over.turn).fetch_max(self.word(over), Ordering::Release);
            }
            let next = self.word(head);
            // Release: pairs with the Acquire in `read`. Who sees a turn sees the
            // slots of all turns before it.
            let swap = next == word
                || self
                    .head
                    .compare_exchange_weak(word, next, Ordering::Release, Ordering::Relaxed)
                    .is_ok();
            if swap {
                return Ok(());
            }
        }
    }

    /// The head's word, and what `decide` says about it and its slots. They
    /// belong to each other only if the head is still the same afterwards: a
    /// word never comes back, since turns and counts only grow.
    fn read<T>(&self, decide: impl Fn(Slot) -> T) -> (u64, T) {
        // Acquire: pairs with the Release of the swap.
        let mut word = self.head.load(Ordering::Acquire);
        loop {
            let decision = decide(self.unpacked(word));
            match self.head.load(Ordering::Acquire) {
                same if same == word => return (word, decision),
                newer => word = newer,
            }
        }
    }

    /// What passed in a turn that is over: 0 if its slot is about another one.
    fn past(&self, turn: u64) -> u32 {
        // Acquire: pairs with the Release of the maximum. Who sees a slot that
        // is too new sees, in `read`, that the head has moved on.
        let slot = self.unpacked(self.slot(turn).load(Ordering::Acquire));
        if slot.turn == turn { slot.count } else { 0 }
    }

    fn slot(&self, turn: u64) -> &AtomicU64 {
        &self.ring[self.rule.place(turn)]
    }

    fn word(&self, slot: Slot) -> u64 {
        slot.turn << self.bits | u64::from(slot.count)
    }

    fn unpacked(&self, word: u64) -> Slot {
        let count = word & ((1 << self.bits) - 1);
        Slot { turn: word >> self.bits, count: u32::try_from(count).unwrap_or(u32::MAX) }
    }
}
