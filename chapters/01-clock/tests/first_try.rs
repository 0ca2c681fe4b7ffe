//! The three mistakes of the first try, each beside what the clock does.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use clock::first_try::FirstClock;
use clock::{ManualClock, Moment, Timer};

struct Named(u64, Arc<Mutex<Vec<u64>>>);

impl Wake for Named {
    fn wake(self: Arc<Self>) {
        self.1.lock().unwrap().push(self.0);
    }
}

fn sleepers(clock: &mut FirstClock, times_ms: &[u64]) -> Arc<Mutex<Vec<u64>>> {
    let called = Arc::default();
    for &at_ms in times_ms {
        let waker = Waker::from(Arc::new(Named(at_ms, Arc::clone(&called))));
        clock.sleep_until(at_ms, waker);
    }
    called
}

#[test]
fn mistake_one_a_clock_that_went_back_has_run_for_584_million_years() {
    let mut first = FirstClock::default();
    first.set_ms(1000);
    first.set_ms(400);
    let years = first.elapsed_ms(1000) / 1000 / 60 / 60 / 24 / 365;
    assert_eq!(years, 584_942_417);
    assert_eq!(Moment::from_millis(400).since(Moment::from_millis(1000)), Duration::ZERO);
}

#[test]
fn mistake_two_a_sleeper_whose_time_has_come_still_waits() {
    let mut first = FirstClock::default();
    first.set_ms(200);
    let called = sleepers(&mut first, &[100]);
    assert_eq!(*called.lock().unwrap(), [0; 0]);
    // It sleeps until somebody happens to move the clock.
    first.advance_ms(1);
    assert_eq!(*called.lock().unwrap(), [100]);

    let clock = ManualClock::new();
    clock.set(Moment::from_millis(200));
    let sleep = pin!(clock.sleep_until(Moment::from_millis(100)));
    assert_eq!(sleep.poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(()));
}

#[test]
fn mistake_three_sleepers_wake_in_the_order_in_which_they_came() {
    let mut first = FirstClock::default();
    let called = sleepers(&mut first, &[300, 100, 200, 150]);
    first.advance_ms(250);
    assert_eq!(*called.lock().unwrap(), [100, 200, 150]);
    first.advance_ms(50);
    assert_eq!(*called.lock().unwrap(), [100, 200, 150, 300]);
}
