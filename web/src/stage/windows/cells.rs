//! The pieces of time that a fixed window has counted: when each began, and what
//! it came to.

use std::time::Duration;

use clock::Moment;
use simulation::Trace;

use super::super::scale::index;
use super::Kind;

/// So many are seen at once, the present one included.
pub(super) const SEEN: usize = 4;

/// A window with its count.
pub(super) type Cell = (Moment, i64);

/// The last few windows, the newest in front, from each moment on.
#[derive(Debug, Default)]
pub(super) struct Cells(Vec<(Moment, [Cell; SEEN])>);

impl Cells {
    pub(super) fn of(kind: Kind, trace: &Trace, window_ns: u64) -> Self {
        let from = kind.began_gauge().and_then(|name| index(trace, name));
        let Some((from, counted)) = from.zip(index(trace, "counted")) else {
            return Self::default();
        };
        let mut all: Vec<(Moment, [Cell; SEEN])> = Vec::new();
        let mut cells = [Cell::default(); SEEN];
        let window = Duration::from_nanos(window_ns);
        for keyframe in &trace.keyframes {
            let gauge = |place: usize| keyframe.values.get(place).copied().unwrap_or(0);
            let began = Moment::from_nanos(u64::try_from(gauge(from)).unwrap_or(0));
            if began != cells[0].0 {
                // One that was not over is forgotten: to the first try, a window
                // that begins at 0 is none.
                if began.since(cells[0].0) >= window {
                    cells.rotate_right(1);
                }
                cells[0] = (began, 0);
            }
            // When it is over, its count is 0, and what it came to stays.
            if keyframe.at.as_nanos() < began.as_nanos().saturating_add(window_ns) {
                cells[0].1 = gauge(counted);
            }
            match all.last_mut() {
                Some((_, last)) if *last == cells => {}
                Some((at, last)) if *at == keyframe.at => *last = cells,
                _ => all.push((keyframe.at, cells)),
            }
        }
        Self(all)
    }

    pub(super) fn all(&self) -> &[(Moment, [Cell; SEEN])] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanisms;

    /// The cells of a curated run at a moment, in milliseconds.
    fn cells(name: &str, curated: &str, at_ms: u64) -> Vec<(u64, i64)> {
        let mechanism = mechanisms::by_name(name).unwrap();
        let scenario = mechanism.curated(curated).unwrap().scenario;
        let trace = mechanism.run(&scenario).unwrap();
        let kind = Kind::of(&trace).unwrap();
        let cells = Cells::of(kind, &trace, 1_000_000_000);
        let past = cells.all().partition_point(|(at, _)| *at <= Moment::from_millis(at_ms));
        let told = cells.all()[past - 1].1.iter().map(|cell| (cell.0.as_millis(), cell.1));
        told.filter(|cell| cell.1 > 0).collect()
    }

    #[test]
    fn ten_before_the_second_and_ten_after_it_are_in_two_windows() {
        assert_eq!(cells("fixed-window", "two-bursts", 1050), [(1000, 10), (0, 10)]);
        // Over, and still what it came to.
        assert_eq!(cells("fixed-window", "two-bursts", 2500), [(1000, 10), (0, 10)]);
    }

    #[test]
    fn the_first_try_has_windows_where_its_requests_are_and_counts_the_refused() {
        // One at 1 ms; from 0.9 s on one each millisecond until its end, of which
        // 99 pass; the next window begins with what comes at 1.001 s.
        let early_bird = cells("fixed-window-first-try", "early-bird", 1100);
        assert_eq!(early_bird, [(1001, 100), (1, 102)]);
    }

    #[test]
    fn a_window_that_the_first_try_has_forgotten_is_not_drawn() {
        // Twenty a second, evenly: the one at 0 begins no window, and those from 50 ms
        // to 1000 ms are twenty.
        assert_eq!(cells("fixed-window-first-try", "lowered", 1000), [(50, 20)]);
        assert_eq!(cells("fixed-window-first-try", "lowered", 0), [(0, 1)]);
    }
}
