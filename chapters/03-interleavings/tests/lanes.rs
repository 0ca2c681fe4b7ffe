//! Schedules as text: drawn for people, in lines for other processes.

use interleavings::sync::Mutex;
use interleavings::sync::atomic::{AtomicBool, AtomicU64, Ordering::*};
use interleavings::{Lanes, Op, Step, Value, explore, thread};
use std::sync::Arc;

/// One step of a schedule made by hand.
fn step(lane: usize, op: Op, at: u32) -> Step {
    Step {
        lane,
        op,
        object: 1,
        read: None,
        wrote: None,
        expected: None,
        fresh: true,
        file: "exercises/06a-last-token/src/answer.rs".to_owned(),
        line: at,
    }
}

/// Every kind of step that is drawn in a way of its own.
fn by_hand() -> Lanes {
    Lanes {
        threads: ["main", "A", "B"].map(str::to_owned).to_vec(),
        steps: vec![
            Step { wrote: Some(Value::Int(7)), ..step(0, Op::Store, 9) },
            Step { read: Some(Value::Int(-1)), fresh: false, ..step(1, Op::Load, 12) },
            Step {
                read: Some(Value::Int(7)),
                wrote: Some(Value::Int(6)),
                ..step(2, Op::Exchange, 15)
            },
            Step {
                read: Some(Value::Int(6)),
                expected: Some(Value::Int(7)),
                ..step(1, Op::ExchangeRefused, 15)
            },
            Step { read: Some(Value::Int(6)), wrote: Some(Value::Int(5)), ..step(1, Op::Sub, 18) },
            Step { object: 2, ..step(1, Op::Lock, 20) },
            Step { object: 2, ..step(2, Op::Want, 20) },
            Step { object: 2, ..step(1, Op::Unlock, 20) },
        ],
        outcome: "(true,\n false)".to_owned(),
    }
}

// spec N-01
#[test]
fn threads_are_columns_and_main_comes_last() {
    let expected = "      \
      A                           B                        main      line
   1                                                       store: 7  answer.rs:9
   2  load: -1 (an old value)                                        answer.rs:12
   3                              compare_exchange: 7 → 6            answer.rs:15
   4  compare_exchange: 6, not 7                                     answer.rs:15
   5  fetch_sub: 6 → 5                                               answer.rs:18
   6  locks                                                          answer.rs:20
   7                              wants the lock                     answer.rs:20
   8  unlocks                                                        answer.rs:20
";
    assert_eq!(by_hand().to_string(), expected);
}

// spec N-01
#[test]
fn a_thread_without_a_step_has_no_column() {
    let mut lanes = by_hand();
    lanes.steps.retain(|step| step.lane == 2);
    let head = lanes.to_string().lines().next().map(str::to_owned);
    assert_eq!(head.as_deref(), Some("      B                        line"));
}

// spec N-01
#[test]
fn at_most_24_steps_are_drawn_and_the_rest_is_counted() {
    let mut lanes = by_hand();
    lanes.steps = (1..=24).map(|line| step(1, Op::Lock, line)).collect();
    assert_eq!(lanes.to_string().lines().count(), 25, "a head and 24 steps");
    assert!(!lanes.to_string().contains('…'));
    lanes.steps.push(step(1, Op::Lock, 25));
    let text = lanes.to_string();
    assert_eq!(text.lines().last(), Some("      … 1 more step"));
    lanes.steps.extend((26..=37).map(|line| step(1, Op::Lock, line)));
    let text = lanes.to_string();
    assert_eq!(text.lines().last(), Some("      … 13 more steps"));
    assert_eq!(text.lines().count(), 26);
}

// spec N-01
#[test]
fn memory_is_numbered_only_where_there_is_more_than_one() {
    let mut lanes = by_hand();
    assert_eq!(lanes.words(0), "store: 7", "a lock is not an atomic");
    lanes.steps[0].object = 3;
    assert_eq!(lanes.words(0), "store #3: 7");
    assert_eq!(lanes.words(1), "load #1: -1 (an old value)");
    assert_eq!(lanes.words(5), "locks");
    assert_eq!(lanes.words(99), "");
}

// spec N-01
#[test]
fn lines_can_be_read_back() {
    let lanes = by_hand();
    let text = lanes.to_lines();
    assert_eq!(Lanes::parse(&text).as_ref(), Ok(&lanes));
    assert!(text.lines().count() == 1 + 3 + 8 + 1 + 1, "{text}");
    let refused = "step 1 compare_exchange_refused 1 6 - 7 fresh 15 \
                   exercises/06a-last-token/src/answer.rs";
    assert_eq!(text.lines().nth(7), Some(refused));
    assert_eq!(
        text.lines().rev().nth(1),
        Some(r"outcome (true,\n false)"),
        "one line for each fact"
    );
}

