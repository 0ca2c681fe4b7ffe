#![allow(missing_docs)]
use loom::sync::atomic::{AtomicU64, AtomicUsize, Ordering::*};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize as N;
fn count(name: &str, f: impl Fn() -> u64 + Send + Sync + 'static) {
    let n = Arc::new(N::new(0));
    let m = n.clone();
    let seen = Arc::new(std::sync::Mutex::new(BTreeSet::new()));
    let s2 = seen.clone();
    loom::model::Builder::new().check(move || {
        m.fetch_add(1, Relaxed);
        let o = f();
        s2.lock().unwrap().insert(o);
    });
    println!("{name}: {} {:?}", n.load(Relaxed), seen.lock().unwrap());
}
fn op(kind: usize, a: &AtomicU64) {
    match kind {
        0 => {
            a.load(Relaxed);
        }
        1 => {
            a.fetch_add(1, Relaxed);
        }
        2 => {
            let v = a.load(Relaxed);
            a.store(v + 1, Relaxed)
        }
        _ => a.store(1, Relaxed),
    }
}
#[test]
fn raw() {
    for kind in 0..4 {
        count(&format!("{kind} none"), move || {
            let a = Arc::new(AtomicU64::new(0));
            let hs: Vec<_> = (0..2)
                .map(|_| {
                    let a = a.clone();
                    loom::thread::spawn(move || op(kind, &a))
                })
                .collect();
            for h in hs {
                h.join().unwrap();
            }
            a.load(Relaxed)
        });
        count(&format!("{kind} scratch"), move || {
            let a = Arc::new(AtomicU64::new(0));
            let s = Arc::new(AtomicUsize::new(0));
            let hs: Vec<_> = (0..2)
                .map(|_| {
                    let (a, s) = (a.clone(), s.clone());
                    loom::thread::spawn(move || {
                        s.fetch_add(1, Relaxed);
                        op(kind, &a)
                    })
                })
                .collect();
            s.fetch_add(1, Relaxed);
            for h in hs {
                h.join().unwrap();
            }
            a.load(Relaxed)
        });
        count(&format!("{kind} scratch, main not"), move || {
            let a = Arc::new(AtomicU64::new(0));
            let s = Arc::new(AtomicUsize::new(0));
            let hs: Vec<_> = (0..2)
                .map(|_| {
                    let (a, s) = (a.clone(), s.clone());
                    loom::thread::spawn(move || {
                        s.fetch_add(1, Relaxed);
                        op(kind, &a)
                    })
                })
                .collect();
            for h in hs {
                h.join().unwrap();
            }
            a.load(Relaxed)
        });
        count(&format!("{kind} scratch, main is 2nd"), move || {
            let a = Arc::new(AtomicU64::new(0));
            let s = Arc::new(AtomicUsize::new(0));
            let hs: Vec<_> = (0..1)
                .map(|_| {
                    let (a, s) = (a.clone(), s.clone());
                    loom::thread::spawn(move || {
                        s.fetch_add(1, Relaxed);
                        op(kind, &a)
                    })
                })
                .collect();
            s.fetch_add(1, Relaxed);
            op(kind, &a);
            for h in hs {
                h.join().unwrap();
            }
            a.load(Relaxed)
        });
        count(&format!("{kind} none, main is 2nd"), move || {
            let a = Arc::new(AtomicU64::new(0));
            let hs: Vec<_> = (0..1)
                .map(|_| {
                    let a = a.clone();
                    loom::thread::spawn(move || op(kind, &a))
                })
                .collect();
            op(kind, &a);
            for h in hs {
                h.join().unwrap();
            }
            a.load(Relaxed)
        });
        count(&format!("{kind} scratch, reverse join"), move || {
            let a = Arc::new(AtomicU64::new(0));
            let s = Arc::new(AtomicUsize::new(0));
            let hs: Vec<_> = (0..2)
                .map(|_| {
                    let (a, s) = (a.clone(), s.clone());
                    loom::thread::spawn(move || {
                        s.fetch_add(1, Relaxed);
                        op(kind, &a)
                    })
                })
                .collect();
            s.fetch_add(1, Relaxed);
            for h in hs.into_iter().rev() {
                h.join().unwrap();
            }
            a.load(Relaxed)
        });
    }
    count("3 main third add", move || {
        let a = Arc::new(AtomicU64::new(0));
        let s = Arc::new(AtomicUsize::new(0));
        let hs: Vec<_> = (0..2)
            .map(|_| {
                let (a, s) = (a.clone(), s.clone());
                loom::thread::spawn(move || {
                    s.fetch_add(1, Relaxed);
                    op(1, &a)
                })
            })
            .collect();
        s.fetch_add(1, Relaxed);
        op(1, &a);
        for h in hs {
            h.join().unwrap();
        }
        a.load(Relaxed)
    });
    count("3 main third load/store", move || {
        let a = Arc::new(AtomicU64::new(0));
        let s = Arc::new(AtomicUsize::new(0));
        let hs: Vec<_> = (0..2)
            .map(|_| {
                let (a, s) = (a.clone(), s.clone());
                loom::thread::spawn(move || {
                    s.fetch_add(1, Relaxed);
                    op(2, &a)
                })
            })
            .collect();
        s.fetch_add(1, Relaxed);
        op(2, &a);
        for h in hs {
            h.join().unwrap();
        }
        a.load(Relaxed)
    });
}
