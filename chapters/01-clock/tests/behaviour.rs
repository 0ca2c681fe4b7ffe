//! The manual clock and its sleepers; nothing here takes real time.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use clock::{Clock, ManualClock, Moment, Timer};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const fn ms(millis: u64) -> Moment {
    Moment::from_millis(millis)
}

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Writes its name down when it is called.
struct Named {
    name: usize,
    called: Arc<Mutex<Vec<usize>>>,
}

impl Wake for Named {
    fn wake(self: Arc<Self>) {
        self.called.lock().unwrap().push(self.name);
    }
}

type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A bedroom: sleepers on one clock, and who was called, in order.
#[derive(Default)]
struct Bedroom {
    clock: ManualClock,
    called: Arc<Mutex<Vec<usize>>>,
    sleepers: Vec<Option<Sleep>>,
}

impl Bedroom {
    fn waker(&self, name: usize) -> Waker {
        Waker::from(Arc::new(Named { name, called: Arc::clone(&self.called) }))
    }

    /// A sleeper lies down until `at`; its name is its number, from 0.
    fn sleep(&mut self, at: Moment) -> Poll<()> {
        let clock = self.clock.clone();
        self.sleepers.push(Some(Box::pin(async move { clock.sleep_until(at).await })));
        self.poll(self.sleepers.len() - 1)
    }

    fn poll(&mut self, name: usize) -> Poll<()> {
        let waker = self.waker(name);
        let sleeper = self.sleepers[name].as_mut().expect("a sleeper");
        sleeper.as_mut().poll(&mut Context::from_waker(&waker))
    }

    /// Who was called since the last look.
    fn called(&self) -> Vec<usize> {
        std::mem::take(&mut *self.called.lock().unwrap())
    }
}

// spec C-03
#[test]
fn one_advance_wakes_by_time_and_then_by_registration_and_leaves_the_later_asleep() {
    let mut room = Bedroom::default();
    for at in [300, 100, 200, 100] {
        assert_eq!(room.sleep(ms(at)), Poll::Pending);
    }
    room.clock.advance(millis(250));
    assert_eq!(room.called(), [1, 3, 2]);
    assert_eq!([1, 3, 2].map(|name| room.poll(name)), [Poll::Ready(()); 3]);
    assert_eq!(room.poll(0), Poll::Pending);
    assert_eq!(room.clock.next_sleeper(), Some(ms(300)));
    room.clock.advance(millis(49));
    assert_eq!(room.called(), [0; 0]);
    room.clock.advance(millis(1));
    assert_eq!(room.called(), [0]);
    assert_eq!(room.clock.next_sleeper(), None);
}

// spec C-03
#[test]
fn a_sleeper_whose_time_has_come_is_ready_at_its_first_poll() {
    let mut room = Bedroom::default();
    room.clock.set(ms(100));
    assert_eq!(room.sleep(ms(99)), Poll::Ready(()));
    assert_eq!(room.sleep(ms(100)), Poll::Ready(()));
    assert_eq!(room.clock.next_sleeper(), None);
    assert_eq!(room.sleep(ms(101)), Poll::Pending);
}

#[test]
fn at_the_origin_a_sleeper_until_the_origin_is_ready() {
    assert_eq!(Bedroom::default().sleep(Moment::ZERO), Poll::Ready(()));
}

#[test]
fn a_dropped_sleeper_leaves_nothing_behind() {
    let mut room = Bedroom::default();
    for at in [100, 100, 200] {
        assert_eq!(room.sleep(ms(at)), Poll::Pending);
    }
    room.sleepers[0] = None;
    room.sleepers[2] = None;
    room.clock.advance(millis(100));
    assert_eq!(room.called(), [1]);
    assert_eq!(room.clock.next_sleeper(), None);
}

#[test]
fn a_sleeper_that_was_never_polled_is_not_on_the_clock() {
    let clock = ManualClock::new();
    let sleep = clock.sleep_until(ms(5));
    assert_eq!(clock.next_sleeper(), None);
    drop(sleep);
}

#[test]
fn a_sleeper_that_is_polled_twice_keeps_its_place_and_its_newest_waker() {
    let mut room = Bedroom::default();
    for at in [100, 100] {
        assert_eq!(room.sleep(ms(at)), Poll::Pending);
    }
    // The first is polled again, now by somebody called 7.
    let waker = room.waker(7);
    let first = room.sleepers[0].as_mut().unwrap();
    assert_eq!(first.as_mut().poll(&mut Context::from_waker(&waker)), Poll::Pending);
    room.clock.advance(millis(100));
    assert_eq!(room.called(), [7, 1]);
}

// spec C-04
#[test]
fn a_clock_that_is_set_back_wakes_nobody_and_time_since_later_is_nothing() {
    let mut room = Bedroom::default();
    room.clock.set(ms(1000));
    assert_eq!(room.sleep(ms(1500)), Poll::Pending);
    room.clock.set(ms(400));
    assert_eq!(room.clock.now(), ms(400));
    assert_eq!(room.clock.now().since(ms(1000)), Duration::ZERO);
    assert_eq!(room.called(), [0; 0]);
    room.clock.advance(millis(1099));
    assert_eq!(room.called(), [0; 0]);
    room.clock.advance(millis(1));
    assert_eq!(room.called(), [0]);
}

#[test]
fn a_sleeper_that_was_called_and_then_finds_the_clock_set_back_sleeps_on() {
    let mut room = Bedroom::default();
    assert_eq!(room.sleep(ms(100)), Poll::Pending);
    room.clock.set(ms(100));
    room.clock.set(ms(50));
    assert_eq!(room.called(), [0]);
    assert_eq!(room.poll(0), Poll::Pending);
    room.clock.set(ms(100));
    assert_eq!(room.called(), [0]);
    assert_eq!(room.poll(0), Poll::Ready(()));
}

