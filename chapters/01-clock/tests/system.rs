//! The system's clock: the only tests of the book that take real time, a few
//! milliseconds each. None of them says how late a sleeper may be.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use clock::{Clock, Moment, SystemClock, Timer};

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs `future` on this thread, which is parked while there is nothing to do.
fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        thread::park();
    }
}

#[test]
fn it_never_goes_back() {
    let clock = SystemClock::new();
    let readings: Vec<Moment> = (0..1000).map(|_| clock.now()).collect();
    assert!(readings.is_sorted());
}

#[test]
fn copies_share_their_origin() {
    let clock = SystemClock::new();
    let copy = clock;
    let (a, b, c) = (clock.now(), copy.now(), clock.now());
    assert!(a <= b && b <= c);
}

#[test]
fn a_sleeper_whose_time_has_come_is_ready_at_its_first_poll() {
    let clock = SystemClock::new();
    let context = &mut Context::from_waker(Waker::noop());
    assert_eq!(pin!(clock.sleep_until(Moment::ZERO)).poll(context), Poll::Ready(()));
    assert_eq!(pin!(clock.sleep_until(clock.now())).poll(context), Poll::Ready(()));
}

#[test]
fn a_sleeper_wakes_and_not_before_its_time() {
    let clock = SystemClock::new();
    let at = clock.now() + millis(2);
    block_on(clock.sleep_until(at));
    assert!(clock.now() >= at);
}

/// Tells its name when it is called.
struct Tell(u32, Mutex<Sender<u32>>);

impl Wake for Tell {
    fn wake(self: Arc<Self>) {
        let _ = self.1.lock().unwrap().send(self.0);
    }
}

type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Sleepers at these milliseconds from now on, named by them; and their calls.
fn sleepers(offsets: &[u32]) -> (Vec<Sleep>, mpsc::Receiver<u32>) {
    let clock = SystemClock::new();
    let origin = clock.now();
    let (tell, told) = mpsc::channel();
    let sleepers = offsets.iter().map(|&offset| {
        let at = origin + millis(offset.into());
        let mut sleep: Sleep = Box::pin(async move { clock.sleep_until(at).await });
        let waker = Waker::from(Arc::new(Tell(offset, Mutex::new(tell.clone()))));
        assert_eq!(sleep.as_mut().poll(&mut Context::from_waker(&waker)), Poll::Pending);
        sleep
    });
    (sleepers.collect(), told)
}

#[test]
fn sleepers_wake_in_order_of_time() {
    // Far enough away that all lie down before the first one wakes.
    let (sleepers, told) = sleepers(&[58, 50, 54, 51]);
    let order: Vec<u32> = (0..4).map(|_| told.recv().unwrap()).collect();
    assert_eq!(order, [50, 51, 54, 58]);
    drop(sleepers);
}

#[test]
fn a_dropped_sleeper_is_not_called() {
    let (mut sleepers, told) = sleepers(&[52, 50]);
    // Index 1, the earlier one.
    drop(sleepers.remove(1));
    assert_eq!(told.recv(), Ok(52));
    drop(sleepers);
    // Every sender has gone with its waker, the dropped sleeper's too.
    assert!(told.try_recv().is_err());
}

#[test]
fn a_sleeper_beyond_every_clock_stays_asleep() {
    let clock = SystemClock::new();
    let context = &mut Context::from_waker(Waker::noop());
    assert_eq!(pin!(clock.sleep_until(Moment::MAX)).poll(context), Poll::Pending);
    // And it does not keep the others from waking.
    block_on(clock.sleep_until(clock.now() + millis(1)));
}

/// Sleeps again where it is called: on the timer's own thread.
struct Again {
    clock: SystemClock,
    sleep: Mutex<Option<Sleep>>,
    left: Mutex<u32>,
    done: Mutex<Sender<()>>,
}

impl Wake for Again {
    fn wake(self: Arc<Self>) {
        let mut left = self.left.lock().unwrap();
        if *left == 0 {
            self.done.lock().unwrap().send(()).unwrap();
            return;
        }
        *left -= 1;
        drop(left);
        self.nap();
    }
}

impl Again {
    fn nap(self: Arc<Self>) {
        let (clock, at) = (self.clock, self.clock.now() + millis(1));
        let mut sleep: Sleep = Box::pin(async move { clock.sleep_until(at).await });
        let waker = Waker::from(Arc::clone(&self));
        if sleep.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
            // A busy machine: the millisecond is over already.
            return waker.wake();
        }
        // The old sleeper is dropped here, on the thread that called it.
        *self.sleep.lock().unwrap() = Some(sleep);
    }
}

#[test]
fn a_waker_that_sleeps_again_does_not_block_the_timer() {
    let (done, over) = mpsc::channel();
    let (sleep, left, done) = (Mutex::default(), Mutex::new(3), Mutex::new(done));
    Arc::new(Again { clock: SystemClock::new(), sleep, left, done }).nap();
    assert_eq!(over.recv(), Ok(()));
}

#[test]
fn a_waker_that_panics_does_not_stop_the_others() {
    struct Clumsy;
    impl Wake for Clumsy {
        fn wake(self: Arc<Self>) {
            panic!("a waker that panics, on purpose");
        }
    }
    let clock = SystemClock::new();
    let at = clock.now() + millis(2);
    let waker = Waker::from(Arc::new(Clumsy));
    let mut clumsy = pin!(clock.sleep_until(at));
    assert_eq!(clumsy.as_mut().poll(&mut Context::from_waker(&waker)), Poll::Pending);
    block_on(clock.sleep_until(at + millis(1)));
    assert!(clock.now() >= at + millis(1));
}
