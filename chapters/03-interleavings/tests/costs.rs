//! What a walk costs, and that it sees everything.

use interleavings::sync::atomic::{AtomicU64, Ordering::Relaxed};
use interleavings::{Exploration, Explorer, thread};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The operation that the costs are measured with: take one of the tokens, by
/// load and compare-exchange in a loop.
fn take(tokens: &AtomicU64) -> bool {
    let mut left = tokens.load(Relaxed);
    while left > 0 {
        match tokens.compare_exchange_weak(left, left - 1, Relaxed, Relaxed) {
            Ok(_) => return true,
            Err(other) => left = other,
        }
    }
    false
}

/// Two threads, each taking `times`; how many were given to each.
fn two(times: usize) -> Exploration<(usize, usize)> {
    let model = move || {
        let tokens = Arc::new(AtomicU64::new(2));
        let takes = |tokens: Arc<AtomicU64>| move || (0..times).filter(|_| take(&tokens)).count();
        thread::both(takes(tokens.clone()), takes(tokens.clone()))
    };
    Explorer::new().explore(model, |(a, b)| a + b == 2)
}

/// Three threads, each taking once, from two tokens.
fn three(explorer: &Explorer) -> Exploration<(bool, bool, bool)> {
    let model = || {
        let tokens = Arc::new(AtomicU64::new(2));
        let takes = |tokens: Arc<AtomicU64>| move || take(&tokens);
        thread::three(takes(tokens.clone()), takes(tokens.clone()), takes(tokens.clone()))
    };
    explorer.explore(model, |&(a, b, c)| u8::from(a) + u8::from(b) + u8::from(c) == 2)
}

const ONE_LEAVES_EMPTY_HANDED: [(bool, bool, bool); 3] =
    [(false, true, true), (true, false, true), (true, true, false)];

// spec N-03
#[test]
fn two_threads_of_one_operation_are_18_executions() {
    let seen = two(1);
    assert_eq!(seen.executions(), 18);
    seen.assert_outcomes(&[(1, 1)]);
}

// spec N-03
#[test]
fn two_threads_of_two_operations_are_432_executions() {
    let seen = two(2);
    assert_eq!(seen.executions(), 432);
    seen.assert_holds("no token is lost or made");
    seen.assert_outcomes(&[(0, 2), (1, 1), (2, 0)]);
}

// spec N-03
#[test]
fn three_threads_of_one_operation_are_8834_executions() {
    let seen = three(&Explorer::new());
    assert_eq!(seen.executions(), 8_834);
    seen.assert_outcomes(&ONE_LEAVES_EMPTY_HANDED);
}

// spec N-03
#[test]
fn with_two_preemptions_they_are_255_and_see_the_same_outcomes() {
    let seen = three(&Explorer::new().preemptions(2));
    assert_eq!(seen.executions(), 255);
    seen.assert_holds("two of three get a token");
    seen.assert_outcomes(&ONE_LEAVES_EMPTY_HANDED);
}

// spec N-03
#[test]
fn a_walk_can_be_cut_short_and_says_so() {
    let cut = three(&Explorer::new().permutations_max(10));
    assert_eq!((cut.executions(), cut.is_cut()), (10, true));
    assert!(!three(&Explorer::new().preemptions(2)).is_cut());
}

// spec N-03
#[test]
fn load_and_store_twice_have_all_seventy_orders() {
    let model = || {
        let hits = Arc::new(AtomicU64::new(0));
        let add_twice = |hits: Arc<AtomicU64>| {
            move || {
                for _ in 0..2 {
                    let before = hits.load(Relaxed);
                    hits.store(before + 1, Relaxed);
                }
            }
        };
        thread::both(add_twice(hits.clone()), add_twice(hits.clone()));
        hits.load(Relaxed)
    };
    let seen = Explorer::new().explore(model, |&hits| hits == 4);
    // Eight operations, four of each thread: 8! / (4! · 4!) = 70.
    assert_eq!(seen.schedules_fresh(), 70);
    seen.assert_outcomes(&[2, 3, 4]);
}

/// A thread's program for the comparison with a plain interpreter.
#[derive(Clone, Copy, Debug)]
enum Do {
    Load(usize),
    Store(usize),
    Add(usize),
    Exchange(usize),
}

/// What one thread saw.
type Saw = Vec<u64>;

/// One operation on two words; `me` is the thread's mark.
fn interpret(step: Do, me: u64, words: &mut [u64; 2], saw: &mut Saw) {
    match step {
        Do::Load(word) => saw.push(words[word]),
        Do::Store(word) => words[word] = me,
        Do::Add(word) => {
            saw.push(words[word]);
            words[word] += me;
        }
        // Hopes for what this thread saw last.
        Do::Exchange(word) => {
            let hoped = saw.last().copied().unwrap_or(0);
            saw.push(words[word]);
            if words[word] == hoped {
                words[word] = me;
            }
        }
    }
}

fn modelled(step: Do, me: u64, words: &[AtomicU64; 2], saw: &mut Saw) {
    match step {
        Do::Load(word) => saw.push(words[word].load(Relaxed)),
        Do::Store(word) => words[word].store(me, Relaxed),
        Do::Add(word) => saw.push(words[word].fetch_add(me, Relaxed)),
        Do::Exchange(word) => {
            let hoped = saw.last().copied().unwrap_or(0);
            let found = words[word].compare_exchange(hoped, me, Relaxed, Relaxed);
            saw.push(found.unwrap_or_else(|found| found));
        }
    }
}

/// Every outcome that some order of whole operations has.
fn outcomes_in_order(
    (a, b): (&[Do], &[Do]),
    words: [u64; 2],
    saw: &(Saw, Saw),
    all: &mut BTreeSet<(Saw, Saw)>,
) {
    if a.is_empty() && b.is_empty() {
        all.insert(saw.clone());
    }
    if let [first, rest @ ..] = a {
        let (mut words, mut saw) = (words, saw.clone());
        interpret(*first, 10, &mut words, &mut saw.0);
        outcomes_in_order((rest, b), words, &saw, all);
    }
    if let [first, rest @ ..] = b {
        let (mut words, mut saw) = (words, saw.clone());
        interpret(*first, 200, &mut words, &mut saw.1);
        outcomes_in_order((a, rest), words, &saw, all);
    }
}

fn outcomes_explored(a: [Do; 2], b: [Do; 2]) -> BTreeSet<(Saw, Saw)> {
    let model = move || {
        let words = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let run = |words: Arc<[AtomicU64; 2]>, me, program: [Do; 2]| {
            move || {
                let mut saw = Vec::new();
                for step in program {
                    modelled(step, me, &words, &mut saw);
                }
                saw
            }
        };
        thread::both(run(words.clone(), 10, a), run(words, 200, b))
    };
    Explorer::new().explore(model, |_| true).outcomes().clone()
}

// spec N-03
#[test]
fn every_order_of_whole_operations_is_explored() {
    let ops = [Do::Load(0), Do::Store(0), Do::Add(0), Do::Exchange(0), Do::Load(1), Do::Store(1)];
    let programs: Vec<[Do; 2]> =
        ops.iter().flat_map(|one| ops.iter().map(move |two| [*one, *two])).collect();
    for a in &programs {
        for b in &programs {
            let mut all = BTreeSet::new();
            outcomes_in_order((a, b), [0; 2], &Default::default(), &mut all);
            let explored = outcomes_explored(*a, *b);
            let missed: Vec<_> = all.difference(&explored).collect();
            assert!(missed.is_empty(), "{a:?} beside {b:?} missed {missed:?}");
        }
    }
}
