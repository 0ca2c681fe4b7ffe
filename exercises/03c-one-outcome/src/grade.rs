// The grader, in learning order. Your test is tested: on counters that are
// right, and on such as are not.

use super::counter::Counter;
use super::trial::{self, Trial};
use super::versions::{
    adds_and_reads_back, adds_and_stores, emptied_by_another, gives_up, in_one_step,
    load_then_store, read_then_zero, swaps_anew, under_a_lock,
};

const OUTSIDE: &str = "\n\nThreads of the system used the counter. A model sees the threads of \
    `thread::both` only, called inside `explore`.";

const NOTHING_SHARED: &str = "the model saw no counter: no lock was taken and no atomic was \
    touched.\nMake the counter inside the model, in the closure that `explore` is handed.";

/// What there is to say if the learner's test fails on the right version in `file`.
#[track_caller]
fn fails_on_right<C: Counter>(file: &str) -> Option<String> {
    let Trial { failed: Some(said), outside, .. } = trial::of::<C>() else { return None };
    // The words of the model are for those who write a counter.
    let said = match said.rsplit_once("\n(at ") {
        Some((words, at)) if words.starts_with("the model saw no shared memory") => {
            format!("{NOTHING_SHARED}\n(at {at}")
        }
        _ => said,
    };
    let said = said.trim_end().replace('\n', "\n    ");
    let hint = if outside { OUTSIDE } else { "" };
    Some(format!(
        "your test fails on a counter that is right.\nA test that fails on what is right says \
         nothing when it fails.\n\n  the counter  src/versions/{file}.rs\n  expected     your \
         test passes\n  got          it fails, and says:\n\n    {said}{hint}"
    ))
}

/// The same for all of the right versions; the first one on which it fails.
#[track_caller]
fn fails_on_what_is_right() -> Option<String> {
    fails_on_right::<in_one_step::Version>("in_one_step")
        .or_else(|| fails_on_right::<under_a_lock::Version>("under_a_lock"))
        .or_else(|| fails_on_right::<swaps_anew::Version>("swaps_anew"))
}

/// A right version between the turns of a wrong one.
#[track_caller]
fn passes_on<C: Counter>() {
    assert!(
        trial::of::<C>().failed.is_none(),
        "your test fails on a counter that is right, so it says nothing about a wrong one: see \
         it_passes_on_a_counter_that_is_right.\nIf that test is green: what yours says may depend on \
         the counter only, and not on those that it was handed before."
    );
}

/// The learner's test fails on the wrong version in `file`, and that says
/// something, since it passes on the right ones. They are tried between its turns: what
/// a test says depends on the counter, and not on how many there were before.
#[track_caller]
fn fails_on<C: Counter>(file: &str, what: &str) {
    passes_on::<in_one_step::Version>();
    let mut turn = trial::of::<C>();
    if turn.failed.is_some() {
        passes_on::<under_a_lock::Version>();
        turn = trial::of::<C>();
        passes_on::<swaps_anew::Version>();
    }
    let Trial { failed, made, outside, broken } = turn;
    let runs = match (made, broken) {
        (0, _) => "it made no counter, so it looked at nothing".to_owned(),
        (_, Some((broken, all))) => format!(
            "your rule was broken in {broken} of {all} schedules, but nothing asserted it\n{:15}\
             (`explore` does not fail by itself)",
            ""
        ),
        (made, None) if outside => format!(
            "runs: {made}, on threads of the system, which are not cut into each other here\n\
             {:15}(`thread::both` takes the model's threads when it is called inside `explore`)",
            ""
        ),
        (1, None) => "it looked at one run".to_owned(),
        (made, None) => format!("it looked at {made} runs, and found nothing wrong"),
    };
    assert!(
        failed.is_some(),
        "your test passes on a counter that is wrong.\n{what}\n\n  the counter  \
         src/versions/{file}.rs\n  expected     your test fails\n  got          it passes; {runs}"
    );
}

// Three counters are right: one with a single step, one with a lock, one with a
// loop. They take different steps, and have the same outcomes. A test that
// fails on one of them asks for more than the contract says.
#[test]
fn it_passes_on_a_counter_that_is_right() {
    if let Some(text) = fails_on_what_is_right() {
        panic!("{text}");
    }
}

// The lost update. In two of six orders nothing is lost, and on a machine it is
// nearly always one of these two.
#[test]
fn it_fails_when_two_hits_are_counted_as_one() {
    fails_on::<load_then_store::Version>(
        "load_then_store",
        "Two threads hit it once each, and one hit is lost: in some orders, and never in others. \
         Which orders did your test look at?",
    );
}

// Now the sum is right in every order, and the mistake is in what a hit says.
#[test]
fn it_fails_when_a_number_is_given_twice() {
    fails_on::<adds_and_reads_back::Version>(
        "adds_and_reads_back",
        "Two threads hit it once each. Both hits are counted, and both threads may be told that \
         they were the second. What the threads were told is a part of the outcome.",
    );
}

// The other way round: what a hit says is right in every order, and one is lost.
#[test]
fn it_fails_when_only_what_is_left_is_wrong() {
    fails_on::<adds_and_stores::Version>(
        "adds_and_stores",
        "Two threads hit it once each. The one is told 0 and the other 1, as it must be, and \
         afterwards there may be one hit only. What is left is a part of the outcome.",
    );
}

// A second pair of threads: one hits, one takes.
#[test]
fn it_fails_when_a_hit_is_lost_while_they_are_taken() {
    fails_on::<read_then_zero::Version>(
        "read_then_zero",
        "One thread hits it while another takes all. The hit may be in neither of what is taken \
         then and what is taken afterwards. One model has one pair of threads: a second pair is a \
         second model.",
    );
}

// A third pair: both take.
#[test]
fn it_fails_when_a_hit_is_taken_twice() {
    fails_on::<emptied_by_another::Version>(
        "emptied_by_another",
        "There is one hit, and two threads take all at the same time. Both may be told that they \
         have it.",
    );
}

// No hit is lost here, and none is counted twice. The outcome is one that a
// counter which is right does not have.
#[test]
fn it_fails_when_nothing_is_lost_but_the_answer_is_none_that_may_be() {
    fails_on::<gives_up::Version>(
        "gives_up",
        "There is one hit, one thread makes another, and a second thread takes all: it may be told \
         that there is none. No hit is lost, they are all there afterwards; yet no order of whole \
         calls ends so. Write down the outcomes that there are, and assert the set.",
    );
}
