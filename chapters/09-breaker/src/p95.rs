use std::time::Duration;

use clock::Moment;

use super::slots::SLOTS;

/// Whether calls have become much slower than they were (spec R-10): the 95th
/// percentile of each of the last ten slots is over a multiple of the percentile
/// of the ten slots before them.
///
/// Times are counted in buckets, sixteen to an octave, so memory is bounded, and
/// the multiple is kept to within two sixteenths: never less than it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct P95 {
    times: u64,
    width_ns: u64,
    /// The ten slots that are judged, and the ten that they are held against.
    slots: Box<[Slot]>,
    newest: u64,
    /// The multiple, once there is something to hold the slots against. It is
    /// found when a slot begins.
    limit_ns: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Slot {
    stretch: u64,
    samples: u64,
    buckets: Box<[u32]>,
}

impl P95 {
    /// Nothing seen yet; a slot is a tenth of `lasting`.
    pub fn new(times: u32, lasting: Duration) -> Self {
        let width_ns = u64::try_from(lasting.as_nanos()).unwrap_or(u64::MAX) / SLOTS as u64;
        let slot = Slot { stretch: 0, samples: 0, buckets: vec![0; BUCKETS].into() };
        let slots = vec![slot; 2 * SLOTS].into();
        Self { times: times.into(), width_ns: width_ns.max(1), slots, newest: 0, limit_ns: None }
    }

    /// Counts how long a call took. If all ten slots are over the limit: how many
    /// calls of the newest are, and how many it has.
    pub fn record(&mut self, now: Moment, took: Duration) -> Option<(u64, u64)> {
        let stretch = (now.as_nanos() / self.width_ns).max(self.newest);
        let begins = stretch > self.newest;
        self.newest = stretch;
        let slot = &mut self.slots[place(stretch)];
        if slot.stretch != stretch {
            *slot = Slot { stretch, samples: 0, buckets: vec![0; BUCKETS].into() };
        }
        slot.samples += 1;
        slot.buckets[bucket(took)] += 1;
        if begins {
            self.limit_ns = self.usual_ns().map(|usual| usual.saturating_mul(self.times));
        }
        // A call that is fast makes no slot slow.
        let limit_ns = self.limit_ns.filter(|_| self.is_slow(took))?;
        let over = |age| self.over(age, limit_ns).filter(|&(over, all)| over * 20 > all);
        // One in twenty may be slow. The oldest first: it is the last to become so.
        (0..SLOTS as u64).rev().map(over).reduce(Option::and)?
    }

    /// What is over this is slow; unknown until there is something to compare with.
    pub fn limit(&self) -> Option<Duration> {
        self.limit_ns.map(Duration::from_nanos)
    }

    /// Whether a call that took this long is over the limit.
    pub fn is_slow(&self, took: Duration) -> bool {
        self.limit().is_some_and(|limit| took > limit)
    }

    /// The 95th percentile of the ten slots before the last ten, rounded up.
    fn usual_ns(&self) -> Option<u64> {
        let old = || (SLOTS as u64..2 * SLOTS as u64).filter_map(|age| self.slot(age));
        let samples: u64 = old().map(|slot| slot.samples).sum();
        let mut below = 0;
        let in_bucket =
            |bucket: usize| old().map(move |slot| u64::from(slot.buckets[bucket])).sum::<u64>();
        let found = (0..BUCKETS).find(|&bucket| {
            below += in_bucket(bucket);
            below * 20 >= samples * 19
        });
        found.filter(|_| samples > 0).map(end_ns)
    }

    /// How many of a slot's calls were over the limit, and how many it has.
    fn over(&self, age: u64, limit_ns: u64) -> Option<(u64, u64)> {
        let slot = self.slot(age)?;
        let first = bucket(Duration::from_nanos(limit_ns)) + 1;
        let over = slot.buckets[first..].iter().map(|&calls| u64::from(calls)).sum();
        Some((over, slot.samples))
    }

    fn slot(&self, age: u64) -> Option<&Slot> {
        let stretch = self.newest.checked_sub(age)?;
        Some(&self.slots[place(stretch)]).filter(|slot| slot.stretch == stretch)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "below twenty")]
fn place(stretch: u64) -> usize {
    (stretch % (2 * SLOTS as u64)) as usize
}

/// Octaves from 2¹⁶ ns, which is 65 µs, to 2⁴⁸ ns, which is three days.
const FIRST_OCTAVE: u32 = 16;
const OCTAVES: u32 = 32;
const BUCKETS: usize = OCTAVES as usize * 16;

/// A sixteenth of the octave that a time lies in.
fn bucket(took: Duration) -> usize {
    let most = (1 << (FIRST_OCTAVE + OCTAVES)) - 1;
    let ns = u64::try_from(took.as_nanos()).unwrap_or(most).clamp(1 << FIRST_OCTAVE, most);
    let octave = ns.ilog2();
    let sixteenth = (ns >> (octave - 4)) & 15;
    (octave - FIRST_OCTAVE) as usize * 16 + usize::try_from(sixteenth).unwrap_or(15)
}

/// Where a bucket ends: the times in it are below.
fn end_ns(bucket: usize) -> u64 {
    let octave = FIRST_OCTAVE + u32::try_from(bucket / 16).unwrap_or(OCTAVES);
    (17 + (bucket % 16) as u64) << (octave - 4)
}
