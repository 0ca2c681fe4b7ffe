use std::collections::BTreeSet;
use std::time::Duration;

use clock::Moment;

use crate::{Dependency, Gauges, RequestId, Unit};

/// What can be seen of a circuit breaker from outside, for the picture: who went,
/// what came back, and when it changed. Nothing here decides anything.
///
/// An exercise's breaker counts failures in a row and calls its states
/// `closed`, `open` and `half-open`; what it has inside is its own affair.
#[derive(Clone, Debug)]
pub struct Seen {
    /// So many failures in a row open it.
    threshold: u32,
    /// So many probes may be out.
    probes: u32,
    /// So many good ones close it.
    successes: u32,
    cool_off: Duration,
    /// Failures in a row, as they came back while it was closed.
    row: u32,
    /// Probes under way.
    out: BTreeSet<RequestId>,
    /// Good ones since half-open began.
    good: u32,
    /// When the cool-off ends.
    until: Moment,
    now: Moment,
}

impl Seen {
    /// Of a closed breaker that has seen nothing.
    pub fn new(threshold: u32, probes: u32, successes: u32, cool_off: Duration) -> Self {
        Self {
            threshold,
            probes,
            successes,
            cool_off,
            row: 0,
            out: BTreeSet::new(),
            good: 0,
            until: Moment::ZERO,
            now: Moment::ZERO,
        }
    }

    /// What comes next happens at `now`.
    pub fn at(&mut self, now: Moment) {
        self.now = now;
    }

    /// The time of what happens.
    pub const fn now(&self) -> Moment {
        self.now
    }

    /// A call was let through; `state` is the one that it was let through in.
    pub fn went(&mut self, id: RequestId, state: &str) {
        if state == "half-open" {
            self.out.insert(id);
        }
    }

    /// A call has ended; `good` is `None` if nobody will know how.
    pub fn came_back(&mut self, id: RequestId, state: &str, good: Option<bool>) {
        let was_probe = self.out.remove(&id);
        match (state, good) {
            ("closed", Some(true)) => self.row = 0,
            ("closed", Some(false)) => self.row += 1,
            ("half-open", Some(true)) if was_probe => self.good += 1,
            _ => {}
        }
    }

    /// The state is another one now.
    pub fn changed(&mut self, to: &str) {
        self.out.clear();
        match to {
            "closed" => self.row = 0,
            "open" => self.until = self.now + self.cool_off,
            _ => self.good = 0,
        }
    }

    /// Where the line of the cool-off bends.
    pub fn bend(&self) -> Option<Moment> {
        Some(self.until).filter(|&until| until > self.now)
    }

    /// The names are those of the chapter on breakers, so that the page draws the
    /// same one; with them, what `dependency` is at.
    pub fn gauges(&self, state: &str, dependency: &Dependency, now: Moment, gauges: &mut Gauges) {
        let nanos = |time: Duration| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX);
        let mut step = |name, value: i64| gauges.step(name, Unit::Count, value);
        step(
            "state",
            ["closed", "open", "half-open"].iter().position(|&s| s == state).map_or(-1, number),
        );
        let row = self.row.min(self.threshold);
        step("samples", row.into());
        step("failed", row.into());
        step("threshold", 0);
        step("min-samples", 1);
        step("window", self.threshold.into());
        step("head", (row % self.threshold).into());
        // A cell is two bits; 2 is a failure.
        step("ring-0", (0..row.min(25)).fold(0, |cells, cell| cells | 2 << (2 * cell)));
        step("probes", self.probes.into());
        step("out", number(self.out.len()));
        step("successes", self.successes.into());
        step("good", self.good.into());
        let left = if state == "open" { self.until.since(now) } else { Duration::ZERO };
        gauges.line("cool-off", Unit::Nanos, nanos(left));
        gauges.step("cool-off-all", Unit::Nanos, nanos(self.cool_off));
        gauges.step("in-flight", Unit::Count, number(dependency.in_flight()));
        let failing = i64::try_from(dependency.failing()).unwrap_or(100);
        gauges.step("failing", Unit::Count, failing);
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Params;

    /// The gauges by name, of a breaker in `state` at `ms`.
    fn read(seen: &Seen, state: &str, ms: u64) -> impl Fn(&str) -> i64 + use<> {
        let mut gauges = Gauges::default();
        let dependency = Dependency::new(&Params::new());
        seen.gauges(state, &dependency, Moment::from_millis(ms), &mut gauges);
        let all: Vec<(String, i64)> = gauges
            .heads()
            .iter()
            .zip(gauges.values())
            .map(|(head, &value)| (head.name.clone().into_owned(), value))
            .collect();
        move |name| all.iter().find(|(known, _)| known == name).map_or(-1, |&(_, value)| value)
    }

    #[test]
    fn failures_in_a_row_fill_the_cells_and_a_good_result_empties_them() {
        let mut seen = Seen::new(3, 1, 2, Duration::from_secs(1));
        for id in [1, 2] {
            seen.went(RequestId(id), "closed");
            seen.came_back(RequestId(id), "closed", Some(false));
        }
        let two = read(&seen, "closed", 0);
        assert_eq!((two("failed"), two("window"), two("ring-0")), (2, 3, 0b10_10));
        seen.came_back(RequestId(3), "closed", None);
        assert_eq!(read(&seen, "closed", 0)("failed"), 2, "nobody knows how it ended");
        seen.came_back(RequestId(4), "closed", Some(true));
        assert_eq!(read(&seen, "closed", 0)("failed"), 0);
    }

    #[test]
    fn the_cool_off_runs_down_and_only_probes_of_this_try_count() {
        let mut seen = Seen::new(1, 2, 2, Duration::from_secs(1));
        seen.at(Moment::from_millis(500));
        seen.changed("open");
        assert_eq!(seen.bend(), Some(Moment::from_millis(1500)));
        assert_eq!(read(&seen, "open", 600)("cool-off"), 900_000_000);
        seen.at(Moment::from_millis(1500));
        assert_eq!(seen.bend(), None);
        seen.changed("half-open");
        seen.went(RequestId(7), "half-open");
        seen.came_back(RequestId(1), "half-open", Some(true));
        let now = read(&seen, "half-open", 1500);
        assert_eq!((now("out"), now("good")), (1, 0), "call 1 was no probe");
        seen.came_back(RequestId(7), "half-open", Some(true));
        let now = read(&seen, "half-open", 1500);
        assert_eq!((now("state"), now("out"), now("good")), (2, 0, 1));
    }
}
