#![allow(missing_docs)]
use interleavings::sync::Mutex;
use interleavings::sync::atomic::{AtomicU64, Ordering::*};
use interleavings::{Explorer, explore, thread};
use std::sync::Arc;

#[test]
fn lost_update() {
    let seen = explore(
        || {
            let n = Arc::new(AtomicU64::new(0));
            let add = |n: Arc<AtomicU64>| {
                move || {
                    let v = n.load(Relaxed);
                    n.store(v + 1, Relaxed);
                }
            };
            thread::both(add(n.clone()), add(n.clone()));
            n.load(Relaxed)
        },
        |&n| n == 2,
    );
    println!(
        "{} {:?} {}/{} {}/{}",
        seen.executions(),
        seen.outcomes(),
        seen.broken(),
        seen.schedules(),
        seen.broken_fresh(),
        seen.schedules_fresh()
    );
    println!("{}", seen.simplest_broken().unwrap());
    for bound in [None, Some(2)] {
        let t = std::process::Command::new("date").arg("+%s.%N").output().unwrap();
        let e = match bound {
            None => Explorer::new(),
            Some(n) => Explorer::new().preemptions(n),
        };
        let seen = e.explore(
            || {
                let n = Arc::new(AtomicU64::new(0));
                let add = |n: Arc<AtomicU64>| move || n.fetch_add(1, Relaxed);
                thread::three(add(n.clone()), add(n.clone()), add(n.clone()))
            },
            |_| true,
        );
        let t2 = std::process::Command::new("date").arg("+%s.%N").output().unwrap();
        println!(
            "3x1 add {:?}: {} {} {:?} {:?}",
            bound,
            seen.executions(),
            seen.schedules(),
            t.stdout,
            t2.stdout
        );
    }
    let seen = explore(
        || {
            let n = Arc::new(AtomicU64::new(0));
            let add = |n: Arc<AtomicU64>| move || n.fetch_add(1, Relaxed);
            thread::both(add(n.clone()), add(n.clone()))
        },
        |_| true,
    );
    println!("2x1 add: {} {}", seen.executions(), seen.schedules());
    let seen = explore(
        || {
            let n = Arc::new(AtomicU64::new(0));
            let add = |n: Arc<AtomicU64>| move || n.load(Relaxed);
            thread::both(add(n.clone()), add(n.clone()))
        },
        |_| true,
    );
    println!("2x1 load: {} {}", seen.executions(), seen.schedules());
    let seen = explore(
        || {
            let n = Arc::new(AtomicU64::new(0));
            let add = |n: Arc<AtomicU64>| {
                move || {
                    n.fetch_add(1, Relaxed);
                    n.fetch_add(1, Relaxed)
                }
            };
            thread::both(add(n.clone()), add(n.clone()))
        },
        |_| true,
    );
    println!("2x2 add: {} {}", seen.executions(), seen.schedules());
    let seen = explore(
        || {
            let n = Arc::new(Mutex::new(0));
            let add = |n: Arc<Mutex<i32>>| {
                move || {
                    *n.lock().unwrap() += 1;
                }
            };
            thread::both(add(n.clone()), add(n.clone()));
            *n.lock().unwrap()
        },
        |_| false,
    );
    println!(
        "mutex: {} {}\n{}",
        seen.executions(),
        seen.schedules(),
        seen.simplest_broken().unwrap()
    );
}
#[test]
fn todo_in_lock() {
    explore(
        || {
            let n = Arc::new(Mutex::new(0));
            let add = |n: Arc<Mutex<i32>>| {
                move || {
                    let _g = n.lock().unwrap();
                    todo!("x")
                }
            };
            thread::both(add(n.clone()), add(n.clone()))
        },
        |_: &((), ())| false,
    );
}
#[test]
fn dead() {
    explore(
        || {
            let n = Arc::new((Mutex::new(0), Mutex::new(0)));
            let m = n.clone();
            thread::both(
                move || {
                    let _g = n.0.lock().unwrap();
                    let _h = n.1.lock().unwrap();
                },
                move || {
                    let _g = m.1.lock().unwrap();
                    let _h = m.0.lock().unwrap();
                },
            )
        },
        |_: &((), ())| false,
    );
}
#[test]
fn spin() {
    explore(
        || {
            let n = Arc::new(AtomicU64::new(0));
            let m = n.clone();
            thread::both(
                move || {
                    while n.load(Acquire) == 0 {}
                },
                move || m.store(1, Release),
            )
        },
        |_: &((), ())| false,
    );
}
