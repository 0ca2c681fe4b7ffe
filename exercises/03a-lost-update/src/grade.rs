// The grader, first half: one thread, in learning order.

use std::fmt::Write;
use std::time::Duration;

use simulation::within;

use super::answer::Hits;

const LIMIT: Duration = Duration::from_secs(2);

/// One call.
#[derive(Clone, Copy)]
enum Call {
    Hit,
    TakeAll,
}

use Call::{Hit, TakeAll};

/// Makes the calls, one after the other, and compares what each of them says.
#[track_caller]
fn check(rule: &str, script: &[(Call, u64)]) {
    let calls: Vec<Call> = script.iter().map(|(call, _)| *call).collect();
    let said = within(LIMIT, move || {
        let hits = Hits::new();
        let ask = |call| match call {
            Hit => hits.hit(),
            TakeAll => hits.take_all(),
        };
        calls.into_iter().map(ask).collect::<Vec<u64>>()
    });
    let Some(wrong) = (0..script.len()).find(|&index| said[index] != script[index].1) else {
        return;
    };
    let mut steps = String::new();
    for (step, ((call, _), said)) in (1..).zip(script.iter().zip(&said)).take(wrong + 1) {
        let name = match call {
            Hit => "hit()",
            TakeAll => "take_all()",
        };
        // Writing to a String cannot fail.
        let _ = writeln!(steps, "  {step:>2}  {name:<10}  {said}");
    }
    let (expected, got) = (script[wrong].1, said[wrong]);
    let step = wrong + 1;
    panic!("{rule}\n\n{steps}\n  expected  {expected} in step {step}\n  got       {got}");
}

// The number that `hit` says is the number before it. The first visitor is
// number 0, and every later one has the next.
#[test]
fn each_hit_gets_the_next_number() {
    check(
        "A hit says how many were there before it: 0, 1, 2, and so on.",
        &[(Hit, 0), (Hit, 1), (Hit, 2), (TakeAll, 3)],
    );
}

// Whoever takes the hits gets all that were not taken yet, and leaves none.
#[test]
fn taking_them_all_begins_again_at_zero() {
    check(
        "take_all says how many hits there were since the last take_all, and leaves none.",
        &[(TakeAll, 0), (Hit, 0), (Hit, 1), (TakeAll, 2), (TakeAll, 0), (Hit, 0), (TakeAll, 1)],
    );
}

// A counter is a value. Two pages have two of them.
#[test]
fn two_counters_share_nothing() {
    let (first, second) = within(LIMIT, || {
        let (one, other) = (Hits::new(), Hits::new());
        one.hit();
        one.hit();
        (other.hit(), one.take_all())
    });
    assert!(
        (first, second) == (0, 2),
        "Two counters know nothing of each other.\n\n   1  one.hit()\n   2  one.hit()\n   \
         3  other.hit()     {first}\n   4  one.take_all()  {second}\n\n  expected  0 in step 3, 2 in \
         step 4"
    );
}
