//! What an exploration found.

mod verdict;

use crate::lanes::Lanes;
use crate::tally::{Book, Tally};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Everything that a model can do, counted.
///
/// A *schedule* is a sequence of thread, operation and value. Loom walks more
/// executions than there are schedules, since it also tries orders that make no
/// difference. A read is *fresh* when it sees the value written last; under weak
/// orderings it may also see an older one, as it may on a real machine.
#[derive(Clone, Debug)]
pub struct Exploration<O> {
    executions: usize,
    cut: bool,
    steps_most: usize,
    outcomes: BTreeSet<O>,
    broken_outcomes: BTreeSet<O>,
    all: Count,
    broken: Count,
    simplest_broken: Option<Lanes>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    schedules: usize,
    fresh: usize,
}

impl<O: Ord + Clone + Debug> Exploration<O> {
    pub(crate) fn read(book: &Book<O>, cut: bool, rule: impl Fn(&O) -> bool) -> Self {
        let broken: Vec<_> = book.seen.iter().filter(|(outcome, _)| !rule(outcome)).collect();
        let simplest = broken
            .iter()
            .filter_map(|(outcome, tally)| Some((outcome, tally.simplest()?)))
            .min_by(|a, b| a.1.0.cmp(&b.1.0))
            .map(|(outcome, (_, steps))| Lanes::new(steps, &format!("{outcome:?}")));
        Exploration {
            executions: book.executions,
            cut,
            steps_most: book.steps_most,
            broken_outcomes: broken.iter().map(|(o, _)| (*o).clone()).collect(),
            broken: Count::of(broken.iter().map(|(_, tally)| *tally)),
            all: Count::of(book.seen.values()),
            outcomes: book.seen.keys().cloned().collect(),
            simplest_broken: simplest,
        }
    }

    /// How many executions loom ran.
    pub fn executions(&self) -> usize {
        self.executions
    }

    /// Whether the walk stopped at
    /// [`permutations_max`](crate::Explorer::permutations_max).
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// How many operations on traced memory the longest execution had. Zero
    /// means that the model could not see what the threads share.
    pub fn steps_most(&self) -> usize {
        self.steps_most
    }

    /// The exact set of outcomes seen.
    pub fn outcomes(&self) -> &BTreeSet<O> {
        &self.outcomes
    }

    /// Those outcomes for which the rule does not hold.
    pub fn broken_outcomes(&self) -> &BTreeSet<O> {
        &self.broken_outcomes
    }

    /// How many different schedules were seen.
    pub fn schedules(&self) -> usize {
        self.all.schedules
    }

    /// How many of the schedules break the rule.
    pub fn broken(&self) -> usize {
        self.broken.schedules
    }

    /// How many different schedules were seen in which every read is fresh.
    pub fn schedules_fresh(&self) -> usize {
        self.all.fresh
    }

    /// How many of the fresh schedules break the rule.
    pub fn broken_fresh(&self) -> usize {
        self.broken.fresh
    }

    /// The broken schedule that is easiest to follow: the fewest stale reads,
    /// then the fewest switches between threads, then the shortest.
    pub fn simplest_broken(&self) -> Option<&Lanes> {
        self.simplest_broken.as_ref()
    }
}

impl Count {
    fn of<'a>(tallies: impl Iterator<Item = &'a Tally>) -> Count {
        tallies.fold(Count::default(), |count, tally| Count {
            schedules: count.schedules + tally.schedules(),
            fresh: count.fresh + tally.schedules_fresh(),
        })
    }
}
