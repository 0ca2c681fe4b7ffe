//! Models that fail: each as an ordinary panic, in words, printed once.

use interleavings::sync::Mutex;
use interleavings::sync::atomic::{AtomicU64, Ordering::Relaxed};
use interleavings::{Explorer, Failure, explore, thread};
use std::panic::catch_unwind;
use std::sync::Arc;

/// The text that `test` panics with.
fn panic_text(test: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = catch_unwind(test).expect_err("it should panic");
    let words = payload.downcast_ref::<String>().cloned();
    words
        .or_else(|| payload.downcast_ref::<&str>().map(|&words| words.to_owned()))
        .expect("a panic with words")
}

/// Why two threads that both do `body` cannot be explored.
fn failure<T: Send + Sync + 'static>(new: fn() -> T, body: fn(&T)) -> Failure {
    let model = move || {
        let shared = Arc::new(new());
        let other = shared.clone();
        thread::both(move || body(&other), move || body(&shared));
    };
    let explored = Explorer::new().try_explore(model, |()| true);
    explored.expect_err("the model should fail")
}

fn load_then_store(hits: &AtomicU64) {
    let before = hits.load(Relaxed);
    hits.store(before + 1, Relaxed);
}

fn lost_update() -> interleavings::Exploration<u64> {
    let model = || {
        let hits = Arc::new(AtomicU64::new(0));
        let (a, b) = (hits.clone(), hits.clone());
        thread::both(move || load_then_store(&a), move || load_then_store(&b));
        Arc::into_inner(hits).map_or(0, AtomicU64::into_inner)
    };
    explore(model, |&hits| hits == 2)
}

// spec N-01
#[test]
fn a_broken_rule_fails_with_the_simplest_schedule() {
    let (load, store) = (line_of("hits.load"), line_of("hits.store"));
    let text = panic_text(|| lost_update().assert_holds("every hit is counted"));
    let expected = format!(
        "\
6 of 8 schedules break the rule: every hit is counted.
(In 2 of the 8 a thread reads a value that is no longer the newest. Weakly
ordered memory may do that, and the model takes SeqCst for a weak order, too.
Of the other 6, 4 break it.)
The simplest one:

      A         B         line
   1  load: 0             failures.rs:{load}
   2            load: 0   failures.rs:{load}
   3            store: 1  failures.rs:{store}
   4  store: 1            failures.rs:{store}

  got       1
  expected  2"
    );
    assert_eq!(text, expected);
}

/// Where in this file the first `code` is.
fn line_of(code: &str) -> usize {
    let lines = include_str!("failures.rs").lines();
    lines.take_while(|line| !line.contains(code)).count() + 1
}

// spec N-03
#[test]
fn a_wrong_set_of_outcomes_fails_with_what_is_missing_and_what_is_new() {
    let text = panic_text(|| lost_update().assert_outcomes(&[2, 3]));
    let expected = "\
the outcomes over all 8 schedules are not the expected ones.
  seen      {1, 2}
  expected  {2, 3}
No schedule ends in [3].
Nobody expected [1].
";
    assert_eq!(text, expected);
}

// spec N-03
#[test]
fn a_model_that_touches_no_traced_memory_fails() {
    let blind = || {
        let hits = Arc::new(std::sync::Mutex::new(0));
        let (a, b) = (hits.clone(), hits);
        thread::both(move || *a.lock().unwrap(), move || *b.lock().unwrap())
    };
    let seen = explore(blind, |_| true);
    for text in [
        panic_text(|| seen.assert_holds("anything")),
        panic_text(|| seen.assert_outcomes(&[(0, 0)])),
    ] {
        assert!(text.contains("Take Mutex and atomic from super::sync"), "{text}");
    }
}

// spec N-02
#[test]
fn two_locks_in_two_orders_deadlock_and_the_lanes_show_it() {
    let model = || {
        let locks = Arc::new((Mutex::new(0), Mutex::new(0)));
        let other = locks.clone();
        thread::both(
            move || *locks.0.lock().unwrap() + *locks.1.lock().unwrap(),
            move || *other.1.lock().unwrap() + *other.0.lock().unwrap(),
        )
    };
    let failure = Explorer::new().try_explore(model, |_| true);
    let Err(Failure::Deadlock(lanes)) = failure else {
        panic!("{failure:?} is no deadlock");
    };
    let words: Vec<String> = (0..lanes.steps.len()).map(|index| lanes.words(index)).collect();
    let expected = ["locks #2", "wants the lock #1", "locks #1", "wants the lock #2"];
    assert_eq!(words, expected, "{lanes}");
}

// spec N-02
#[test]
fn a_lock_taken_twice_by_one_thread_is_a_deadlock() {
    let failure = failure(
        || Mutex::new(0),
        |lock| {
            let _first = lock.lock();
            let _second = lock.lock();
        },
    );
    assert!(matches!(failure, Failure::Deadlock(_)), "{failure}");
}

