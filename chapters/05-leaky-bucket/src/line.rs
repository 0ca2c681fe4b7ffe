use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

use super::pace::Pace;
use super::refused::TurnedAway;

/// The line in front of the spout, as a value: who waits, and when the first of
/// them leaves. It reads no clock and shares nothing.
///
/// First come, first served. From one departure to the next it is never less
/// than one period, and while somebody waits never more. What the line did not
/// use while it was empty is lost: nothing is saved up for a burst.
#[derive(Clone, Debug)]
pub struct Line {
    pace: Pace,
    places: u32,
    wait_max: Duration,
    /// When the next one may leave, on the scale of [`Pace::units`].
    slot: u128,
    /// Tickets of those who wait: the first leaves at `slot`, each other one a
    /// period after the one before. There are as many as there are places, at most.
    waiting: VecDeque<u64>,
    /// So many tickets were handed out.
    tickets: u64,
    /// The latest time seen.
    last: Moment,
}

/// What becomes of a request that is not turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It goes at once, and never took a place.
    Now,
    /// It waits.
    Wait {
        /// Its number in the line.
        ticket: u64,
        /// When it leaves; earlier, if somebody in front of it gives up.
        until: Moment,
    },
}

impl Line {
    /// An empty line with `places` to wait in, in which nobody waits for longer
    /// than `wait_max`.
    pub const fn new(pace: Pace, places: u32, wait_max: Duration, now: Moment) -> Self {
        let waiting = VecDeque::new();
        Self { pace, places, wait_max, slot: 0, waiting, tickets: 0, last: now }
    }

    /// A request arrives that is ready to wait for `patience`. It goes, or gets
    /// the last place in the line, or is turned away at once and changes nothing.
    pub fn enter(&mut self, patience: Duration, now: Moment) -> Result<Turn, TurnedAway> {
        let now = self.settle(now);
        let behind = if self.waiting.is_empty() {
            // The slots that passed while nobody came are gone.
            self.slot.max(self.pace.units(now))
        } else {
            self.after(self.waiting.len())
        };
        let until = self.pace.moment(behind).ok_or(TurnedAway::Never)?; // lit: never
        if until <= now {
            self.slot = self.later(behind, 1); // lit: admitted
            return Ok(Turn::Now);
        }
        let soon = until.saturating_sub(patience.min(self.wait_max));
        if let Some(free) = self.place_from() {
            return Err(TurnedAway::Full { until: free.max(soon) }); // lit: refused
        }
        if soon > now {
            return Err(TurnedAway::TooLong { until: soon }); // lit: too-long
        }
        self.tickets += 1;
        self.waiting.push_back(self.tickets); // lit: held
        Ok(Turn::Wait { ticket: self.tickets, until })
    }

    /// Who waits with `ticket` gives up. Everybody behind it moves up by one, and
    /// nobody passes anybody; their tickets come back, to be told. `None` if it
    /// is not in the line any more: its turn has come, and is used up.
    pub fn leave(&mut self, ticket: u64, now: Moment) -> Option<Vec<u64>> {
        self.settle(now);
        let place = self.waiting.binary_search(&ticket).ok()?;
        self.waiting.remove(place);
        Some(self.waiting.range(place..).copied().collect())
    }

    /// When the turn of `ticket` comes; `None` if it has come.
    pub fn due(&mut self, ticket: u64, now: Moment) -> Option<Moment> {
        self.settle(now);
        let place = self.waiting.binary_search(&ticket).ok()?;
        Some(self.pace.moment(self.after(place)).unwrap_or(Moment::MAX))
    }

    /// How many wait.
    pub fn waiting(&mut self, now: Moment) -> usize {
        self.settle(now);
        self.waiting.len()
    }

    /// When the next one may leave, whether somebody waits or not.
    pub fn slot(&self) -> Option<Moment> {
        self.pace.moment(self.slot)
    }

    /// Goes on at another pace and with other bounds. Whoever is first keeps its
    /// time, those behind follow at the new pace, and nobody loses a place.
    pub fn set(&mut self, pace: Pace, places: u32, wait_max: Duration, now: Moment) {
        self.settle(now);
        let slot = self.slot().unwrap_or(Moment::MAX);
        (self.pace, self.slot) = (pace, pace.units(slot));
        (self.places, self.wait_max) = (places, wait_max);
    }

    /// Lets everybody go whose turn has come, and tells what time it is: the
    /// latest that was seen (a clock that went back changes nothing).
    fn settle(&mut self, now: Moment) -> Moment {
        self.last = self.last.max(now);
        while !self.waiting.is_empty() && self.slot().is_some_and(|slot| slot <= self.last) {
            self.waiting.pop_front();
            self.slot = self.after(1);
        }
        self.last
    }

    /// When a place is free, if none is now.
    fn place_from(&self) -> Option<Moment> {
        let over = self.waiting.len().checked_sub(self.places as usize)?;
        Some(self.pace.moment(self.after(over)).unwrap_or(Moment::MAX))
    }

    /// The slot behind `ahead` others.
    fn after(&self, ahead: usize) -> u128 {
        self.later(self.slot, ahead as u128)
    }

    /// The slot `periods` after `slot`; at a pace of zero there is no other.
    fn later(&self, slot: u128, periods: u128) -> u128 {
        if periods > 0 && self.pace.requests() == 0 {
            return u128::MAX;
        }
        slot.saturating_add(periods * u128::from(self.pace.unit()))
    }
}
