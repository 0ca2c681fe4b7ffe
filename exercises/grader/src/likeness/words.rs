//! What an answer did, as short words that can be compared.

use simulation::{LineSink, Received, Sink, receive};

use crate::ask::TEXT_MAX;
use crate::beside::lines_of;
use crate::process::{End, Ended};
use crate::verdict::{Verdict, says_an_outcome};

/// A run that was not ended by us, but not by itself either, is this.
pub(super) const ENDLESS: &str = "endless";
/// Nobody asked.
pub(super) const NOT_RUN: &str = "not-run";
/// A `todo!` was met.
pub(super) const UNWRITTEN: &str = "unwritten";
/// The test failed: the outcome and all words follow.
const FAILED: &str = "failed.";
/// The test passed.
pub(super) const PASSED: &str = "passed";

/// One run: its events, and how it came to an end if it is not whole. What the
/// gauges showed is left out: two answers may count differently and do the same.
pub(super) fn run(ended: &Ended) -> String {
    let received = match ended.end {
        End::Overtime => return ENDLESS.to_owned(),
        End::Signal(signal) => return format!("signal-{signal}"),
        End::Code(_) => receive(&lines_of(&ended.stdout)),
    };
    match received {
        Ok(received) if received.whole && ended.end == End::Code(0) => events(&received),
        Ok(received) => events(&received) + "!",
        Err(_) => "unreadable".to_owned(),
    }
}

fn events(received: &Received) -> String {
    let mut lines = Vec::new();
    let mut sink = LineSink::new(&mut lines);
    received.trace.events.iter().for_each(|event| sink.event(event.clone()));
    short(fnv(lines))
}

/// One test: how it ended, what came out, and all that it said. Whether a panic
/// was the answer's or the grader's depends on the name of a file, and is left
/// out; so are lines of code, which depend on where the learner writes, and what
/// a page would cut off.
pub(super) fn test(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Passed => PASSED.to_owned(),
        Verdict::NotWritten(_) => UNWRITTEN.to_owned(),
        Verdict::Panicked(panic) | Verdict::Failed(panic) => {
            let words: String = panic.words.chars().take(TEXT_MAX).collect();
            let (outcome, all) = (outcome(&words), without_places(&words));
            format!("{FAILED}{}.{}", short(fnv(outcome.bytes())), short(fnv(all.bytes())))
        }
        Verdict::Endless(_) => ENDLESS.to_owned(),
        Verdict::Killed(_) => "killed".to_owned(),
        Verdict::NoResult(_) => "no-result".to_owned(),
        Verdict::NotRun(_) => NOT_RUN.to_owned(),
    }
}

/// A word without what depends on how the answer is written: the steps that led
/// to the outcome of a test. Without an outcome there is nothing else to compare.
pub(super) fn loosely(word: &str) -> &str {
    match outcome_of(word) {
        Some(outcome) if outcome != nothing() => &word[..FAILED.len() + outcome.len()],
        _ => word,
    }
}

/// Whether the word, which is not that of the right answer, tells one mistake
/// from another: what a run did, what came out of a test, or the words of a
/// panic. That something does not end, was not asked, or was ended from outside
/// can have any cause.
pub(super) fn tells(word: &str) -> bool {
    let is_hash = |word: &str| word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    match word.strip_suffix('!') {
        // A run that came to a panic before its first event did nothing.
        Some(events) => is_hash(events) && events != nothing(),
        None => is_hash(word) || outcome_of(word).is_some(),
    }
}

fn outcome_of(failed: &str) -> Option<&str> {
    Some(failed.strip_prefix(FAILED)?.split_once('.')?.0)
}

/// The lines that say what came and what should have come. A line that ends in a
/// colon says it below.
fn outcome(words: &str) -> String {
    let (mut outcome, mut below) = (String::new(), false);
    for line in words.lines() {
        let is_said = says_an_outcome(line);
        if is_said || below {
            outcome += &(without_places(line) + "\n");
        }
        below |= is_said && line.trim_end().ends_with(':');
    }
    outcome
}

/// Without places in code, `answer.rs:18`. The columns of a drawing stay as they
/// are, for they tell one thread from another.
fn without_places(words: &str) -> String {
    let is_place = |word: &str| word.contains(".rs:");
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').filter(|word| !is_place(word)).collect();
        words.join(" ").trim_end().to_owned() + "\n"
    };
    words.lines().map(line).collect()
}

/// FNV-1a with 64 bits (Fowler, Noll and Vo): a hash that is the same
/// everywhere and for ever, and no secret.
pub(super) fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The hash of no words and of no events.
fn nothing() -> String {
    short(fnv([]))
}

