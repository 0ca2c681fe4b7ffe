//! What came of the work, for the gauges.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

use crate::{Gauges, Unit};

const SECOND: Duration = Duration::from_secs(1);

/// Counts of what came of the work, and which of it in the last second.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Answers that somebody read.
    pub(crate) answered: Recent,
    /// Answers that nobody waited for.
    pub(crate) wasted: Recent,
    /// Refused at the door, or dropped from the queue.
    pub(crate) turned_away: i64,
}

impl Tally {
    /// Forgets what is older than a second. An event at `s` counts while less
    /// than a second has passed.
    pub(crate) fn forget(&mut self, now: Moment) {
        self.answered.forget(now);
        self.wasted.forget(now);
    }

    /// When the next event becomes older than a second.
    pub(crate) fn wake(&self) -> Option<Moment> {
        [&self.answered, &self.wasted]
            .into_iter()
            .filter_map(|recent| recent.0.front().map(|&at| at + SECOND))
            .min()
    }

    /// Every gauge of the service and of its first try, in their order.
    pub(crate) fn gauges(
        &self,
        queue: usize,
        busy: usize,
        takes: Option<Duration>,
        gauges: &mut Gauges,
    ) {
        let latency = takes.map_or(i64::MAX, |takes| count(takes.as_nanos()));
        gauges.step("queue", Unit::Count, count(queue));
        gauges.step("busy", Unit::Count, count(busy));
        gauges.step("in-flight", Unit::Count, count(queue + busy));
        gauges.step("answered-last-second", Unit::Count, count(self.answered.0.len()));
        gauges.step("wasted-last-second", Unit::Count, count(self.wasted.0.len()));
        gauges.step("turned-away", Unit::Count, self.turned_away);
        gauges.step("latency", Unit::Nanos, latency);
    }
}

/// The moments of the last second at which something happened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent(VecDeque<Moment>);

impl Recent {
    pub(crate) fn add(&mut self, now: Moment) {
        self.0.push_back(now);
    }

    fn forget(&mut self, now: Moment) {
        while self.0.front().is_some_and(|&at| now.since(at) >= SECOND) {
            self.0.pop_front();
        }
    }
}

fn count<T: TryInto<i64>>(value: T) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}
