//! The executor of tests: it moves the clock when nothing else can move.

use std::cell::Cell;
use std::future::pending;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use clock::{Clock, ManualClock, Moment, Timer};

const fn ms(millis: u64) -> Moment {
    Moment::from_millis(millis)
}

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

// spec C-01
#[test]
fn drive_goes_from_sleeper_to_sleeper_and_each_sees_its_own_time() {
    let clock = ManualClock::new();
    let nap = |until| {
        let clock = &clock;
        async move {
            clock.sleep_until(ms(until)).await;
            clock.now()
        }
    };
    let seen = clock.drive_all([nap(300), nap(100), nap(200), nap(100)]);
    assert_eq!(seen, [ms(300), ms(100), ms(200), ms(100)]);
    assert_eq!(clock.now(), ms(300));
}

#[test]
fn drive_gives_what_the_future_returned_and_moves_the_clock_no_further() {
    let clock = ManualClock::new();
    let three_naps = async {
        for _ in 0..3 {
            clock.sleep_until(clock.now() + millis(40)).await;
        }
        "done"
    };
    assert_eq!(clock.drive(three_naps), "done");
    assert_eq!(clock.now(), ms(120));
    assert_eq!(clock.drive(async { 7 }), 7);
    assert_eq!(clock.now(), ms(120));
}

#[test]
fn drive_all_polls_in_the_given_order_and_gives_the_outputs_in_it() {
    let clock = ManualClock::new();
    let turn = Cell::new(0);
    let take = |until| {
        let (clock, turn) = (&clock, &turn);
        async move {
            clock.sleep_until(ms(until)).await;
            turn.set(turn.get() + 1);
            turn.get()
        }
    };
    // Of the two that wake at 100, the one that was given first goes first.
    assert_eq!(clock.drive_all([take(200), take(100), take(100)]), [3, 1, 2]);
    assert_eq!(clock.drive_all(Vec::<std::future::Ready<u8>>::new()), [0; 0]);
}

#[test]
fn a_future_that_wakes_itself_is_polled_again_at_the_same_time() {
    let clock = ManualClock::new();
    let mut polls = 0;
    let thrice = std::future::poll_fn(|context| {
        polls += 1;
        context.waker().wake_by_ref();
        if polls == 3 { Poll::Ready(polls) } else { Poll::Pending }
    });
    assert_eq!(clock.drive(thrice), 3);
    assert_eq!(clock.now(), Moment::ZERO);
}

#[test]
#[should_panic(
    expected = "at 40 ms: the future waits, and nobody sleeps on this clock: nothing will ever wake it"
)]
fn drive_says_that_nothing_will_ever_wake_the_future() {
    let clock = ManualClock::new();
    clock.drive(async {
        clock.sleep_until(ms(40)).await;
        pending::<()>().await;
    });
}

#[test]
fn the_future_of_a_borrowed_or_shared_clock_is_the_same() {
    async fn nap(clock: impl Timer) -> Moment {
        clock.sleep_until(ms(30)).await;
        clock.now()
    }
    let clock = ManualClock::new();
    assert_eq!(clock.drive(nap(&clock)), ms(30));
    clock.set(Moment::ZERO);
    assert_eq!(clock.drive(nap(Arc::new(clock.clone()))), ms(30));
}
