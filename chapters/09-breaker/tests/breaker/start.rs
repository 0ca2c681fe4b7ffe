// What the tests begin with.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use clock::{ManualClock, Moment};

use super::{Breaker, Settings, Trigger};

/// So many failures in a row open it for 1000 ms; one probe, one good one closes it.
pub fn settings(failures: u32) -> Settings {
    Settings {
        trigger: Trigger::Consecutive(failures),
        cool_off: Duration::from_secs(1),
        probes: 1,
        successes: 1,
        ..Settings::default()
    }
}

pub fn closed(failures: u32) -> (ManualClock, Arc<Breaker<ManualClock>>) {
    let clock = ManualClock::new();
    let breaker = Breaker::with_clock(settings(failures), clock.clone()).expect("possible");
    (clock, Arc::new(breaker))
}

/// Opened at 0, at the end of its cool-off.
pub fn rested() -> (ManualClock, Arc<Breaker<ManualClock>>) {
    let (clock, breaker) = closed(1);
    breaker.permit().expect("closed").failure();
    clock.set(Moment::from_millis(1000));
    (clock, breaker)
}

pub fn panics(body: impl FnOnce()) {
    let panicked = catch_unwind(AssertUnwindSafe(body));
    let panic = panicked.expect_err("the panic goes on");
    assert_eq!(panic.downcast_ref(), Some(&"of the call"), "and it is the call's own");
}

pub fn panic_of_the_call() -> ! {
    std::panic::panic_any("of the call")
}
