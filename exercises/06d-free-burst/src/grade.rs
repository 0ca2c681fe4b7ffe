// The grader, in learning order. Your test is run on right buckets, where it must
// pass, and on broken ones, where it must fail.

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

/// Runs the test on a right bucket: it has to pass.
fn passes_on(make: Make) -> Log {
    let (ended, log) = run(make);
    let Err(why) = ended else { return log };
    let told = log.told(usize::MAX);
    assert!(
        !log.endless,
        "\n\n{}\n\nThe last that it did with a right bucket:\n{told}\n\
         Expected: your test comes to an end, within {STEPS_MAX} steps\nGot:      it was still going\n\
         Rule:     A test bounds its loops: so many changes, so many tokens.\n",
        over_the_limit()
    );
    panic!(
        "\n\nYour test fails on a right bucket, so its failures prove nothing about a broken one.\n\n\
         The last that it did, up to where it failed:\n{told}\n\
         Expected: your test passes: this bucket keeps all the rules of README.md\n\
         Got:      it fails: {}\n\
         Rule:     A test that always fails is as blind as one that never does. If the steps above \
         look wrong to you, read the rules once more: they are what your test has to say.\n",
        cut(&why)
    );
}

/// Runs the test on a right bucket, before it meets a broken one. Why it fails here is
/// told in full by the first test, and not again by each that follows.
fn passes_first_on(make: Make) -> Log {
    let (ended, log) = run(make);
    let got = if log.endless { over_the_limit() } else { cut(&ended.err().unwrap_or_default()) };
    assert!(
        got.is_empty(),
        "\n\nYour test fails on a right bucket, so it was not tried on a broken one.\n\n\
         Expected: your test passes where nothing is wrong\nGot:      {got}\n\
         Look at:  it_passes_on_right_buckets, which shows what it did. (If that one passes, your \
         test remembers something from one run to the next.)\n"
    );
    log
}

fn over_the_limit() -> String {
    format!(
        "Your test made more than {STEPS_MAX} steps (calls and new buckets); that is the limit. \
         Hundreds of long stories are well below it."
    )
}

/// The beginning of what the test says itself.
fn cut(words: &str) -> String {
    match words.char_indices().nth(WORDS_MAX) {
        None => words.to_owned(),
        Some((end, _)) => format!("{} …", &words[..end]),
    }
}

/// Runs the test on a broken bucket, on right ones before and after, and again: it has
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
        "\n\nYour test ran twice on the same broken bucket, and failed only once.\n\n\
         Its mistake: {}\n\nExpected: your test fails each time\nGot:      the second time it passes\n\
         Rule:     What a test says depends on the bucket, and on nothing that it remembers.\n",
        broken.what
    );
}

/// What the learner reads when a broken bucket passes: how it behaves, what the test
/// tried, and whether it ever came to the place where the two part.
fn survived(broken: Broken, right: &Log, log: &Log) -> String {
    let seen = match right.parts_from(log) {
        Some(at) => format!(
            "In the last line a right bucket says something else. Your test went through this \
             place, and asserted nothing about it:\n{}",
            log.told(at)
        ),
        None => "In all of this a right bucket says the very same. Your test never brings it to a \
                 place where the two part. Which calls would?\n"
            .to_owned(),
    };
    format!(
        "\n\nA broken bucket passes your test. {}\n\nWhat your test tried with it:\n{}\n{seen}\n\
         Expected: your test fails with this bucket ({})\nGot:      it passes\nRule:     {}\n",
        broken.what,
        log.tried(),
        broken.file,
        broken.rule
    )
}

// First of all a test has to pass where nothing is wrong. Two right buckets are tried,
// which are written differently, and each of them twice.
#[test]
fn it_passes_on_right_buckets() {
    for make in [versions::right, versions::right_too, versions::right, versions::right_too] {
        passes_on(make);
    }
}

// The shortest code, and the most expensive one. If this fails, your test takes nothing
// before the change, or asks for nothing after it.
#[test]
fn it_fails_on_one_that_is_replaced() {
    fails_on(versions::replaced());
}

