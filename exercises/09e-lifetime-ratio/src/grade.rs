// The grader, in learning order. Your test is run on right breakers, where it must
// pass, and on broken ones, where it must fail.

use std::time::Duration;

use simulation::within;

use super::answer;
use super::versions::{self, Broken, Make};
use super::watch::{Log, STEPS_MAX, watch};

const LIMIT: Duration = Duration::from_secs(5);

/// So much of what a learner's test says is shown.
const WORDS_MAX: usize = 200;

/// How one run of the learner's test ended, and what it did.
type Ran = (Result<(), String>, Log);

fn run(make: Make) -> Ran {
    within(LIMIT, move || watch(make, |new| answer::test(new)))
}

/// Runs the test on a right breaker: it has to pass.
fn passes_on(make: Make) -> Log {
    let (ended, log) = run(make);
    let Err(why) = ended else { return log };
    let told = log.told(usize::MAX);
    assert!(
        !log.endless,
        "\n\n{}\n\nWhat it did with a right breaker:\n{told}\n\
         Expected: your test comes to an end, within {STEPS_MAX} steps\nGot:      it was still going\n\
         Rule:     A test bounds its loops: count the calls, and fail when there were too many.\n",
        over_the_limit()
    );
    panic!(
        "\n\nYour test fails on a right breaker, so its failures prove nothing about a broken one.\n\n\
         What it did, up to where it failed:\n{told}\n\
         Expected: your test passes: this breaker keeps all the rules of README.md\n\
         Got:      it fails: {}\n\
         Rule:     A test that always fails is as blind as one that never does. If the steps above \
         look wrong to you, read the rules once more: they are what your test has to say.\n",
        cut(&why)
    );
}

/// Runs the test on a right breaker, before it meets a broken one. Why it fails
/// here is told in full by the first test, and not again by each that follows.
fn passes_first_on(make: Make) -> Log {
    let (ended, log) = run(make);
    let got = if log.endless { over_the_limit() } else { cut(&ended.err().unwrap_or_default()) };
    assert!(
        got.is_empty(),
        "\n\nYour test fails on a right breaker, so it was not tried on a broken one.\n\n\
         Expected: your test passes where nothing is wrong\nGot:      {got}\n\
         Look at:  it_passes_on_a_right_breaker, which shows what it did. (If that one passes, your \
         test remembers something from one run to the next.)\n"
    );
    log
}

fn over_the_limit() -> String {
    format!(
        "Your test made more than {STEPS_MAX} steps (calls, questions and new breakers); that is \
         the limit. Either it waits for something that never comes, or it does more than it needs."
    )
}

/// The beginning of what the test says itself.
fn cut(words: &str) -> String {
    match words.char_indices().nth(WORDS_MAX) {
        None => words.to_owned(),
        Some((end, _)) => format!("{} …", &words[..end]),
    }
}

/// Runs the test on a broken breaker, on right ones before and after, and again:
/// it has to fail, and only here.
fn fails_on(broken: Broken) {
    let right = passes_first_on(versions::right);
    passes_on(versions::right_too);
    let (first, log) = run(broken.make);
    passes_on(versions::right);
    let (second, _) = run(broken.make);
    assert!(first.is_err(), "{}", survived(broken, &right, &log));
    assert!(!log.endless, "{}", endless(broken, &log));
    assert!(
        second.is_err(),
        "\n\nYour test ran twice on the same broken breaker, and failed only once.\n\n\
         Its mistake: {}\n\nExpected: your test fails each time\nGot:      the second time it passes\n\
         Rule:     What a test says depends on the breaker, and on nothing that it remembers.\n",
        broken.what
    );
}

fn endless(broken: Broken, log: &Log) -> String {
    format!(
        "\n\n{}\n\nWhat your test did with it:\n{}\n\
         Expected: your test fails with this breaker\n\
         Got:      it made more than {STEPS_MAX} steps, which is the limit\n\
         Rule:     A test that waits for ever says nothing: whoever runs it sees it hang. Bound the \
         loop: after how many calls MUST the breaker be open?\n",
        broken.what,
        log.told(usize::MAX)
    )
}

/// What the learner reads when a broken breaker passes: how it behaves, what the
/// test did with it, and whether the test ever came to the place where the two
/// part. Where that place is, is the exercise.
fn survived(broken: Broken, right: &Log, log: &Log) -> String {
    let (seen, place) = match right.parts_from(log) {
        _ if log.calls() == 0 => {
            ("Your test makes no call. A breaker only moves when it is called.".to_owned(), None)
        }
        Some(at) => {
            let words = "In its last line a right breaker does something else. Your test went \
                         through this place, and asserted nothing about it.";
            (words.to_owned(), Some(at))
        }
        None => {
            let words = "In all of this a right breaker does the very same. Your test never brings \
                         it to a place where the two part. Which calls would?";
            (words.to_owned(), None)
        }
    };
    format!(
        "\n\nA broken breaker passes your test. {}\n\n\
         What your test did with it ({} calls, is_open asked {} times):\n{}\n{seen}\n\n\
         Expected: your test fails with this breaker ({})\n\
         Got:      it passes\n\
         Rule:     {}\n",
        broken.what,
        log.calls(),
        log.asked(),
        place.map_or_else(|| log.stories(), |at| log.told(at)),
        broken.file,
        broken.rule
    )
}

