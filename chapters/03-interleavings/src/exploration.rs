//! What an exploration found.

mod verdict;

use crate::lanes::Lanes;
use crate::tally::{Book, Rank, Ranked, Tally};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Everything that a model can do, counted.
///
/// A *schedule* is a sequence of thread, operation and value. Loom walks more
/// executions than there are schedules, since it also tries orders that make no
/// difference. A read is *fresh* when it sees the value written last; under weak
/// orderings it may also see an older one, as it may on a real machine.
#[derive(Clone, Debug)]
#[must_use = "an exploration does not fail by itself: call assert_outcomes or assert_holds on it"]
pub struct Exploration<O> {
    executions: usize,
    cut: bool,
    steps_most: usize,
    outcomes: BTreeSet<O>,
    broken_outcomes: BTreeSet<O>,
    all: Count,
    broken: Count,
    simplest_broken: Option<Lanes>,
    simplest_broken_stale: Option<Lanes>,
    longest_kept: Option<Lanes>,
}

thread_local! {
    static FIRST_BROKEN: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// Of the first exploration of this thread whose rule was broken: how many
/// schedules broke it, and of how many.
///
/// For a grader of tests: one that explored, and forgot to assert, is told so.
pub fn first_broken() -> Option<(usize, usize)> {
    FIRST_BROKEN.get()
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    schedules: usize,
    fresh: usize,
}

impl<O: Ord + Clone + Debug> Exploration<O> {
    pub(crate) fn read(book: &Book<O>, cut: bool, rule: impl Fn(&O) -> bool) -> Self {
        let (kept, broken): (Vec<_>, Vec<_>) =
            book.seen.iter().partition(|(outcome, _)| rule(outcome));
        let (bad, all) =
            (Count::of(broken.iter().map(|(_, tally)| *tally)), Count::of(book.seen.values()));
        if bad.schedules > 0 && FIRST_BROKEN.get().is_none() {
            FIRST_BROKEN.set(Some((bad.schedules, all.schedules)));
        }
        Exploration {
            executions: book.executions,
            cut,
            steps_most: book.steps_most,
            broken_outcomes: broken.iter().map(|(o, _)| (*o).clone()).collect(),
            broken: bad,
            all,
            outcomes: book.seen.keys().cloned().collect(),
            simplest_broken: best(&broken, Tally::simplest, Rank::lt),
            simplest_broken_stale: best(&broken, Tally::simplest_stale, Rank::lt),
            longest_kept: best(&kept, Tally::longest_fresh, Rank::is_busier),
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

    /// The same among those with a stale read.
    pub fn simplest_broken_stale(&self) -> Option<&Lanes> {
        self.simplest_broken_stale.as_ref()
    }

    /// The fresh schedule that keeps the rule with the most steps, and of those
    /// the easiest to follow: in it the threads meet.
    pub fn longest_kept(&self) -> Option<&Lanes> {
        self.longest_kept.as_ref()
    }
}

/// The best schedule over several outcomes, drawn.
fn best<O: Debug>(
    outcomes: &[(&O, &Tally)],
    of: fn(&Tally) -> Option<&Ranked>,
    better: fn(&Rank, &Rank) -> bool,
) -> Option<Lanes> {
    let each = outcomes.iter().filter_map(|(outcome, tally)| Some((outcome, of(tally)?)));
    let best = each.reduce(|best, next| if better(&next.1.0, &best.1.0) { next } else { best });
    best.map(|(outcome, (_, steps))| Lanes::new(steps, &format!("{outcome:?}")))
}

impl Count {
    fn of<'a>(tallies: impl Iterator<Item = &'a Tally>) -> Count {
        tallies.fold(Count::default(), |count, tally| Count {
            schedules: count.schedules + tally.schedules(),
            fresh: count.fresh + tally.schedules_fresh(),
        })
    }
}