#[test]
fn clones_share_the_time_and_the_sleepers() {
    let mut room = Bedroom::default();
    let other = room.clock.clone();
    assert_eq!(room.sleep(ms(10)), Poll::Pending);
    other.advance(millis(10));
    assert_eq!(room.clock.now(), ms(10));
    assert_eq!(room.called(), [0]);
}

#[test]
fn two_threads_that_advance_at_once_both_count() {
    let clock = ManualClock::new();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| (0..1000).for_each(|_| clock.advance(Duration::from_nanos(1))));
        }
    });
    assert_eq!(clock.now(), Moment::from_nanos(2000));
}

#[test]
fn drive_goes_past_sleepers_that_are_not_its_own() {
    let mut room = Bedroom::default();
    assert_eq!(room.sleep(ms(50)), Poll::Pending);
    room.clock.drive(room.clock.sleep_until(ms(80)));
    assert_eq!(room.clock.now(), ms(80));
    assert_eq!(room.called(), [0]);
}

/// Polls its sleeper where it is called, and puts a new one to bed.
struct Eager {
    clock: ManualClock,
    sleep: Mutex<Option<Sleep>>,
    naps: Mutex<Vec<Moment>>,
}

impl Wake for Eager {
    fn wake(self: Arc<Self>) {
        let now = self.clock.now();
        self.naps.lock().unwrap().push(now);
        self.clone().nap_until(now + millis(100));
    }
}

impl Eager {
    fn nap_until(self: Arc<Self>, at: Moment) {
        let clock = self.clock.clone();
        let mut sleep: Sleep = Box::pin(async move { clock.sleep_until(at).await });
        let waker = Waker::from(Arc::clone(&self));
        assert_eq!(sleep.as_mut().poll(&mut Context::from_waker(&waker)), Poll::Pending);
        *self.sleep.lock().unwrap() = Some(sleep);
    }
}

#[test]
fn a_waker_that_comes_back_to_the_clock_does_not_block_it() {
    let clock = ManualClock::new();
    let (sleep, naps) = (Mutex::default(), Mutex::default());
    let eager = Arc::new(Eager { clock: clock.clone(), sleep, naps });
    eager.clone().nap_until(ms(100));
    for _ in 0..3 {
        clock.advance(millis(100));
    }
    assert_eq!(*eager.naps.lock().unwrap(), [ms(100), ms(200), ms(300)]);
    // It holds itself alive through its own sleeper: let go of it.
    drop(eager.sleep.lock().unwrap().take());
    assert_eq!(clock.next_sleeper(), None);
}

/// A task that owns a sleeper; it goes when its last waker goes.
struct Owner {
    _sleeper: Mutex<Option<Sleep>>,
}

impl Wake for Owner {
    fn wake(self: Arc<Self>) {}
}

/// Polls `sleep` with the last waker of a task that owns a sleeper until `at`.
fn poll_as_owner(room: &Bedroom, sleep: &mut Sleep, at: Moment) {
    let clock = room.clock.clone();
    let mut owned: Sleep = Box::pin(async move { clock.sleep_until(at).await });
    let _ = owned.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    let waker = Waker::from(Arc::new(Owner { _sleeper: Mutex::new(Some(owned)) }));
    assert_eq!(sleep.as_mut().poll(&mut Context::from_waker(&waker)), Poll::Pending);
}

#[test]
fn a_waker_that_takes_a_sleeper_along_does_not_block_the_clock() {
    let room = Bedroom::default();
    let clock = room.clock.clone();
    let mut sleep: Sleep = Box::pin(async move { clock.sleep_until(ms(900)).await });
    poll_as_owner(&room, &mut sleep, ms(500));
    assert_eq!(room.clock.next_sleeper(), Some(ms(500)));
    // Another waker comes in its place: the task goes, and its sleeper with it.
    poll_as_owner(&room, &mut sleep, ms(600));
    assert_eq!(room.clock.next_sleeper(), Some(ms(600)));
    drop(sleep);
    assert_eq!(room.clock.next_sleeper(), None);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 256,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Against a list that is sorted: whoever is due, by time and registration.
    // spec C-03
    #[test]
    fn the_order_of_waking_is_the_sorted_order(
        acts in proptest::collection::vec((0..3u8, 0..400u64), 1..40),
    ) {
        let mut room = Bedroom::default();
        let mut model: Vec<(u64, usize)> = Vec::new();
        let mut now = 0;
        for (act, number) in acts {
            match act {
                0 => {
                    let name = room.sleepers.len();
                    let ready = room.sleep(ms(number));
                    prop_assert_eq!(ready.is_ready(), number <= now);
                    if number > now {
                        model.push((number, name));
                    }
                }
                1 => {
                    // Somewhere between 200 back and 199 forward.
                    now = (now + number).saturating_sub(200);
                    room.clock.set(ms(now));
                    model.sort_unstable();
                    let due = model.partition_point(|&(at, _)| at <= now);
                    let woken: Vec<usize> = model.drain(..due).map(|(_, name)| name).collect();
                    prop_assert_eq!(room.called(), woken);
                }
                _ => if let Some(dropped) = room.sleepers.get_mut(usize::try_from(number % 7).unwrap()) {
                    *dropped = None;
                    model.retain(|&(_, name)| name as u64 != number % 7);
                },
            }
            prop_assert_eq!(room.clock.next_sleeper(), model.iter().map(|&(at, _)| ms(at)).min());
        }
    }
}