// First of all a test has to pass where nothing is wrong. Two right breakers are
// tried, which are written differently, and each of them twice.
#[test]
fn it_passes_on_a_right_breaker() {
    for make in [versions::right, versions::right_too, versions::right, versions::right_too] {
        passes_on(make);
    }
}

// The least that a test of a breaker can say. If this fails, your test asserts
// nothing, or makes no call.
#[test]
fn it_fails_on_one_that_never_opens() {
    fails_on(versions::never_opens());
}

// A ratio of one outcome is 0 % or 100 %. That is why there is a smallest number
// of samples; without one, every hiccup opens the breaker.
#[test]
fn it_fails_on_one_that_opens_at_the_first_failure() {
    fails_on(versions::first_failure());
}

// The mistake that gave the exercise its name. A young breaker behaves well; what
// does it take to make it old?
#[test]
fn it_fails_on_one_that_counts_since_it_was_made() {
    fails_on(versions::lifetime());
}

// "At least" or "more than": the two differ at one place only, and a test that
// does not stand exactly there cannot tell them apart.
#[test]
fn it_fails_on_one_that_wants_more_than_the_percentage() {
    fails_on(versions::more_than_the_percentage());
}

// The same place, in the number of samples. Ten failures open this one as well;
// when exactly do they?
#[test]
fn it_fails_on_one_that_wants_one_sample_more() {
    fails_on(versions::wants_one_more());
}

// A boundary has two sides. Who has looked from the one side only has not seen it.
#[test]
fn it_fails_on_one_that_is_content_with_one_sample_less() {
    fails_on(versions::content_with_one_less());
}

// In a window of 100 with 10 samples to decide, this one lets 90 more calls fail.
#[test]
fn it_fails_on_one_that_waits_until_its_window_is_full() {
    fails_on(versions::waits_until_full());
}

// That a success opens a breaker sounds odd, until one has counted the samples.
#[test]
fn it_fails_on_one_that_decides_only_when_a_call_fails() {
    fails_on(versions::decides_on_failures());
}

// A dependency that fails every second call never fails twice in a row.
#[test]
fn it_fails_on_one_that_forgets_its_failures_after_a_success() {
    fails_on(versions::forgets_after_a_success());
}

// An off by one in the length of the window. It shows once the window is full,
// and at the call that pushes the right outcome out.
#[test]
fn it_fails_on_one_that_remembers_one_call_more() {
    fails_on(versions::one_call_too_many());
}

// What leaves a full window may be a success, or a failure. Which ones left yours?
#[test]
fn it_fails_on_one_that_never_forgets_a_failure() {
    fails_on(versions::never_forgets_a_failure());
}

// What `call` returns is a rule too, while it is closed as well as while it is open.
#[test]
fn it_fails_on_one_that_says_it_refused_the_call_that_opened_it() {
    fails_on(versions::refuses_what_opened_it());
}

// Open means that nobody gets through. `is_open` only says so; what do the calls say?
#[test]
fn it_fails_on_one_that_lets_calls_through_while_it_is_open() {
    fails_on(versions::lets_through_while_open());
}

// The cool-off is a boundary in time, and has two sides as well. This is the one.
#[test]
fn it_fails_on_one_that_cools_off_for_a_millisecond_too_little() {
    fails_on(versions::cool_off_too_short());
}

// And this is the other: "at 1000 ms or later".
#[test]
fn it_fails_on_one_that_cools_off_for_a_millisecond_too_long() {
    fails_on(versions::cool_off_too_long());
}

// Callers do not wait for the end of a cool-off. Each of them may come just before it.
#[test]
fn it_fails_on_one_that_begins_its_cool_off_anew_with_each_refusal() {
    fails_on(versions::refusals_wait_anew());
}

// A probe is a question, and the answer may be no.
#[test]
fn it_fails_on_one_that_closes_when_its_probe_fails() {
    fails_on(versions::failed_probe_closes());
}

// After a "no" it leaves the service alone again, for as long as the first time.
#[test]
fn it_fails_on_one_that_does_not_cool_off_after_a_failed_probe() {
    fails_on(versions::failed_probe_waits_no_more());
}

// Waiting longer each time is a good idea, and not the one in the rules. When is the
// second probe due?
#[test]
fn it_fails_on_one_that_waits_longer_after_each_failed_probe() {
    fails_on(versions::waits_longer_each_time());
}

// The end of the cool-off is no proof that anything is well.
#[test]
fn it_fails_on_one_that_closes_without_a_probe() {
    fails_on(versions::closes_by_itself());
}

// To see this one, a breaker has to open, cool off, and close: and then?
#[test]
fn it_fails_on_one_that_keeps_its_window_when_it_closes() {
    fails_on(versions::keeps_its_window());
}

// While a breaker is open, callers go on calling. Did yours?
#[test]
fn it_fails_on_one_that_counts_what_it_refused() {
    fails_on(versions::counts_refusals());
}

// Half of ten is a round number. Most shares are not, and a float that should be
// 57 may be 56.999999; a loop over all of them finds it without knowing where.
#[test]
fn it_fails_on_one_that_rounds_the_share_down() {
    fails_on(versions::rounds_down());
}