// More room is not more tokens.
#[test]
fn it_fails_on_one_that_fills_when_its_burst_is_raised() {
    fails_on(versions::raising_fills());
}

// The same mistake, half as large. An empty bucket shows both; what about a full one?
#[test]
fn it_fails_on_one_that_adds_what_its_burst_is_raised_by() {
    fails_on(versions::raising_adds());
}

// Somebody lowers the burst because the service cannot take five at once. From when on?
#[test]
fn it_fails_on_one_that_keeps_what_is_above_a_lower_burst() {
    fails_on(versions::lowering_keeps());
}

// Down and up again, in one moment: is anything different from before?
#[test]
fn it_fails_on_one_that_remembers_what_was_cut_off() {
    fails_on(versions::lowering_comes_back());
}

// Ten seconds at 1 a second, and then the rate is 100. How many tokens are there?
#[test]
fn it_fails_on_one_that_pays_the_past_at_the_new_rate() {
    fails_on(versions::past_at_the_new_rate());
}

// A bucket may also be too strict. Does your test wait between the last take and the change?
#[test]
fn it_fails_on_one_that_loses_what_came_before_the_change() {
    fails_on(versions::past_is_lost());
}

// The bug of lock-free buckets. Drained at 100 a second, it would be full in 50 ms. And at 10?
#[test]
fn it_fails_on_one_that_carries_a_moment() {
    fails_on(versions::arrival_time_carried());
}

// Nine tenths of a token are there. When is the next one whole?
#[test]
fn it_fails_on_one_that_loses_a_fraction() {
    fails_on(versions::fraction_is_lost());
}

// And the other way round: each change is worth a part of a token.
#[test]
fn it_fails_on_one_that_rounds_a_fraction_up() {
    fails_on(versions::fraction_is_rounded_up());
}

// Libraries offer this as a choice. It looks fair, and gives away tokens.
#[test]
fn it_fails_on_one_that_stays_as_full_in_per_cent() {
    fails_on(versions::keeps_its_share());
}

// Who waits has taken tokens that are still to come. Whose are they after the change?
#[test]
fn it_fails_on_one_that_forgives_a_debt() {
    fails_on(versions::debt_is_forgiven());
}

// Configurations are written again every minute, and mostly nothing is new in them.
#[test]
fn it_fails_on_one_that_fills_when_nothing_changes() {
    fails_on(versions::same_again_fills());
}

// Half a change is no change. Which half does your test look at?
#[test]
fn it_fails_on_one_that_keeps_its_old_burst() {
    fails_on(versions::only_the_rate());
}

// And the other half.
#[test]
fn it_fails_on_one_that_keeps_its_old_rate() {
    fails_on(versions::only_the_burst());
}

// Unlimited and back, in one moment: the cheapest way to a full burst.
#[test]
fn it_fails_on_one_that_unlimited_fills_in_no_time() {
    fails_on(versions::unlimited_fills());
}

// And after a real time without a limit?
#[test]
fn it_fails_on_one_that_unlimited_does_not_fill() {
    fails_on(versions::unlimited_brings_nothing());
}

// A thousand passed, as they should. What do they cost afterwards?
#[test]
fn it_fails_on_one_that_counts_what_passes_unlimited() {
    fails_on(versions::unlimited_is_counted());
}

// Everything is everything.
#[test]
fn it_fails_on_one_that_is_unlimited_up_to_its_burst() {
    fails_on(versions::unlimited_has_a_burst());
}

// An operator closes the door, and it stands wide open.
#[test]
fn it_fails_on_one_for_which_zero_is_unlimited() {
    fails_on(versions::zero_is_unlimited());
}

// At rate 0 nothing more comes. Is anything lost?
#[test]
fn it_fails_on_one_that_zero_empties() {
    fails_on(versions::zero_empties());
}

// This one came with the repair of another bug. It shows when the door is open again.
#[test]
fn it_fails_on_one_whose_burst_is_eaten_at_zero() {
    fails_on(versions::zero_eats_the_burst());
}

// Two threads, two readings of the clock, and the older one comes last.
#[test]
fn it_fails_on_one_that_a_late_change_pays_twice() {
    fails_on(versions::paid_twice_by_a_change());
}
