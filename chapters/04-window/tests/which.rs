//! What a window is for, and which of the limiters is for what.

use std::collections::VecDeque;

use clock::Moment;
use simulation::{Arrivals, Mechanism, Params, Planned, Scenario, Trace, run};
use window::{Fixed, Limit, Log, Rule};

fn ms(ms: u64) -> Moment {
    Moment::from_millis(ms)
}

// spec W-01: a window limits a rate. It does not know when work ends, so calls
// that take ten seconds pile up under it; whoever means "at most three at a time"
// wants a counter that goes down again.
#[test]
fn a_window_limits_how_many_begin_and_not_how_many_are_under_way() {
    let limit = Limit::new(3, std::time::Duration::from_secs(1)).unwrap();
    let mut window = Log::new(limit);
    let (mut by_window, mut by_counter) = (VecDeque::new(), VecDeque::new());
    for at in (0..5000).step_by(100).map(ms) {
        for under_way in [&mut by_window, &mut by_counter] {
            under_way.retain(|&ends| at < ends);
        }
        if window.take(1, at).is_ok() {
            by_window.push_back(at + std::time::Duration::from_secs(10));
        }
        if by_counter.len() < 3 {
            by_counter.push_back(at + std::time::Duration::from_secs(10));
        }
    }
    assert_eq!(by_window.len(), 15, "three in each of five seconds, and none has ended");
    assert_eq!(by_counter.len(), 3);
}

/// Ten a second, and ten at once on each side of a boundary.
fn at_the_boundary(mechanism: &Mechanism) -> Trace {
    let names = ["limit", "rate", "burst", "places"];
    let params = names.into_iter().fold(Params::new(), |params, name| params.with(name, 10));
    let planned = [[950; 10], [1050; 10]].concat().into_iter().map(Planned::at).collect();
    let scenario = Scenario {
        params: mechanism.filled(&params.with("window-ms", 1000)),
        until_ms: 4000,
        arrivals: vec![Arrivals::List(planned)],
        ..Scenario::default()
    };
    let mut subject = (mechanism.build)(&scenario.params).unwrap();
    run(&scenario, subject.as_mut()).unwrap()
}

// spec W-07: rough, smooth, tolerant or even. The same twenty requests and the
// same ten a second; what counts is the most within 200 ms.
#[test]
fn rough_is_fixed_smooth_is_sliding_even_is_the_queue_and_a_bucket_forgives_a_burst() {
    let most = |mechanism| at_the_boundary(mechanism).most_admitted_within_ms(200);
    assert_eq!(most(&window::stage::FIXED), 20, "both bursts, each in a window of its own");
    assert_eq!(most(&window::stage::LOG), 10, "never more than the limit");
    // The burst, and the token that flew in during the 100 ms between them.
    assert_eq!(most(&token_bucket::stage::MECHANISM), 11);
    // One leaves each 100 ms: two in any 200.
    assert_eq!(most(&leaky_bucket::stage::QUEUE), 2);
}

// The rules are told apart by more than this one burst: a window that forgives
// the boundary forgives it again with the next.
#[test]
fn the_fixed_window_forgives_each_boundary_anew() {
    let limit = Limit::new(10, std::time::Duration::from_secs(1)).unwrap();
    let mut fixed = Fixed::new(limit);
    let passed =
        [950, 1050, 1950, 2050].map(|at| (0..10).filter(|_| fixed.take(1, ms(at)).is_ok()).count());
    assert_eq!(passed, [10, 10, 0, 10]);
}
