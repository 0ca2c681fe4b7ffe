//! Meter and queue under the same traffic: what each of them is for (spec L-04).

mod common;

use std::time::Duration;

use clock::{Clock, ManualClock};
use common::{Wait, meter, ms, peek, poured, queue, queue_for};
use leaky_bucket::{Meter, Pace, TurnedAway};

/// When each of them went, in milliseconds, on a timer that looks every `tick_ms`.
fn departures(rate: u64, tick_ms: u64, wait_max: Duration) -> Vec<u64> {
    let (clock, queue) = queue_for(rate, 100, wait_max);
    let mut waits: Vec<Wait<'_>> = (0..100).map(|_| Box::pin(queue.wait()) as Wait<'_>).collect();
    let mut went = vec![];
    while !waits.is_empty() {
        waits.retain_mut(|wait| match peek(wait) {
            Some(result) => {
                result.unwrap();
                went.push(clock.now().as_millis());
                false
            }
            None => true,
        });
        clock.advance(Duration::from_millis(tick_ms));
    }
    went
}

// spec L-04: burst tolerated or not.
#[test]
fn of_a_burst_the_meter_lets_all_through_at_once_and_the_queue_one_by_one() {
    let (_, meter) = meter(10, 6);
    assert_eq!(poured(&meter, 8), 6, "at one instant");
    let (clock, queue) = queue(10, 5);
    let went = clock.drive_all((0..8).map(|_| async {
        let result: Result<(), TurnedAway> = queue.wait().await;
        result.ok().map(|()| clock.now().as_millis())
    }));
    let expected = [Some(0), Some(100), Some(200), Some(300), Some(400), Some(500), None, None];
    assert_eq!(went, expected, "as many of them, and no two at once");
}

// spec L-04: arithmetic on elapsed time, or a line and a timer.
#[test]
fn the_meter_sets_no_timer_and_the_queue_one_for_each_that_waits() {
    let (clock, meter) = meter(10, 5);
    assert_eq!(poured(&meter, 8), 5);
    assert_eq!(clock.next_sleeper(), None);
    let (clock, queue) = queue(10, 5);
    let mut waits: Vec<Wait<'_>> = (0..3).map(|_| Box::pin(queue.wait()) as Wait<'_>).collect();
    assert_eq!(waits.iter_mut().filter_map(peek).count(), 1);
    assert_eq!(clock.next_sleeper(), Some(ms(100)));
}

// spec L-04: how much each relies on a precise clock. A thousand a second, on a
// timer that looks every ten milliseconds: what was to be even comes in clumps.
#[test]
fn the_queue_is_as_even_as_the_timer_that_wakes_it() {
    let exact: Vec<u64> = (0..100).collect();
    assert_eq!(departures(1000, 1, Duration::from_secs(1)), exact);
    let clumps: Vec<u64> = (0..100_u64).map(|k| k.div_ceil(10) * 10).collect();
    assert_eq!(departures(1000, 10, Duration::from_secs(1)), clumps);
}

// spec L-04: the meter reads the clock when it is asked. Where that is coarse, what
// goes in late is all that is lost: over the same second, as many.
#[test]
fn the_meter_needs_no_timer_to_be_right() {
    let passed = |tick_ms: u64| {
        let clock = ManualClock::new();
        let meter = Meter::with_clock(Pace::per_second(100), 10, clock.clone()).unwrap();
        (0..1000).fold(0, |passed, at_ms| {
            // It is asked each millisecond, and told the time of the last tick.
            clock.set(ms(at_ms / tick_ms * tick_ms));
            passed + poured(&meter, 1)
        })
    };
    // Ten, and a hundred a second for 999 or 990 ms.
    assert_eq!((passed(1), passed(10)), (109, 109));
}
