// The grader, second half: two threads, in every order that there is.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use clock::{ManualClock, Moment};
use interleavings::{explore, thread};
use simulation::within;

use super::answer::{Bucket, Refused};

/// Whether a caller without time to wait got its token at the first poll.
fn at_once(bucket: &Bucket<ManualClock>) -> bool {
    let wait = pin!(bucket.wait_n(1, Some(Moment::ZERO)));
    match wait.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result != Err(Refused::TooLate),
        Poll::Pending => panic!("a wait without time to wait is pending"),
    }
}

// One token, two threads, and neither has time to wait. Looking at the balance
// and writing it down must be one step: the lock is held over both.
#[test]
fn two_threads_never_get_the_same_token() {
    let seen = within(Duration::from_secs(5), || {
        let model = || {
            let bucket = Bucket::new(Duration::from_millis(100), 1, ManualClock::new());
            let bucket = Arc::new(bucket);
            let (a, b) = (Arc::clone(&bucket), Arc::clone(&bucket));
            thread::both(move || at_once(&a), move || at_once(&b))
        };
        explore(model, |&(a, b)| a != b)
    });
    seen.assert_holds("one token goes to one of the two threads, at once");
    seen.assert_outcomes(&[(true, false), (false, true)]);
}
