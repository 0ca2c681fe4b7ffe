// The grader, in learning order. Your test is run on pairs in which both are right,
// where it must pass, and on pairs with a broken meter, where it must fail.

use std::time::Duration;

use simulation::within;

use super::answer;
use super::versions::{self, Broken, Make};
use super::watch::{Log, STEPS_MAX, watch};

const LIMIT: Duration = Duration::from_secs(5);

/// So much of what a learner's test says is shown.
const WORDS_MAX: usize = 300;

/// How one run of the learner's test ended, and what it did.
type Ran = (Result<(), String>, Log);

fn run(make: Make) -> Ran {
    within(LIMIT, move || watch(make, |new| answer::test(new)))
}

/// Runs the test on a right pair: it has to pass.
fn passes_on(make: Make) -> Log {
    let (ended, log) = run(make);
    let Err(why) = ended else { return log };
    let told = log.told(usize::MAX);
    assert!(
        !log.endless,
        "\n\n{}\n\nThe last that it did with a right pair:\n{told}\n\
         Expected: your test comes to an end, within {STEPS_MAX} steps\nGot:      it was still going\n\
         Rule:     A property test tries much, and not without end: so many runs, of so many steps.\n",
        over_the_limit()
    );
    panic!(
        "\n\nYour test fails on a pair in which meter and bucket are both right.\n\n\
         The last that it did, up to where it failed:\n{told}\n\
         Expected: your test passes: the two say the same to whatever they are asked\n\
         Got:      it fails: {}\n\
         Rule:     A test that always fails is as blind as one that never does. Ask both the same \
         things at the same times, the meter once and the bucket once, and compare what they say.\n",
        cut(&why)
    );
}

/// Runs the test on a right pair, before it meets a broken one. Why it fails here is
/// told in full by the first test, and not again by each that follows.
fn passes_first_on(make: Make) -> Log {
    let (ended, log) = run(make);
    let got = if log.endless { over_the_limit() } else { cut(&ended.err().unwrap_or_default()) };
    assert!(
        got.is_empty(),
        "\n\nYour test fails on a right pair, so it was not tried on a broken one.\n\n\
         Expected: your test passes where nothing is wrong\nGot:      {got}\n\
         Look at:  it_passes_on_right_pairs, which shows what it did. (If that one passes, your \
         test remembers something from one run to the next.)\n"
    );
    log
}

fn over_the_limit() -> String {
    format!(
        "Your test made more than {STEPS_MAX} steps (questions and new pairs); that is the limit. \
         A thousand runs of a hundred questions to both are well below it."
    )
}

/// The beginning of what the test says itself.
fn cut(words: &str) -> String {
    match words.char_indices().nth(WORDS_MAX) {
        None => words.to_owned(),
        Some((end, _)) => format!("{} …", &words[..end]),
    }
}

/// Runs the test on a broken pair, on right ones before and after, and again: it has
/// to fail, and only here.
fn fails_on(broken: Broken) {
    let right = passes_first_on(versions::right);
    passes_on(versions::right_too);
    let (first, log) = run(broken.make);
    passes_on(versions::right);
    let (second, _) = run(broken.make);
    assert!(first.is_err(), "{}", survived(broken, &right, &log));
    assert!(
        second.is_err(),
        "\n\nYour test ran twice on the same broken pair, and failed only once.\n\n\
         Its mistake: {}\n\nExpected: your test fails each time\nGot:      the second time it passes\n\
         Rule:     A random test has a fixed seed, or nobody can see its failure again.\n",
        broken.what
    );
}

/// What the learner reads when a broken pair passes: how it behaves, what the test
/// tried, and whether it ever came to the place where the two part.
fn survived(broken: Broken, right: &Log, log: &Log) -> String {
    let seen = match right.parts_from(log) {
        Some(at) => format!(
            "In the last line the meter says something else than a right one. Your test went \
             through this place, and asserted nothing about it:\n{}",
            log.told(at)
        ),
        None => "In all of this the meter says the very same as a right one. Your traffic never \
                 brings it to a place where the two part. Which would?\n"
            .to_owned(),
    };
    format!(
        "\n\nA broken meter passes your test. {}\n\nWhat your test tried with it:\n{}\n{seen}\n\
         Expected: your test fails with this pair ({})\nGot:      it passes\nRule:     {}\n",
        broken.what,
        log.tried(),
        broken.file,
        broken.rule
    )
}

