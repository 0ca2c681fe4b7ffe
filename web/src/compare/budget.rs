//! One budget for limiters that call theirs differently: the only place that
//! knows which knob of which limiter it is.

use simulation::{Knob, Mechanism, Params};

use crate::mechanisms;

/// Who can stand beside whom, in the order of the chapters.
///
/// All of them decide by nothing but when a request comes. Those are left out
/// that ask for more than a stream says: keyed limits ask whose request it is,
/// a breaker asks what came of it.
const NAMES: [&str; 10] = [
    "fixed-window",
    "fixed-window-first-try",
    "sliding-log",
    "sliding-counter",
    "two-windows",
    "leaky-meter",
    "leaky-meter-first-try",
    "leaky-queue",
    "token-bucket",
    "token-bucket-first-try",
];

/// Requests a second, when nobody says anything.
pub(crate) const LIMIT: u64 = 100;
/// The most that a window's own knob takes.
pub(crate) const LIMIT_MAX: u64 = 200;

/// All that can be compared.
pub(crate) fn limiters() -> impl Iterator<Item = &'static Mechanism> {
    let all = mechanisms::all().iter().copied();
    all.filter(|mechanism| NAMES.contains(&mechanism.name))
}

/// The one that links call `name`.
pub(crate) fn limiter(name: &str) -> Option<&'static Mechanism> {
    limiters().find(|limiter| limiter.name == name)
}

/// What a knob is set to for `limit` requests a second; `None` leaves it alone.
///
/// A window is one second long. A bucket holds the budget of one second, and so
/// many may wait in a line: with less room it would be another budget, and the
/// page would compare two things at once.
const fn share(knob: &str, limit: u64) -> Option<u64> {
    match knob.as_bytes() {
        b"limit" | b"rate" | b"burst" | b"capacity" | b"places" => Some(limit),
        b"window-ms" => Some(1000),
        _ => None,
    }
}

/// What `limiter` is built from: the budget, and its defaults for the rest.
pub(crate) fn params(limiter: &Mechanism, limit: u64) -> Params {
    let set = |params: Params, knob: &Knob| {
        params.with(knob.name, share(knob.name, limit).unwrap_or(knob.default))
    };
    limiter.knobs.iter().fold(Params::new(), set)
}

/// The same in words: `Limit, requests a window: 100`.
pub(crate) fn words(limiter: &Mechanism, params: &Params) -> Vec<String> {
    let word = |knob: &Knob| {
        format!("{}: {}", knob.label, knob.words(params.get(knob.name, knob.default)))
    };
    limiter.knobs.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limiter_exists_and_has_a_knob_for_the_budget() {
        assert_eq!(limiters().count(), NAMES.len());
        for limiter in limiters() {
            let budget = limiter.knobs.iter().filter(|knob| share(knob.name, 7) == Some(7));
            assert!(budget.count() > 0, "{}", limiter.name);
            assert!((limiter.build)(&params(limiter, 1)).is_ok(), "{}", limiter.name);
            assert!((limiter.build)(&params(limiter, LIMIT_MAX)).is_ok(), "{}", limiter.name);
        }
    }

    #[test]
    fn what_is_no_budget_stays_at_its_default() {
        let of = |name: &str| {
            let limiter = limiter(name).unwrap();
            words(limiter, &params(limiter, 30))
        };
        let window = "Window, ms: 1000";
        assert_eq!(
            of("sliding-counter"),
            ["Limit, requests a window: 30", window, "Slots in the window: 2"]
        );
        assert_eq!(
            of("leaky-queue"),
            ["Leave a second: 30", "Waiting places: 30", "Longest wait, ms: 2000"]
        );
        let bucket = ["Tokens per second: 30", "Bucket holds, tokens: 30", "Credit, tokens: 0"];
        assert_eq!(of("token-bucket"), bucket);
    }

    #[test]
    fn what_decides_by_more_than_the_time_is_not_compared() {
        for name in ["keyed-limits", "breaker", "service"] {
            assert!(mechanisms::by_name(name).is_some() && limiter(name).is_none(), "{name}");
        }
    }
}
