//! What a guarded call goes to: a dependency that answers, fails, or says nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;

use crate::{Knob, Outcome, Params, RequestId, Rng, Setting};

/// What its parameters are called, and what they may be.
///
/// | name | meaning |
/// |---|---|
/// | `latency-ms` | how long a call takes |
/// | `failing` | how many of 100 calls fail |
/// | `hole` | 1: calls are never answered |
/// | `time-out-ms` | when its caller gives up on a call |
pub const KNOBS: [Knob; 4] = [
    knob("latency-ms", "A call takes, ms", 1, 5000, 100),
    knob("failing", "Calls that fail, %", 0, 100, 0),
    Knob::choice("hole", "Calls are answered", &["always", "never"]),
    knob("time-out-ms", "A call is given up after, ms", 1, 10_000, 1000),
];

const fn knob(name: &'static str, label: &'static str, min: u64, max: u64, default: u64) -> Knob {
    Knob::number(name, label, (min, max), default)
}

/// Where the numbers come from that decide which call fails. A call's number
/// picks its stream, so that what the reader presses never changes the luck of
/// a later call.
const SEED: u64 = 9;

/// A dependency with the calls that are under way.
///
/// How a call ends, and when, is fixed when it begins: healing the dependency
/// does not save those that are out. A subject sends what its mechanism lets
/// through, wakes when the next call is [`due`](Dependency::due), and reports
/// what has [`ended`](Dependency::ended).
#[derive(Clone, Debug)]
pub struct Dependency {
    latency: Duration,
    failing: u64,
    hole: bool,
    time_out: Duration,
    calls: BTreeMap<(Moment, RequestId), (Moment, Outcome)>,
}

/// One call that has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Which one.
    pub id: RequestId,
    /// How.
    pub outcome: Outcome,
    /// When it was sent.
    pub sent: Moment,
}

impl Dependency {
    /// The dependency of `params`; what is not set is at its default.
    pub fn new(params: &Params) -> Self {
        let [latency, failing, hole, time_out] =
            KNOBS.map(|knob| params.get(knob.name, knob.default));
        Self {
            latency: Duration::from_millis(latency),
            failing,
            hole: hole > 0,
            time_out: Duration::from_millis(time_out),
            calls: BTreeMap::new(),
        }
    }

    /// Turns one of the [`KNOBS`]; false if it is none of them.
    pub fn set(&mut self, setting: &Setting) -> bool {
        match setting.name.as_str() {
            "latency-ms" => self.latency = Duration::from_millis(setting.value),
            "failing" => self.failing = setting.value,
            "hole" => self.hole = setting.value > 0,
            "time-out-ms" => self.time_out = Duration::from_millis(setting.value),
            _ => return false,
        }
        true
    }

    /// Sends a call.
    pub fn send(&mut self, now: Moment, id: RequestId) {
        let (takes, outcome) = if self.hole || self.latency >= self.time_out {
            (self.time_out, Outcome::TimedOut)
        } else if Rng::stream(SEED, id.0.into()).chance(self.failing, 100) {
            (self.latency, Outcome::Failed)
        } else {
            (self.latency, Outcome::Ok)
        };
        self.calls.insert((now + takes, id), (now, outcome));
    }

    /// When the next call ends.
    pub fn due(&self) -> Option<Moment> {
        self.calls.keys().next().map(|&(at, _)| at)
    }

    /// Takes out the next call that has ended by `now`, in order of time and
    /// then of its number.
    pub fn ended(&mut self, now: Moment) -> Option<Ended> {
        let first = self.calls.first_entry().filter(|first| first.key().0 <= now)?;
        let ((_, id), (sent, outcome)) = first.remove_entry();
        Some(Ended { id, outcome, sent })
    }

    /// Gives up on a call: its caller has gone away. Returns when it was sent;
    /// `None` if it is not under way.
    pub fn give_up(&mut self, id: RequestId) -> Option<Moment> {
        let key = self.calls.keys().find(|&&(_, call)| call == id).copied()?;
        self.calls.remove(&key).map(|(sent, _)| sent)
    }

