//! Why this crate is built as it is: facts about loom 0.7.3, each as a test.

use loom::sync::atomic::AtomicUsize;
use std::collections::BTreeSet;
use std::process::{Command, ExitStatus};
use std::sync::atomic::Ordering::{self, Relaxed};
use std::sync::{Arc, Mutex};

/// Which model a child process runs; the tests named `child_…` do nothing
/// without it.
const CHILD: &str = "BREAKWATER_CHILD";

/// Runs the test `name` of this binary in a process of its own.
fn run_alone(name: &str) -> ExitStatus {
    let binary = std::env::current_exe().expect("this test binary");
    let output = Command::new(binary)
        .args([name, "--exact", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .expect("a process");
    output.status
}

fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

/// Two threads, one of them main, share `$new` and do `$body` with it.
macro_rules! failing_model {
    ($arc:ident, $name:ident, $new:expr, $body:expr) => {
        #[test]
        fn $name() {
            if is_child() {
                loom::model(|| {
                    let shared = $arc::new($new);
                    let other = shared.clone();
                    let thread = loom::thread::spawn(move || $body(&other));
                    $body(&shared);
                    thread.join().unwrap();
                });
            }
        }
    };
}

/// A stub that was not edited yet.
fn todo(hits: &AtomicUsize) {
    hits.load(Relaxed);
    todo!("count the hit");
}

/// A loop that waits for what never comes.
fn spin(ready: &AtomicUsize) {
    while ready.load(Relaxed) == 0 {}
}

/// Locks and never gives back.
fn deadlock(lock: &loom::sync::Mutex<()>) {
    std::mem::forget(lock.lock());
}

/// The three ways in which an answer fails, with either `Arc`.
macro_rules! failing_models {
    ($arc:ident, $todo:ident, $spin:ident, $deadlock:ident) => {
        failing_model!($arc, $todo, AtomicUsize::new(0), todo);
        failing_model!($arc, $spin, AtomicUsize::new(0), spin);
        failing_model!($arc, $deadlock, loom::sync::Mutex::new(()), deadlock);
    };
}

use loom::sync::Arc as LoomArc;
failing_models!(LoomArc, child_todo_loom, child_spin_loom, child_deadlock_loom);
failing_models!(Arc, child_todo_std, child_spin_std, child_deadlock_std);

/// A failing test ends with 101; a process that aborted has no exit code.
const TEST_FAILED: Option<i32> = Some(101);

// spec N-03
#[test]
fn with_looms_own_arc_a_failing_model_aborts_the_process() {
    for child in ["child_todo_loom", "child_spin_loom", "child_deadlock_loom"] {
        assert_eq!(run_alone(child).code(), None, "{child}");
    }
}

// spec N-03
#[test]
fn with_stds_arc_a_failing_model_fails_as_a_test() {
    for child in ["child_todo_std", "child_spin_std", "child_deadlock_std"] {
        assert_eq!(run_alone(child).code(), TEST_FAILED, "{child}");
    }
}

/// What a thread does before its operations, or before each of its loads.
#[derive(Clone, Copy, PartialEq)]
enum Cure {
    Nothing,
    OwnScratch,
    SharedScratch,
    GateBeforeLoads,
}

#[derive(Default)]
struct Memory {
    word: AtomicUsize,
    scratch: AtomicUsize,
    gate: AtomicUsize,
}

impl Memory {
    fn begin(&self, cure: Cure) {
        match cure {
            Cure::OwnScratch => {
                AtomicUsize::new(0).fetch_add(1, Relaxed);
            }
            Cure::SharedScratch => {
                self.scratch.fetch_add(1, Relaxed);
            }
            Cure::Nothing | Cure::GateBeforeLoads => {}
        }
    }

    fn load(&self, cure: Cure, order: Ordering) -> usize {
        if cure == Cure::GateBeforeLoads {
            self.gate.fetch_add(1, Relaxed);
        }
        self.word.load(order)
    }
}

type Program = fn(&Memory, Cure) -> usize;

/// All that two threads (the second is main) can return, and the number of
/// executions.
fn walk(cure: Cure, programs: [Program; 2]) -> (BTreeSet<[usize; 2]>, usize) {
    let seen = Arc::new(Mutex::new((BTreeSet::new(), 0)));
    let all = seen.clone();
    loom::model(move || {
        let memory = Arc::new(Memory::default());
        let other = memory.clone();
        let thread = loom::thread::spawn(move || {
            other.begin(cure);
            programs[0](&other, cure)
        });
        memory.begin(cure);
        let here = programs[1](&memory, cure);
        let mut all = all.lock().unwrap();
        all.0.insert([thread.join().unwrap(), here]);
        all.1 += 1;
    });
    let seen = seen.lock().unwrap();
    seen.clone()
}

/// Returns what it loaded.
fn load_then_store(memory: &Memory, cure: Cure) -> usize {
    let before = memory.load(cure, Relaxed);
    memory.word.store(before + 1, Relaxed);
    before
}

/// Returns what it loaded.
fn store_then_load(memory: &Memory, cure: Cure) -> usize {
    memory.word.store(10, Relaxed);
    memory.load(cure, Relaxed)
}

const BOTH_ORDERS: [[usize; 2]; 3] = [[0, 0], [0, 1], [1, 0]];

// spec N-03
#[test]
fn loom_skips_schedules_when_fresh_threads_begin_with_a_load() {
    let (seen, executions) = walk(Cure::Nothing, [load_then_store; 2]);
    assert_eq!((seen.len(), executions), (2, 7));
    assert!(seen.is_subset(&BTreeSet::from(BOTH_ORDERS)));
}

// spec N-03
#[test]
fn a_scratch_of_the_threads_own_changes_nothing() {
    let own = walk(Cure::OwnScratch, [load_then_store; 2]);
    assert_eq!(own, walk(Cure::Nothing, [load_then_store; 2]));
}

// spec N-03
#[test]
fn one_scratch_shared_by_all_threads_cures_threads_that_begin_with_a_load() {
    let (seen, executions) = walk(Cure::SharedScratch, [load_then_store; 2]);
    assert_eq!((seen, executions), (BTreeSet::from(BOTH_ORDERS), 25));
}

// spec N-03
#[test]
fn the_shared_scratch_does_not_cure_a_load_after_a_store() {
    let programs: [Program; 2] = [load_then_store, store_then_load];
    // B stores 10, A loads it, A stores 11, B loads that: nothing forbids it.
    let ordinary = [10, 11];
    assert!(!walk(Cure::Nothing, programs).0.contains(&ordinary));
    assert!(!walk(Cure::SharedScratch, programs).0.contains(&ordinary));
    assert!(walk(Cure::GateBeforeLoads, programs).0.contains(&ordinary));
}

// spec N-03
#[test]
fn a_gate_before_each_load_cures_both() {
    let (seen, _) = walk(Cure::GateBeforeLoads, [load_then_store; 2]);
    assert_eq!(seen, BTreeSet::from(BOTH_ORDERS));
}

/// How many executions two threads have that share through `$arc`.
macro_rules! executions_with {
    ($arc:ident) => {{
        let executions = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let count = executions.clone();
        loom::model(move || {
            count.fetch_add(1, Relaxed);
            let memory = $arc::new(Memory::default());
            let threads = [memory.clone(), memory.clone()].map(|mine| {
                loom::thread::spawn(move || {
                    mine.begin(Cure::SharedScratch);
                    load_then_store(&mine, Cure::SharedScratch)
                })
            });
            memory.begin(Cure::SharedScratch);
            for thread in threads {
                thread.join().unwrap();
            }
        });
        executions.load(Relaxed)
    }};
}

// spec N-03
#[test]
fn with_stds_arc_there_are_a_third_of_the_executions() {
    let (loom, std) = (executions_with!(LoomArc), executions_with!(Arc));
    assert_eq!((loom, std), (1460, 506));
}
