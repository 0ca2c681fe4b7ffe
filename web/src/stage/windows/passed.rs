//! What really passed, request by request, and the most of it within a window.

use clock::Moment;
use simulation::Trace;

use super::super::scale::index;

/// What passed, in order of time: one entry a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Passed(Vec<(Moment, i64)>);

/// Each time that more had passed within a window than ever before: when, and
/// how many.
pub(super) type Most = Vec<(Moment, i64)>;

impl Passed {
    pub(super) fn of(trace: &Trace) -> Self {
        let mut passed = Self::default();
        let Some(place) = index(trace, "accepted") else { return passed };
        let mut before = 0;
        for keyframe in &trace.keyframes {
            let all = keyframe.values.get(place).copied().unwrap_or(0);
            passed.add(keyframe.at, all - before);
            before = all;
        }
        passed
    }

    fn add(&mut self, at: Moment, count: i64) {
        match self.0.last_mut() {
            _ if count <= 0 => {}
            Some(last) if last.0 == at => last.1 += count,
            _ => self.0.push((at, count)),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Moment, i64)> {
        self.0.iter().copied()
    }

    /// When the oldest of the last window is a window old.
    pub(super) fn leaves(&self, now: Moment, window_ns: u64) -> Option<Moment> {
        let gone =
            |&(at, _): &(Moment, i64)| at.as_nanos().saturating_add(window_ns) <= now.as_nanos();
        let &(oldest, _) = self.0.get(self.0.partition_point(gone))?;
        (oldest <= now).then(|| Moment::from_nanos(oldest.as_nanos() + window_ns))
    }

    /// The most that passed within one window, each time that it became more. A
    /// window is as long as that and has one of its ends: what is a window old
    /// is out. So its count is highest just when something passes.
    pub(super) fn most(&self, window_ns: u64) -> Most {
        let (mut first, mut inside, mut best) = (0, 0, 0);
        let mut most = Most::new();
        for &(at, count) in &self.0 {
            inside += count;
            while self.0[first].0.as_nanos().saturating_add(window_ns) <= at.as_nanos() {
                inside -= self.0[first].1;
                first += 1;
            }
            if inside > best {
                best = inside;
                most.push((at, best));
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use simulation::Rng;

    use super::*;

    fn passed(entries: &[(u64, i64)]) -> Passed {
        let mut passed = Passed::default();
        for &(at_ms, count) in entries {
            passed.add(Moment::from_millis(at_ms), count);
        }
        passed
    }

    /// Every window that ends when something passes, counted anew.
    fn most_naive(passed: &Passed, window_ns: u64) -> Most {
        let mut most: Most = Vec::new();
        for (now, _) in passed.iter() {
            let inside = passed
                .iter()
                .filter(|(at, _)| *at <= now && now.as_nanos() - at.as_nanos() < window_ns)
                .map(|(_, count)| count)
                .sum();
            if most.last().is_none_or(|&(_, best)| inside > best) {
                most.push((now, inside));
            }
        }
        most
    }

    #[test]
    fn what_is_a_window_old_is_out_of_it_and_a_nanosecond_younger_is_in() {
        let ten_and_ten = passed(&[(0, 10), (1000, 10)]);
        assert_eq!(ten_and_ten.most(1_000_000_000), [(Moment::ZERO, 10)]);
        let both = [(Moment::ZERO, 10), (Moment::from_millis(1000), 20)];
        assert_eq!(ten_and_ten.most(1_000_000_001), both);
    }

    #[test]
    fn the_most_within_a_window_is_what_counting_every_window_finds() {
        let mut rng = Rng::stream(9, 0);
        for round in 0..200 {
            let mut at_ms = 0;
            let entries: Vec<(u64, i64)> = (0..60)
                .map(|_| {
                    at_ms += rng.below(40);
                    (at_ms, i64::try_from(rng.below(3)).unwrap())
                })
                .collect();
            let passed = passed(&entries);
            let window_ns = (1 + rng.below(200)) * 1_000_000;
            assert_eq!(passed.most(window_ns), most_naive(&passed, window_ns), "round {round}");
        }
    }

    #[test]
    fn the_oldest_leaves_when_it_is_a_window_old() {
        let passed = passed(&[(100, 1), (400, 2)]);
        let leaves = |now_ms| {
            passed.leaves(Moment::from_millis(now_ms), 1_000_000_000).map(Moment::as_millis)
        };
        assert_eq!(
            [leaves(50), leaves(100), leaves(1099), leaves(1100), leaves(1400)],
            [None, Some(1100), Some(1100), Some(1400), None]
        );
    }
}
