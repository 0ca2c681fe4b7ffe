//! `sync` is std's where nothing explores, and behaves like std's where
//! something does.

use interleavings::explore;
use interleavings::sync::Mutex;
use interleavings::sync::atomic::{
    AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering::*,
};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// Runs `body` as plain memory and as a model with one thread.
fn plain_and_modelled(body: fn()) {
    body();
    let seen = explore(body, |()| true);
    assert_eq!(seen.executions(), 1, "one thread has one order");
    seen.assert_traced();
}

macro_rules! integers_behave {
    ($($atomic:ident $min:expr, $test:ident);*) => {$(
        // spec N-02
        #[test]
        fn $test() {
            plain_and_modelled(|| {
                let word = $atomic::new(5);
                assert_eq!(word.load(Acquire), 5);
                word.store(6, Release);
                assert_eq!(word.swap(12, AcqRel), 6);
                assert_eq!(word.fetch_add(3, Relaxed), 12);
                assert_eq!(word.fetch_sub(1, Relaxed), 15);
                assert_eq!(word.fetch_max(20, Relaxed), 14);
                assert_eq!(word.fetch_min(10, Relaxed), 20);
                assert_eq!(word.fetch_or(5, Relaxed), 10);
                assert_eq!(word.fetch_and(6, Relaxed), 15);
                assert_eq!(word.fetch_xor(2, Relaxed), 6);
                assert_eq!(word.compare_exchange(4, 8, AcqRel, Acquire), Ok(4));
                assert_eq!(word.compare_exchange(4, 9, AcqRel, Acquire), Err(8));
                assert_eq!(word.compare_exchange_weak(4, 9, Relaxed, Relaxed), Err(8));
                assert_eq!(word.fetch_update(SeqCst, SeqCst, |seen| Some(seen + 1)), Ok(8));
                assert_eq!(word.try_update(SeqCst, SeqCst, |_| None), Err(9));
                assert_eq!(word.update(SeqCst, SeqCst, |seen| seen * 2), 9);
                assert_eq!(format!("{word:?}"), "18");
                assert_eq!(word.into_inner(), 18);
                // Wrapping, as std's.
                let least = $atomic::from($min);
                assert_eq!(least.fetch_sub(1, Relaxed), $min);
                assert_eq!(least.fetch_add(1, Relaxed), $min.wrapping_sub(1));
                assert_eq!(least.fetch_nand(0, Relaxed), $min);
                assert_eq!(least.load(Relaxed), !0);
                assert_eq!($atomic::default().load(SeqCst), 0);
            });
        }
    )*};
}

integers_behave!(
    AtomicU32 0_u32, u32_behaves_like_std;
    AtomicU64 0_u64, u64_behaves_like_std;
    AtomicUsize 0_usize, usize_behaves_like_std;
    AtomicI64 i64::MIN, i64_behaves_like_std
);

// spec N-02
#[test]
fn the_flag_behaves_like_std() {
    plain_and_modelled(|| {
        let flag = AtomicBool::new(false);
        assert!(!flag.swap(true, AcqRel));
        assert!(flag.fetch_and(false, Relaxed));
        assert!(!flag.fetch_or(true, Relaxed));
        assert!(flag.fetch_xor(true, Relaxed));
        assert!(!flag.fetch_nand(true, Relaxed));
        assert_eq!(flag.compare_exchange(true, false, SeqCst, SeqCst), Ok(true));
        assert_eq!(flag.fetch_update(SeqCst, SeqCst, |seen| Some(!seen)), Ok(false));
        assert_eq!(format!("{flag:?}"), "true");
        assert!(flag.into_inner());
    });
}

// spec N-02
#[test]
fn the_mutex_behaves_like_std() {
    plain_and_modelled(|| {
        let mut lock = Mutex::new(vec![1]);
        lock.lock().unwrap().push(2);
        lock.get_mut().unwrap().push(3);
        assert_eq!(format!("{:?}", lock.lock().unwrap()), "[1, 2, 3]");
        assert!(format!("{lock:?}").contains("[1, 2, 3]"));
        assert_eq!(lock.into_inner().unwrap(), [1, 2, 3]);
        assert_eq!(*Mutex::<u8>::default().lock().unwrap(), 0);
        assert_eq!(*Mutex::from(4).lock().unwrap(), 4);
    });
}

// spec N-02
#[test]
fn a_panic_poisons_a_plain_mutex_as_in_std() {
    let lock = Mutex::new(1);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let _guard = lock.lock();
        resume_unwind(Box::new("a panic in the critical section"));
    }));
    assert!(panicked.is_err());
    let poisoned = lock.lock().expect_err("poisoned");
    assert_eq!(*poisoned.into_inner(), 1);
}

// spec N-02
#[test]
fn an_ordering_that_std_refuses_is_refused_in_a_model_too() {
    for body in [(|| assert_eq!(AtomicU64::new(0).load(Release), 0)) as fn(), || {
        AtomicU64::new(0).store(1, Acquire);
    }] {
        let explored = interleavings::Explorer::new().try_explore(body, |()| true);
        assert!(explored.is_err());
    }
}

// spec N-03
#[test]
fn memory_made_outside_the_model_is_plain_and_not_seen() {
    let hits = Arc::new(AtomicU64::new(0));
    let model = move || hits.fetch_add(1, Relaxed);
    let seen = explore(model, |_| true);
    assert_eq!(seen.steps_most(), 0);
    assert!(catch_unwind(|| seen.assert_traced()).is_err());
}

// spec N-03
#[test]
fn memory_that_outlives_its_model_is_plain_afterwards() {
    let kept = Arc::new(std::sync::Mutex::new(Vec::new()));
    let keep = kept.clone();
    let model = move || {
        let word = Arc::new((AtomicU64::new(1), Mutex::new(1)));
        word.0.fetch_add(1, Relaxed);
        keep.lock().unwrap().push(word);
    };
    explore(model.clone(), |()| true).assert_traced();
    explore(model, |()| true).assert_traced();
    for word in kept.lock().unwrap().iter() {
        assert_eq!(word.0.fetch_add(1, Relaxed), 2);
        assert_eq!(*word.1.lock().unwrap(), 1);
    }
}

// spec N-02
#[test]
fn a_word_stored_more_often_than_loom_remembers_keeps_its_value() {
    plain_and_modelled(|| {
        let word = AtomicU64::new(0);
        for round in 0..40 {
            assert_eq!(word.load(Relaxed), round);
            word.store(round + 1, Relaxed);
        }
    });
}
