//! The first try under the model checker: how many schedules break it.

use std::sync::Arc;
use std::time::Duration;

use ::interleavings::{explore, thread};
use clock::Moment;

use super::super::first_try::FirstBreaker;

fn first() -> Arc<FirstBreaker> {
    Arc::new(FirstBreaker::new(1, Duration::from_secs(1)))
}

/// Both threads read two words each and write none: 6 orders of 2 + 2 steps, and
/// in each of them both go.
#[test]
fn both_threads_are_the_probe_in_all_six_schedules() {
    let model = || {
        let a = first();
        a.failure(Moment::ZERO);
        let b = a.clone();
        let at = Moment::from_millis(1000);
        thread::both(move || a.allow(at), move || b.allow(at))
    };
    let exploration = explore(model, |&(one, two)| one != two);
    exploration.assert_outcomes(&[(true, true)]);
    assert_eq!((exploration.broken(), exploration.schedules()), (6, 6));
}

/// It opens again, and another thread sees that it is open: between the two writes
/// it is open since the last time, and that was long ago.
#[test]
fn a_call_goes_through_a_breaker_that_has_just_opened() {
    let model = || {
        let a = first();
        a.failure(Moment::ZERO);
        a.success();
        let (b, at) = (a.clone(), Moment::from_millis(5000));
        let ((), seen) = thread::both(move || a.failure(at), move || (b.is_open(), b.allow(at)));
        seen
    };
    let exploration = explore(model, |&seen| seen != (true, true));
    // Closed, and it goes; open by now, and it does not; and open, and it goes.
    let whole = [(false, true), (false, false), (true, false)];
    exploration.assert_outcomes(&[&whole[..], &[(true, true)]].concat());
    assert!(exploration.broken() > 0);
}