    /// How many calls are under way.
    pub fn in_flight(&self) -> usize {
        self.calls.len()
    }

    /// How many of 100 calls would end badly if they were sent now.
    pub fn failing(&self) -> u64 {
        if self.hole || self.latency >= self.time_out { 100 } else { self.failing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(params: &Params, calls: u32) -> Vec<Outcome> {
        let mut dependency = Dependency::new(params);
        (1..=calls).for_each(|id| dependency.send(Moment::ZERO, RequestId(id)));
        let late = Moment::from_millis(60_000);
        std::iter::from_fn(|| dependency.ended(late)).map(|ended| ended.outcome).collect()
    }

    #[test]
    fn a_call_ends_after_its_latency_and_not_before() {
        let mut dependency = Dependency::new(&Params::new().with("latency-ms", 40));
        dependency.send(Moment::from_millis(10), RequestId(1));
        assert_eq!(dependency.due(), Some(Moment::from_millis(50)));
        assert_eq!(dependency.ended(Moment::from_millis(49)), None);
        let ended = Ended { id: RequestId(1), outcome: Outcome::Ok, sent: Moment::from_millis(10) };
        assert_eq!(dependency.ended(Moment::from_millis(50)), Some(ended));
        assert_eq!((dependency.in_flight(), dependency.due()), (0, None));
    }

    #[test]
    fn the_share_that_fails_is_about_the_share_that_was_asked_for() {
        let failed = |percent| {
            let all = ends(&Params::new().with("failing", percent), 10_000);
            all.into_iter().filter(|&outcome| outcome == Outcome::Failed).count()
        };
        assert_eq!((failed(0), failed(100)), (0, 10_000));
        // Four standard deviations of 10 000 throws at 30 % are 184.
        assert!(failed(30).abs_diff(3000) < 184, "{}", failed(30));
    }

    #[test]
    fn a_larger_share_fails_the_same_calls_and_more() {
        let at = |percent| ends(&Params::new().with("failing", percent), 1000);
        let saved = at(20).into_iter().zip(at(60));
        let odd = saved.filter(|&ends| ends == (Outcome::Failed, Outcome::Ok)).count();
        assert_eq!(odd, 0);
    }

    #[test]
    fn a_black_hole_and_a_slow_call_end_at_the_time_out() {
        for params in [Params::new().with("hole", 1), Params::new().with("latency-ms", 1000)] {
            let mut dependency = Dependency::new(&params);
            dependency.send(Moment::ZERO, RequestId(1));
            assert_eq!(dependency.due(), Some(Moment::from_millis(1000)));
            assert_eq!(dependency.failing(), 100);
            let ended = dependency.ended(Moment::from_millis(1000)).expect("it is due");
            assert_eq!(ended.outcome, Outcome::TimedOut);
        }
    }

    #[test]
    fn healing_does_not_save_the_calls_that_are_out() {
        let mut dependency = Dependency::new(&Params::new().with("failing", 100));
        dependency.send(Moment::ZERO, RequestId(1));
        assert!(dependency.set(&Setting { name: "failing".to_owned(), value: 0 }));
        dependency.send(Moment::ZERO, RequestId(2));
        let mut next = || dependency.ended(Moment::from_millis(100)).map(|ended| ended.outcome);
        assert_eq!((next(), next()), (Some(Outcome::Failed), Some(Outcome::Ok)));
        assert!(!dependency.set(&Setting { name: "rate".to_owned(), value: 0 }));
    }

    #[test]
    fn a_call_that_was_given_up_never_ends() {
        let mut dependency = Dependency::new(&Params::new());
        dependency.send(Moment::from_millis(5), RequestId(1));
        assert_eq!(dependency.give_up(RequestId(2)), None);
        assert_eq!(dependency.give_up(RequestId(1)), Some(Moment::from_millis(5)));
        assert_eq!(dependency.due(), None);
    }
}
