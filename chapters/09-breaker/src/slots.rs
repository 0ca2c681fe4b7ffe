use std::time::Duration;

use clock::Moment;

/// How many slots a window of time has.
pub const SLOTS: usize = 10;

/// The calls of a stretch of time, counted in ten slots (spec R-04).
///
/// A slot knows which stretch it counts, and begins anew when it is written for
/// another. So nothing is moved when time passes: an idle night costs nothing,
/// nor does a clock that jumps by years. Slots lie at whole multiples of their
/// width: a window holds between nine and ten of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slots {
    width_ns: u64,
    counted: Box<[Slot; SLOTS]>,
    /// The newest stretch that was written. A clock that went back counts here.
    newest: u64,
}

/// What one slot has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Which stretch it counts: the time divided by the width.
    stretch: u64,
    /// Results.
    pub samples: u64,
    /// Bad ones among them.
    pub bad: u64,
}

impl Slots {
    /// Empty slots, each a tenth of `window`, rounded down to whole nanoseconds.
    pub fn new(window: Duration) -> Self {
        let width_ns = u64::try_from(window.as_nanos()).unwrap_or(u64::MAX) / SLOTS as u64;
        Self { width_ns: width_ns.max(1), counted: Box::default(), newest: 0 }
    }

    /// Counts a result.
    pub fn record(&mut self, now: Moment, bad: bool) {
        self.newest = self.stretch(now);
        let slot = &mut self.counted[place(self.newest)];
        if slot.stretch != self.newest {
            *slot = Slot { stretch: self.newest, ..Slot::default() };
        }
        slot.samples += 1;
        slot.bad += u64::from(bad);
    }

    /// Results, and bad ones among them, of the slots that are still held.
    pub fn counts(&self, now: Moment) -> (u64, u64) {
        let slots = self.held(now);
        slots.iter().fold((0, 0), |(all, bad), slot| (all + slot.samples, bad + slot.bad))
    }

    /// The ten slots of the window at `now`, the oldest first; one of which
    /// nothing is known is empty.
    pub fn held(&self, now: Moment) -> [Slot; SLOTS] {
        let current = self.stretch(now);
        std::array::from_fn(|age| {
            let wanted = current.checked_sub((SLOTS - 1 - age) as u64);
            let slot = wanted.map(|stretch| (stretch, self.counted[place(stretch)]));
            match slot {
                Some((stretch, slot)) if slot.stretch == stretch => slot,
                _ => Slot::default(),
            }
        })
    }

    /// When the next slot begins, and the oldest is dropped.
    pub fn turns_at(&self, now: Moment) -> Moment {
        let next = self.stretch(now).saturating_add(1);
        Moment::from_nanos(next.saturating_mul(self.width_ns))
    }

    fn stretch(&self, now: Moment) -> u64 {
        (now.as_nanos() / self.width_ns).max(self.newest)
    }
}

fn place(stretch: u64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "below ten")]
    let place = (stretch % SLOTS as u64) as usize;
    place
}
