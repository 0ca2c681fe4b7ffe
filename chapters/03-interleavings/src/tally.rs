//! What a walk over all executions adds up to.

use crate::step::{Act, Op, RawStep};
use std::collections::BTreeMap;

/// One schedule: who did what, and which values were seen. Announcing that one
/// wants a lock is not an operation on memory, and is left out.
type Schedule = Vec<(usize, Act)>;

/// How a schedule is ranked, the simplest first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    /// Reads that did not see the newest value.
    stale: usize,
    /// Changes from thread to thread.
    switches: usize,
    length: usize,
    /// A before B, to have one answer.
    schedule: Schedule,
    /// Of two executions of one schedule, the one where fewer threads arrive at
    /// a lock in between.
    arrivals: usize,
}

/// All that was seen.
pub(crate) struct Book<O> {
    pub executions: usize,
    /// Operations in the longest execution.
    pub steps_most: usize,
    pub seen: BTreeMap<O, Tally>,
}

/// All that led to one outcome.
#[derive(Default)]
pub(crate) struct Tally {
    schedules: BTreeMap<Schedule, bool>,
    simplest: Best,
    simplest_stale: Best,
    longest_fresh: Best,
}

/// A schedule with its rank.
pub(crate) type Ranked = (Rank, Vec<RawStep>);

/// The best of the schedules so far.
type Best = Option<Ranked>;

impl<O: Ord> Book<O> {
    pub fn new() -> Self {
        Book { executions: 0, steps_most: 0, seen: BTreeMap::new() }
    }

    pub fn add(&mut self, outcome: O, steps: &[RawStep]) {
        self.executions += 1;
        self.steps_most = self.steps_most.max(steps.len());
        self.seen.entry(outcome).or_default().add(steps);
    }
}

impl Tally {
    /// Distinct schedules.
    pub fn schedules(&self) -> usize {
        self.schedules.len()
    }

    /// Distinct schedules in which every read is fresh.
    pub fn schedules_fresh(&self) -> usize {
        self.schedules.values().filter(|fresh| **fresh).count()
    }

    /// The steps of the simplest schedule.
    pub fn simplest(&self) -> Option<&Ranked> {
        self.simplest.as_ref()
    }

    /// The same among those with a read that is not fresh.
    pub fn simplest_stale(&self) -> Option<&Ranked> {
        self.simplest_stale.as_ref()
    }

    /// Of the fresh schedules with the most steps, the simplest: in it the
    /// threads get into each other's way as much as they can.
    pub fn longest_fresh(&self) -> Option<&Ranked> {
        self.longest_fresh.as_ref()
    }

    fn add(&mut self, steps: &[RawStep]) {
        let schedule: Schedule = steps
            .iter()
            .filter(|step| step.act.op != Op::Want)
            .map(|step| (step.lane, step.act))
            .collect();
        let stale = steps.iter().filter(|step| !step.fresh).count();
        self.schedules.insert(schedule.clone(), stale == 0);
        let rank = Rank {
            stale,
            switches: switches(schedule.iter().map(|(lane, _)| *lane)),
            length: schedule.len(),
            schedule,
            arrivals: switches(steps.iter().map(|step| step.lane)),
        };
        let fresh = rank.stale == 0;
        if fresh {
            keep(&mut self.longest_fresh, &rank, steps, Rank::is_busier);
        } else {
            keep(&mut self.simplest_stale, &rank, steps, Rank::lt);
        }
        keep(&mut self.simplest, &rank, steps, Rank::lt);
    }
}

impl Rank {
    /// More steps; of the same number, the simpler.
    pub fn is_busier(&self, other: &Self) -> bool {
        (other.length, self) < (self.length, other)
    }
}

fn keep(best: &mut Best, rank: &Rank, steps: &[RawStep], better: fn(&Rank, &Rank) -> bool) {
    if best.as_ref().is_none_or(|(best, _)| better(rank, best)) {
        *best = Some((rank.clone(), steps.to_vec()));
    }
}

fn switches(lanes: impl Iterator<Item = usize> + Clone) -> usize {
    lanes.clone().zip(lanes.skip(1)).filter(|(one, two)| one != two).count()
}