/// Eight digits are enough to tell a few hundred answers apart.
fn short(hash: u64) -> String {
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured::{Captured, Keep};
    use crate::verdict::Panic;

    fn ended(end: End, stdout: &str) -> Ended {
        let mut captured = Captured::new(Keep { head_bytes: 4000, tail_bytes: 0 });
        captured.push(stdout.as_bytes());
        Ended { end, stdout: captured, stderr: Captured::default(), closed: true }
    }

    const RUN: &str = "@bw trace 1\n@bw gauge tokens count step\n@bw keyframe 0 5\n\
                       @bw event 0 arrive 1 1 -\n@bw event 0 admit 1\n";

    #[test]
    fn the_hash_is_the_published_one() {
        // From the authors' own table of test vectors.
        assert_eq!(fnv([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv(*b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_run_is_its_events_and_not_its_gauges_or_what_it_printed() {
        let whole = format!("{RUN}@bw end 1000\n");
        let word = run(&ended(End::Code(0), &whole));
        assert_eq!(run(&ended(End::Code(0), &whole.replace("keyframe 0 5", "keyframe 0 4"))), word);
        assert_eq!(run(&ended(End::Code(0), &format!("hello\n{whole}"))), word);
        assert_ne!(run(&ended(End::Code(0), &whole.replace("admit 1", "hold 1 -"))), word);
    }

    #[test]
    fn a_run_without_its_end_is_no_whole_one() {
        let whole = run(&ended(End::Code(0), &format!("{RUN}@bw end 1000\n")));
        assert_eq!(run(&ended(End::Code(101), RUN)), format!("{whole}!"));
        assert_eq!(run(&ended(End::Overtime, RUN)), ENDLESS);
        assert_eq!(run(&ended(End::Signal(6), RUN)), "signal-6");
        assert_eq!(run(&ended(End::Code(0), "@bw nonsense\n")), "unreadable");
    }

    fn failed(words: &str) -> String {
        test(&Verdict::Failed(Panic { place: "a/grade.rs:1".into(), words: words.into() }))
    }

    #[test]
    fn threads_compare_by_operation_and_value_and_not_by_line() {
        let lanes = "1 of 2 schedules break the rule: one.\n\n      A        B        line\n   \
                     1  load: 1           answer.rs:18\n   2           load: 1  answer.rs:18\n\n  \
                     got       2\n  expected  1";
        let moved = lanes.replace("answer.rs:18", "wrong/busy.rs:107");
        assert_eq!(failed(lanes), failed(&moved));
        // The same step, made by the other thread.
        let other = failed(&lanes.replace("1  load: 1         ", "1           load: 1"));
        assert_ne!(failed(lanes), other);
        assert_eq!(loosely(&failed(lanes)), loosely(&other));
        let outcome = failed(&lanes.replace("got       2", "got       3"));
        assert_ne!(loosely(&failed(lanes)), loosely(&outcome));
    }

    #[test]
    fn panics_without_an_outcome_are_compared_by_their_words() {
        let (one, other) = (failed("attempt to divide by zero"), failed("a rate is no zero"));
        assert_ne!(loosely(&one), loosely(&other));
        // What a test said itself is below the line.
        let says =
            |words: &str| failed(&format!("  expected  it passes\n  got  it says:\n\n{words}"));
        assert_ne!(loosely(&says("left: 2")), loosely(&says("left: 3")));
        let passes = |words: &str| failed(&format!("  got  it passes\n\n{words}"));
        assert_eq!(loosely(&passes("left: 2")), loosely(&passes("left: 3")));
    }

    #[test]
    fn what_has_any_cause_tells_nothing() {
        let at_once = run(&ended(End::Code(101), "@bw trace 1\n"));
        let others = [ENDLESS, NOT_RUN, "killed", "no-result", "signal-6", "unreadable"];
        for word in others.into_iter().chain([at_once.as_str()]) {
            assert!(!tells(word), "{word}");
        }
        let later = run(&ended(End::Code(101), RUN));
        let whole = run(&ended(End::Code(0), &format!("{RUN}@bw end 1000\n")));
        for word in [later, whole, failed("got: 1"), failed("attempt to divide by zero")] {
            assert!(tells(&word), "{word}");
        }
    }

    #[test]
    fn a_panic_is_the_same_wherever_it_is() {
        let panic =
            |place: &str| Panic { place: place.into(), words: "attempt to subtract".into() };
        let (ours, theirs) = (panic("src/answer.rs:3"), panic("wrong/signed.rs:4"));
        assert_eq!(test(&Verdict::Panicked(ours)), test(&Verdict::Failed(theirs)));
        assert_eq!(loosely(PASSED), PASSED);
    }
}