// spec N-02
#[test]
fn a_lock_that_is_never_given_back_is_a_deadlock() {
    let failure = failure(|| Mutex::new(0), |lock| std::mem::forget(lock.lock()));
    assert!(matches!(failure, Failure::Deadlock(_)), "{failure}");
}

// spec N-02
#[test]
fn waiting_for_threads_with_a_lock_that_they_want_is_a_deadlock() {
    let model = || {
        let lock = Arc::new(Mutex::new(0));
        let (a, b) = (lock.clone(), lock.clone());
        let _mine = lock.lock();
        thread::both(move || *a.lock().unwrap(), move || *b.lock().unwrap())
    };
    let failure = Explorer::new().try_explore(model, |_| true);
    assert!(matches!(failure, Err(Failure::Deadlock(_))), "{failure:?}");
}

// spec N-02
#[test]
fn a_loop_that_waits_for_ever_fails_in_words() {
    let text = panic_text(|| {
        failure(|| AtomicU64::new(0), |ready| while ready.load(Relaxed) == 0 {}).raise()
    });
    assert!(text.starts_with("a loop does not end"), "{text}");
    assert!(text.contains("… 292 more steps"), "{text}");
}

// spec N-02
#[test]
fn an_exchange_that_is_tried_again_with_the_old_value_fails_in_words() {
    let failure = failure(
        || AtomicU64::new(0),
        |hits| {
            let seen = hits.load(Relaxed);
            while hits.compare_exchange(seen, seen + 1, Relaxed, Relaxed).is_err() {}
        },
    );
    assert!(matches!(failure, Failure::Endless { .. }), "{failure}");
}

/// Locks and counts while it is dropped, as permits do.
struct Permit(Arc<(Mutex<u64>, AtomicU64)>);

impl Drop for Permit {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += 1;
        self.0.1.fetch_add(1, Relaxed);
    }
}

fn give_back(free: u64) {
    todo!("hand out a permit of {free}");
}

fn permits_and_a_stub() {
    let pool = Arc::new((Mutex::new(0), AtomicU64::new(0)));
    let use_one = |pool: Arc<(Mutex<u64>, AtomicU64)>| {
        move || {
            let _permit = Permit(pool.clone());
            let _guard = pool.0.lock();
            pool.1.load(Relaxed);
            give_back(pool.1.load(Relaxed));
        }
    };
    thread::both(use_one(pool.clone()), use_one(pool));
}

// spec N-03
#[test]
fn a_panic_comes_out_with_its_own_words() {
    let text = panic_text(|| {
        let _ = explore(permits_and_a_stub, |()| true);
    });
    assert_eq!(text, "not yet implemented: hand out a permit of 0");
}

// spec N-03
#[test]
fn a_panic_of_main_before_it_starts_threads_comes_out_too() {
    let text = panic_text(|| {
        let _ = explore(|| assert!(AtomicU64::new(1).load(Relaxed) == 2, "no"), |()| true);
    });
    assert_eq!(text, "no");
}

// spec N-03
#[test]
fn after_a_failure_the_next_exploration_works() {
    for _ in 0..3 {
        let stub = Explorer::new().try_explore(permits_and_a_stub, |()| true);
        assert!(matches!(stub, Err(Failure::Panicked(_))));
        lost_update().assert_outcomes(&[1, 2]);
    }
}

// spec N-03
#[test]
fn a_model_that_catches_a_panic_may_go_on_if_no_destructor_shared_memory() {
    let model = |destructor: bool| {
        move || {
            let pool = Arc::new((Mutex::new(0), AtomicU64::new(0)));
            let guarded = pool.clone();
            let caught = catch_unwind(std::panic::AssertUnwindSafe(|| {
                let _permit = destructor.then(|| Permit(guarded));
                std::panic::resume_unwind(Box::new("a call fails"));
            }));
            assert!(caught.is_err());
            pool.1.load(Relaxed)
        }
    };
    let explorer = Explorer::new();
    assert!(explorer.try_explore(model(false), |_| true).is_ok());
    let failure = explorer.try_explore(model(true), |_| true);
    assert!(matches!(failure, Err(Failure::Unsupported(_))), "{failure:?}");
}

// spec N-03
#[test]
fn more_threads_than_loom_has_fail_in_words() {
    let model = || {
        for _ in 0..5 {
            thread::both(|| (), || ());
        }
    };
    let failure = Explorer::new().try_explore(model, |()| true);
    assert!(matches!(failure, Err(Failure::Unsupported(_))), "{failure:?}");
}

// spec N-03
#[test]
fn a_model_cannot_explore() {
    let text = panic_text(|| {
        let _ = explore(|| explore(|| (), |()| true).executions(), |_| true);
    });
    assert_eq!(text, "a model cannot explore another model");
}
