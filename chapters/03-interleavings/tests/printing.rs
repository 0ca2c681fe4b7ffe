//! What an exploration prints: nothing when it ends, one panic when it fails.

use interleavings::sync::atomic::{AtomicU64, Ordering::Relaxed};
use interleavings::{explore, thread};
use std::process::Command;
use std::sync::Arc;

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

fn stub() {
    let model = || {
        let hits = Arc::new(AtomicU64::new(0));
        let (a, b) = (hits.clone(), hits);
        let count = |hits: &AtomicU64| {
            let before = hits.load(Relaxed);
            todo!("count one more than {before}");
        };
        thread::both(move || count(&a), move || count(&b));
    };
    let _ = explore(model, |()| true);
}

/// Only in a child process: fails in the way that its name says.
#[test]
fn child_that_fails() {
    match std::env::var("BREAKWATER_CHILD").as_deref() {
        Ok("todo") => stub(),
        Ok("broken") => lost_update().assert_holds("every hit is counted"),
        Ok("fine") => lost_update().assert_outcomes(&[1, 2]),
        _ => {}
    }
}

/// What the test above prints, and its exit code.
fn child_that(fails: &str) -> (String, Option<i32>) {
    let binary = std::env::current_exe().expect("this test binary");
    let child = Command::new(binary)
        .args(["child_that_fails", "--exact", "--nocapture", "--test-threads=1"])
        .env("BREAKWATER_CHILD", fails)
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("a process");
    let printed = [child.stdout, child.stderr].concat();
    (String::from_utf8_lossy(&printed).into_owned(), child.status.code())
}

/// A failing test ends with 101; a process that aborted has no exit code.
const TEST_FAILED: Option<i32> = Some(101);

// spec N-03
#[test]
fn a_panic_is_printed_once_and_does_not_abort() {
    for (fails, words) in [("todo", "not yet implemented"), ("broken", "schedules break the rule")]
    {
        let (printed, code) = child_that(fails);
        assert_eq!(code, TEST_FAILED, "{printed}");
        assert_eq!(printed.matches("panicked at").count(), 1, "{printed}");
        assert_eq!(printed.matches(words).count(), 1, "{printed}");
    }
}

// spec N-03
#[test]
fn an_exploration_prints_nothing() {
    let (printed, code) = child_that("fine");
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = printed.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 3, "only the test's own three lines: {lines:?}");
}