// First of all a test has to pass where nothing is wrong. Two right meters are tried,
// which are written differently, and each of them twice.
#[test]
fn it_passes_on_right_pairs() {
    for make in [versions::right, versions::right_too, versions::right, versions::right_too] {
        passes_on(make);
    }
}

// The least that such a test can say. If this fails, your traffic is never too much for the
// bucket, or your test asserts nothing.
#[test]
fn it_fails_on_one_that_never_refuses() {
    fails_on(versions::never_refuses());
}

// The mistake of the lesson. Of a burst at one instant it takes as many as the right one; what
// has to happen between two requests before the two part?
#[test]
fn it_fails_on_one_that_is_content_if_it_is_not_full() {
    fails_on(versions::not_full());
}

// And the same boundary from its other side.
#[test]
fn it_fails_on_one_that_is_never_quite_full() {
    fails_on(versions::strictly_less());
}

// A property is for all requests. Which ones does your test make?
#[test]
fn it_fails_on_one_that_counts_each_request_as_one() {
    fails_on(versions::one_for_all());
}

// Zero is a size as well.
#[test]
fn it_fails_on_one_for_which_nothing_is_one() {
    fails_on(versions::nothing_is_one());
}

// It shows after a refusal, if somebody comes back when he was told to.
#[test]
fn it_fails_on_one_that_counts_what_it_refused() {
    fails_on(versions::refused_goes_in());
}

// Ask it seldom, and it is right. Most bugs of this chapter are of this kind.
#[test]
fn it_fails_on_one_that_drains_only_whole_requests() {
    fails_on(versions::whole_ones());
}

// It is quiet for a long time, and then they all come. How many are all?
#[test]
fn it_fails_on_one_that_drains_below_empty() {
    fails_on(versions::below_empty());
}

// At ten a second a minute is for ever. Is that the only pace?
#[test]
fn it_fails_on_one_that_is_empty_after_a_minute() {
    fails_on(versions::empty_after_a_minute());
}

// A property is for all buckets, too. Small ones are the first that come to mind.
#[test]
fn it_fails_on_one_with_a_byte_of_capacity() {
    fails_on(versions::a_byte_of_capacity());
}

// Time is an input like any other, and machines set their clocks back.
#[test]
fn it_fails_on_one_that_drains_when_the_clock_goes_back() {
    fails_on(versions::clock_back_drains());
}

// Back alone does not show this one. What has to follow?
#[test]
fn it_fails_on_one_that_drains_the_same_time_twice() {
    fails_on(versions::last_goes_back());
}

// A refusal says when. Does your test read it?
#[test]
fn it_fails_on_one_that_tells_everybody_when_there_is_room_for_one() {
    fails_on(versions::hint_for_one());
}

// And is it the moment for this request?
#[test]
fn it_fails_on_one_that_tells_when_it_is_empty() {
    fails_on(versions::hint_until_empty());
}

// 100 ms are a whole number of milliseconds. Which periods are not?
#[test]
fn it_fails_on_one_that_tells_whole_milliseconds() {
    fails_on(versions::hint_in_milliseconds());
}

// Chance does not hit one nanosecond in a hundred million. But somebody tells you where it is.
#[test]
fn it_fails_on_one_that_lets_in_a_nanosecond_early() {
    fails_on(versions::a_nanosecond_early());
}

// Some requests are never right. Did you make one?
#[test]
fn it_fails_on_one_that_lets_too_many_wait() {
    fails_on(versions::too_many_wait());
}

// And some are just so right.
#[test]
fn it_fails_on_one_for_which_its_capacity_is_too_many() {
    fails_on(versions::all_is_too_many());
}
