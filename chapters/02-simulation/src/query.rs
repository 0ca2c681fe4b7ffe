use std::fmt;

use clock::Moment;

use crate::{Outcome, RequestId, Trace};

/// A question to a trace, as a lesson writes it: `admitted-between 999 1000`.
///
/// The answer to a prediction always comes from here, out of a run; no lesson
/// holds it as a number. Times are milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// `admitted-between A B`: how many were let through in `(A, B]`.
    AdmittedBetween(u64, u64),
    /// `admitted-until T`: how many were let through up to `T`, inclusive.
    AdmittedUntil(u64),
    /// `refused-until T`: how many were refused up to `T`, inclusive.
    RefusedUntil(u64),
    /// `admitted-at N`: when request `N` was let through, in ms.
    AdmittedAt(u32),
    /// `place-of N`: the place of request `N` among those let through, in the
    /// order in which they went, from 1.
    PlaceOf(u32),
    /// `first-refusal`: when the first request was refused, in ms.
    FirstRefusal,
    /// `changes-until T`: how often the mechanism changed its state up to `T`, inclusive.
    ChangesUntil(u64),
    /// `most-within L`: the most that were let through in any window of `L` ms.
    MostWithin(u64),
    /// `ok-in-second S`: how many were answered in the second that begins at `S` seconds.
    OkInSecond(u64),
    /// `first-second-of N S`: when the first second from `S` on begins in which
    /// at least `N` were answered. A second that the run does not hold to its
    /// end is not looked at.
    FirstSecondOf(usize, u64),
    /// `gauge-at T INDEX`: what the `INDEX`-th gauge (from 0) shows at `T`, in its unit.
    GaugeAt(u64, usize),
}

impl Query {
    /// Reads a question; `None` if it is none of these.
    pub fn parse(words: &str) -> Option<Self> {
        let mut words = words.split_whitespace();
        let name = words.next()?;
        let numbers: Vec<u64> =
            words.map(|word| word.parse().ok()).collect::<Option<Vec<u64>>>()?;
        Some(match (name, numbers.as_slice()) {
            ("admitted-between", &[after, until]) => Self::AdmittedBetween(after, until),
            ("admitted-until", &[until]) => Self::AdmittedUntil(until),
            ("refused-until", &[until]) => Self::RefusedUntil(until),
            ("admitted-at", &[id]) => Self::AdmittedAt(u32::try_from(id).ok()?),
            ("place-of", &[id]) => Self::PlaceOf(u32::try_from(id).ok()?),
            ("first-refusal", []) => Self::FirstRefusal,
            ("changes-until", &[until]) => Self::ChangesUntil(until),
            ("most-within", &[length]) => Self::MostWithin(length),
            ("ok-in-second", &[second]) => Self::OkInSecond(second),
            ("first-second-of", &[count, from]) => {
                Self::FirstSecondOf(usize::try_from(count).ok()?, from)
            }
            ("gauge-at", &[at, index]) => Self::GaugeAt(at, usize::try_from(index).ok()?),
            _ => return None,
        })
    }

    /// The moment that it asks about, in milliseconds of the run. `None` if the whole
    /// run is asked, or the answer is a moment itself.
    pub const fn about_ms(self) -> Option<u64> {
        match self {
            Self::AdmittedBetween(_, at)
            | Self::AdmittedUntil(at)
            | Self::RefusedUntil(at)
            | Self::ChangesUntil(at)
            | Self::GaugeAt(at, _) => Some(at),
            Self::OkInSecond(second) => Some(second.saturating_add(1).saturating_mul(1000)),
            Self::AdmittedAt(_)
            | Self::PlaceOf(_)
            | Self::FirstRefusal
            | Self::MostWithin(_)
            | Self::FirstSecondOf(..) => None,
        }
    }

    /// The answer of `trace`.
    pub fn ask(self, trace: &Trace) -> Answer {
        let ms = Moment::from_millis;
        let count = |count: usize| Answer::Number(i64::try_from(count).unwrap_or(i64::MAX));
        let when = |at: Option<Moment>| at.map_or(Answer::Never, Answer::At);
        match self {
            Self::AdmittedBetween(after, until) => {
                count(trace.admitted_between(ms(after), ms(until)))
            }
            Self::AdmittedUntil(until) => count(trace.admitted_until(ms(until))),
            Self::RefusedUntil(until) => count(trace.refused_until(ms(until))),
            Self::AdmittedAt(id) => when(trace.admitted_at(RequestId(id))),
            Self::PlaceOf(id) => {
                let place = trace.place_of(RequestId(id));
                place.map_or(Answer::Never, count)
            }
            Self::FirstRefusal => when(trace.first_refusal()),
            Self::ChangesUntil(until) => count(trace.changes_until(ms(until))),
            Self::MostWithin(length) => count(trace.most_admitted_within_ms(length)),
            Self::OkInSecond(second) => count(trace.done_in_second(Outcome::Ok, second)),
            Self::FirstSecondOf(least, from) => {
                let enough = |&s: &u64| trace.done_in_second(Outcome::Ok, s) >= least;
                let last = trace.until.as_millis() / 1000;
                (from..last).find(enough).map_or(Answer::Never, |s| Answer::At(ms(s * 1000)))
            }
            Self::GaugeAt(at, index) => {
                let value = trace.reading(ms(at)).iter().nth(index).map(|(_, value)| value);
                value.map_or(Answer::Never, Answer::Number)
            }
        }
    }
}

/// What a trace says to a [`Query`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// So many.
    Number(i64),
    /// At this moment.
    At(Moment),
    /// It does not happen in this run.
    Never,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::At(at) => at.fmt(f),
            Self::Never => f.write_str("never"),
        }
    }
}