// spec N-01
#[test]
fn every_operation_has_a_word_that_can_be_read_back() {
    let all = [
        Op::Load,
        Op::Store,
        Op::Swap,
        Op::Exchange,
        Op::ExchangeRefused,
        Op::Add,
        Op::Sub,
        Op::Max,
        Op::Min,
        Op::Or,
        Op::And,
        Op::Xor,
        Op::Nand,
        Op::Want,
        Op::Lock,
        Op::Unlock,
    ];
    for op in all {
        assert_eq!(Op::parse(op.word()), Some(op));
    }
    for value in [Value::Int(i128::MIN), Value::Int(0), Value::Bool(true)] {
        assert_eq!(Value::parse(&value.to_string()), Some(value));
    }
}

// spec N-01
#[test]
fn what_is_not_lanes_is_refused_with_the_line() {
    let lines = by_hand().to_lines();
    let bad = [
        ("", "(no lines)"),
        ("lanes 2\nend\n", "lanes 2"),
        ("lanes 1\n", "(the end is missing)"),
        ("lanes 1\nlane A\nend\n", "lane A"),
        ("lanes 1\nstep 0 load 1 - - - fresh 1 f\nend\n", "step 0 load"),
        ("lanes 1\nthread A\nstep 0 look 1 - - - fresh 1 f\nend\n", "step 0 l"),
        ("lanes 1\nthread A\nstep 0 load 1 x - - fresh 1 f\nend\n", "step 0 l"),
        ("lanes 1\nthread A\nstep 0 load 1 - - - new 1 f\nend\n", "step 0 l"),
    ];
    for (text, at) in bad {
        let error = Lanes::parse(text).expect_err(text);
        assert!(error.at.starts_with(at), "{error}");
        assert!(error.to_string().starts_with("not lanes: "));
    }
    // A run that was killed leaves a text without its end.
    for cut in 1..lines.len() - "end\n".len() {
        if lines.is_char_boundary(cut) {
            assert!(Lanes::parse(&lines[..cut]).is_err(), "cut at {cut}");
        }
    }
}

// spec N-02
#[test]
fn a_thread_that_must_wait_wants_the_lock_first() {
    let model = || {
        let shared = Arc::new((Mutex::new(0), AtomicBool::new(false)));
        let (a, b) = (shared.clone(), shared);
        let raise = move || {
            let mut count = a.0.lock().unwrap();
            a.1.store(true, Relaxed);
            *count += 1;
        };
        // True where B comes while A has the lock: it sees the flag, but it
        // gets the lock only when the count is 1.
        let look = move || {
            let raised = b.1.load(Relaxed);
            (raised, *b.0.lock().unwrap())
        };
        thread::both(raise, look).1
    };
    let seen = explore(model, |&outcome| outcome != (true, 1));
    seen.assert_outcomes(&[(false, 0), (false, 1), (true, 1)]);
    let lanes = seen.simplest_broken().expect("a schedule");
    let words: Vec<String> = (0..lanes.steps.len()).map(|index| lanes.words(index)).collect();
    let expected = ["locks", "store: true", "unlocks", "load: true", "locks", "unlocks"];
    assert_eq!(words, expected, "nobody waits in the simplest one: {lanes}");
    assert_eq!(lanes.steps[2].line, lanes.steps[0].line, "the lock's line");
    assert!(lanes.steps.iter().all(|step| step.file.ends_with("lanes.rs")));
}

// spec N-01
#[test]
fn a_stale_read_is_chosen_only_when_no_fresh_schedule_breaks_the_rule() {
    // A message and its flag, without the orderings that pair them.
    let model = || {
        let shared = Arc::new((AtomicU64::new(0), AtomicBool::new(false)));
        let (a, b) = (shared.clone(), shared);
        let send = move || {
            a.0.store(42, Relaxed);
            a.1.store(true, Relaxed);
        };
        let receive = move || (b.1.load(Relaxed), b.0.load(Relaxed));
        thread::both(send, receive).1
    };
    let seen = explore(model, |&(ready, text)| !ready || text == 42);
    assert_eq!(seen.broken_fresh(), 0, "in order it always works");
    let lanes = seen.simplest_broken().expect("a broken schedule");
    assert_eq!(lanes.words(3), "load #1: 0 (an old value)", "{lanes}");
    assert_eq!(lanes.outcome, "(true, 0)");
}

// spec N-01
#[test]
fn release_and_acquire_make_the_message_arrive_with_its_flag() {
    let model = || {
        let shared = Arc::new((AtomicU64::new(0), AtomicBool::new(false)));
        let (a, b) = (shared.clone(), shared);
        let send = move || {
            a.0.store(42, Relaxed);
            // Partner: the Acquire load below.
            a.1.store(true, Release);
        };
        // Partner: the Release store above.
        let receive = move || (b.1.load(Acquire), b.0.load(Relaxed));
        thread::both(send, receive).1
    };
    let seen = explore(model, |&(ready, text)| !ready || text == 42);
    seen.assert_holds("who sees the flag sees the message");
    seen.assert_outcomes(&[(false, 0), (false, 42), (true, 42)]);
}
