// The grader, second half: two threads change the breaker, in every order that
// there is.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use interleavings::sync::atomic::{AtomicBool, Ordering};
use interleavings::{Exploration, explore, thread};
use simulation::within;

use super::answer::{Breaker, Change, State};

const LIMIT: Duration = Duration::from_secs(10);

const OPENED: Heard = Heard(Change { from: State::Closed, to: State::Open });
const HALF_OPENED: Heard = Heard(Change { from: State::Open, to: State::HalfOpen });
const CLOSED: Heard = Heard(Change { from: State::HalfOpen, to: State::Closed });

/// A change that was told; in short where it is printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Heard(Change);

impl fmt::Debug for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}→{:?}", self.0.from, self.0.to)
    }
}

/// What was told when both threads were done, and what the breaker was then.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    told: Vec<Heard>,
    /// A callback began while another one was running.
    overlap: bool,
    state: State,
}

impl End {
    /// The changes follow one another, from closed to the state at the end.
    fn is_a_chain(&self) -> bool {
        let end = self.told.iter().try_fold(State::Closed, |state, Heard(change)| {
            (state == change.from).then_some(change.to)
        });
        end == Some(self.state)
    }
}

/// Thread A and thread B call a breaker that opens at the first failure and has no
/// cool-off. The callback takes two steps, so that a thread can come between.
fn both(a: fn(&Breaker), b: fn(&Breaker), holds: fn(&End) -> bool) -> Exploration<End> {
    within(LIMIT, move || {
        let model = move || {
            let heard = Arc::new(Mutex::new((Vec::new(), false)));
            let (hears, busy) = (Arc::clone(&heard), AtomicBool::new(false));
            let breaker = Arc::new(Breaker::new(1, 0, move |_, change| {
                // Relaxed: the callback only wants to see who else is in here.
                let overlap = busy.swap(true, Ordering::Relaxed);
                let mut heard = hears.lock().expect("nobody panics with it");
                heard.0.push(Heard(change));
                heard.1 |= overlap;
                drop(heard);
                busy.store(false, Ordering::Relaxed);
            }));
            let (at_a, at_b) = (Arc::clone(&breaker), Arc::clone(&breaker));
            thread::both(move || a(&at_a), move || b(&at_b));
            let state = breaker.state();
            let (told, overlap) = heard.lock().expect("nobody panics with it").clone();
            End { told, overlap, state }
        };
        explore(model, holds)
    })
}

/// The rule, and what the two steps of the callback look like in the lanes.
fn with_legend(rule: &str) -> String {
    format!(
        "{rule}.\nIn the lanes, the steps in interleavings.rs are the callback's: `swap` is where it \
         begins, and `store` where it ends"
    )
}

// A fails and opens the breaker; B comes and is its probe, or has come before. If a
// change is told after the lock was given back, B's may be told before A's.
#[test]
fn the_changes_of_two_threads_are_told_in_order() {
    let seen = both(
        |breaker| breaker.ended(0, false),
        |breaker| {
            breaker.admits(10);
        },
        |end| !end.overlap && end.is_a_chain(),
    );
    seen.assert_holds(&with_legend(
        "the changes are told in the order in which they happened, each of them once, and one \
         callback at a time",
    ));
    seen.assert_outcomes(&[
        End { told: vec![OPENED], overlap: false, state: State::Open },
        End { told: vec![OPENED, HALF_OPENED], overlap: false, state: State::HalfOpen },
    ]);
}

// B's probe also ends, and closes the breaker: three changes by two threads. One of
// them tells; if it stops just as the other has queued a change, nobody tells that.
#[test]
fn whoever_stops_telling_leaves_nothing_behind() {
    let probe = |breaker: &Breaker| {
        breaker.admits(10);
        breaker.ended(10, true);
    };
    let seen =
        both(|breaker| breaker.ended(0, false), probe, |end| !end.overlap && end.is_a_chain());
    seen.assert_holds(&with_legend("when both threads are done, every change has been told"));
    seen.assert_outcomes(&[
        End { told: vec![OPENED], overlap: false, state: State::Open },
        End { told: vec![OPENED, HALF_OPENED, CLOSED], overlap: false, state: State::Closed },
    ]);
}
