// The grader, in learning order. Your test is run on right windows, where it must
// pass, and on broken ones, where it must fail.

use std::time::Duration;

use simulation::text::counted;
use simulation::within;

use super::answer;
use super::versions::{self, Broken, Make};
use super::watch::{Log, STEPS_MAX, watch};

const LIMIT: Duration = Duration::from_secs(5);

/// How one run of the learner's test ended, and what it did.
type Ran = (Result<(), String>, Log);

fn run(make: Make) -> Ran {
    within(LIMIT, move || watch(make, |new| answer::test(new)))
}

/// Runs the test on a right window: it has to pass.
fn passes_on(make: Make) -> Log {
    let (ended, log) = run(make);
    let Err(why) = ended else { return log };
    assert!(
        !log.endless,
        "\n\nWhat your test did with a right window:\n{}\n\
         Expected: your test comes to an end, within {STEPS_MAX} steps\n\
         Got:      it was still going\n\
         Rule:     A test bounds its loops: count the calls, and fail when there were too many.\n",
        log.told(usize::MAX)
    );
    panic!(
        "\n\nYour test fails on a right window, so its failures prove nothing about a broken one.\n\n\
         What it did, up to where it failed:\n{}{}\n\
         Expected: your test passes: this window keeps all the rules of README.md\n\
         Got:      it fails: {why}\n\
         Rule:     If the steps above look wrong to you, read the rules once more: they are what \
         your test has to say.\n",
        log.told(usize::MAX),
        log.why()
    );
}

/// Runs the test on right windows, and then twice on a broken one, where it has to fail.
fn fails_on(broken: Broken) {
    let (ended, right) = run(versions::right);
    assert!(
        ended.is_ok() && run(versions::right_too).0.is_ok(),
        "\n\nYour test fails on a right window, so it was not tried on a broken one.\n\n\
         Expected: your test passes where nothing is wrong\nGot:      it fails there\n\
         Look at:  it_passes_on_a_right_window, which shows what it did.\n"
    );
    let (first, log) = run(broken.make);
    assert!(
        !log.endless,
        "\n\n{}\n\nWhat your test did with it:\n{}\n\
         Expected: your test fails with this window\n\
         Got:      it made more than {STEPS_MAX} steps, which is the limit\n\
         Rule:     A test that waits for ever says nothing. After how many calls MUST one be \
         refused?\n",
        broken.what,
        log.told(usize::MAX)
    );
    assert!(first.is_err(), "{}", survived(broken, &right, &log));
    assert!(
        run(broken.make).0.is_err() && run(versions::right).0.is_ok(),
        "\n\nYour test ran twice, and did not say the same.\n\n\
         Expected: your test fails on this window each time, and passes on a right one\n\
         Got:      something else the second time\n\
         Rule:     What a test says depends on the window, and on nothing that it remembers.\n"
    );
}

/// What the learner reads when a broken window passes: how it behaves, what the test
/// did with it, and whether the test ever came to the place where the two part.
fn survived(broken: Broken, right: &Log, log: &Log) -> String {
    let (told, seen) = match right.parts_from(log) {
        _ if log.calls() == 0 => {
            (log.stories(), "Your test makes no call: a window only counts what calls.")
        }
        Some(at) => (
            log.told(at),
            "In its last line a right window says something else. Your test went through this \
             place, and asserted nothing about it.",
        ),
        None => (
            log.stories(),
            "In all of this a right window does the very same. Your test never brings it to a \
             place where the two part. Which calls would?",
        ),
    };
    format!(
        "\n\nA broken window passes your test. {}\n\n\
         What your test did with it ({}):\n{told}\n{seen}\n\n\
         Expected: your test fails with this window ({})\n\
         Got:      it passes\n\
         Rule:     {}\n",
        broken.what,
        counted(log.steps.len(), "step", "steps"),
        broken.file,
        broken.rule
    )
}

// First of all a test has to pass where nothing is wrong. Two right windows are tried,
// which are written differently, and each of them twice.
#[test]
fn it_passes_on_a_right_window() {
    for make in [versions::right, versions::right_too, versions::right, versions::right_too] {
        passes_on(make);
    }
}

// The least that a test of a limit can say. If this fails, your test asserts nothing, or
// makes no call.
#[test]
fn it_fails_on_one_that_never_refuses() {
    fails_on(versions::never_refuses());
}

// As many as the limit pass. And the next one?
#[test]
fn it_fails_on_one_that_lets_one_too_many_through() {
    fails_on(versions::one_too_many());
}

// The other side of the same boundary.
#[test]
fn it_fails_on_one_that_lets_one_too_few_through() {
    fails_on(versions::one_too_few());
}

// `<` or `≤`? They differ in one millisecond, and a test that does not stand on it cannot
// tell them apart.
#[test]
fn it_fails_on_one_that_forgets_a_tick_late() {
    fails_on(versions::one_tick_late());
}

// A boundary has two sides. This is the other.
#[test]
fn it_fails_on_one_that_forgets_a_tick_early() {
    fails_on(versions::one_tick_early());
}

// Where does your test begin? A fixed window is right as long as nobody crosses a multiple
// of its length.
#[test]
fn it_fails_on_one_that_is_a_fixed_window() {
    fails_on(versions::fixed());
}

// Between two multiples, too, there is a way to forget too much at once. It takes two that
// pass at different times.
#[test]
fn it_fails_on_one_that_forgets_all_with_the_first() {
    fails_on(versions::begins_with_a_request());
}

// A ring of slots is a window that is too short for some. For whom?
#[test]
fn it_fails_on_one_that_forgets_half_a_window_at_once() {
    fails_on(versions::two_slots());
}

// An estimate is right for traffic that is even. What came all at once?
#[test]
fn it_fails_on_one_that_only_estimates() {
    fails_on(versions::fades());
}

// Callers go on calling when they are refused. Did yours?
#[test]
fn it_fails_on_one_that_counts_what_it_refused() {
    fails_on(versions::counts_refusals());
}

// A pause is a part of a story. Who is the first to come after it?
#[test]
fn it_fails_on_one_that_counts_before_it_forgets() {
    fails_on(versions::counts_before_it_clears());
}

// Nobody calls at the very millisecond, except in tests.
#[test]
fn it_fails_on_one_that_forgets_only_if_it_is_asked_in_time() {
    fails_on(versions::never_slides());
}

// The clock begins at 0, and so may a test.
#[test]
fn it_fails_on_one_that_does_not_know_moment_zero() {
    fails_on(versions::zero_is_nobody());
}

// Machines set their clocks back, and whoever was held up brings an old time along.
#[test]
fn it_fails_on_one_that_forgets_when_the_clock_goes_back() {
    fails_on(versions::old_times_forget());
}

// What passes with an old time passes now. For how long does it count?
#[test]
fn it_fails_on_one_that_counts_an_old_time_from_then() {
    fails_on(versions::old_times_count_from_then());
}

// A test with one rule tests one rule.
#[test]
fn it_fails_on_one_whose_window_is_always_a_second() {
    fails_on(versions::always_a_second());
}

// The smallest limit is a limit.
#[test]
fn it_fails_on_one_that_does_not_know_a_limit_of_one() {
    fails_on(versions::at_least_two());
}

// A refusal changes nothing. How do you see that, when nothing happens?
#[test]
fn it_fails_on_one_that_makes_room_when_it_refuses() {
    fails_on(versions::forgets_one_at_a_refusal());
}
