/// A breaker in one word: two bits of state, 22 of generation, and 40 of what
/// belongs to that state. What must change together cannot be torn.
///
/// A generation comes again after 4 194 304 changes: a call would have to be
/// under way that long to be taken for a newer one. An opening is kept in whole
/// milliseconds, rounded up, which fit for 34 years after the clock's origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    Closed { failures: u64 },
    Open { at_ms: u64 },
    HalfOpen { out: u64, good: u64 },
}

/// The generation that admitted a call.
pub type Generation = u64;

/// A word apart.
#[inline]
pub const fn unpack(word: u64) -> (Generation, Now) {
    let data = word & DATA_MAX;
    let now = match word >> 62 {
        0 => Now::Closed { failures: data },
        1 => Now::Open { at_ms: data },
        _ => Now::HalfOpen { out: data >> HALF_BITS, good: data & HALF_MAX },
    };
    (word >> DATA_BITS & GENERATION_MAX, now)
}

/// And together again.
pub const fn pack(generation: Generation, now: Now) -> u64 {
    let (state, data) = match now {
        Now::Closed { failures } => (0, failures),
        Now::Open { at_ms } => (1, at_ms),
        Now::HalfOpen { out, good } => (2, out << HALF_BITS | good),
    };
    state << 62 | (generation & GENERATION_MAX) << DATA_BITS | data
}

const DATA_BITS: u32 = 40;
const HALF_BITS: u32 = DATA_BITS / 2;
/// The largest opening, in milliseconds.
pub const DATA_MAX: u64 = (1 << DATA_BITS) - 1;
/// The largest number of probes, or of good results.
pub const HALF_MAX: u64 = (1 << HALF_BITS) - 1;
/// The generation after which they begin anew.
pub const GENERATION_MAX: u64 = (1 << 22) - 1;
