// Breakers behind one trait. The first two keep every rule of README.md; each of
// the others breaks one, and each of those was in somebody's library.

mod closes_by_itself;
mod content_with_one_less;
mod cool_off_too_long;
mod cool_off_too_short;
mod counts_refusals;
mod decides_on_failures;
mod failed_probe_closes;
mod failed_probe_waits_no_more;
mod first_failure;
mod forgets_after_a_success;
mod keeps_its_window;
mod lets_through_while_open;
mod lifetime;
mod more_than_the_percentage;
mod never_forgets_a_failure;
mod never_opens;
mod one_call_too_many;
mod refusals_wait_anew;
mod refuses_what_opened_it;
mod right;
mod right_too;
mod rounds_down;
mod waits_longer_each_time;
mod waits_until_full;
mod wants_one_more;

/// After it opened, a breaker refuses for so long.
pub const COOL_OFF_MS: u64 = 1000;

/// What opens a breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// How many calls are counted: the last ones. At least 1.
    pub calls: usize,
    /// From how many of a hundred on that failed it opens: 1 to 100.
    pub percent: usize,
    /// With fewer than these it does not open: 1 to `calls`.
    pub min_samples: usize,
}

/// What a test may do with a breaker.
pub trait Breaker {
    /// A whole call at `now_ms`: it is let through, and then ends at once, well
    /// (`ok`) or badly; or it is refused. True if it was let through.
    fn call(&mut self, now_ms: u64, ok: bool) -> bool;

    /// Whether the breaker is open. Only a call changes that: an open breaker is
    /// open until a probe went well, however long ago its cool-off ended.
    fn is_open(&self) -> bool;
}

/// Makes a breaker of one version.
pub type Make = fn(Rule) -> Box<dyn Breaker>;

/// The rule is kept; the outcomes are counted anew after each call.
pub fn right(rule: Rule) -> Box<dyn Breaker> {
    Box::new(right::Breaker::new(rule))
}

/// The rule is kept; the outcomes are in a ring, with a running count.
pub fn right_too(rule: Rule) -> Box<dyn Breaker> {
    Box::new(right_too::Breaker::new(rule))
}

macro_rules! broken {
    ($($name:ident: $what:literal, $rule:literal;)+) => {
        $(
            #[doc = $what]
            pub const fn $name() -> Broken {
                Broken {
                    make: |rule| Box::new($name::Breaker::new(rule)),
                    file: concat!("src/versions/", stringify!($name), ".rs"),
                    what: $what,
                    rule: $rule,
                }
            }
        )+
    };
}

/// A version with a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Broken {
    /// Makes one.
    pub make: Make,
    /// Where it is.
    pub file: &'static str,
    /// How it behaves.
    pub what: &'static str,
    /// The rule that it breaks.
    pub rule: &'static str,
}

broken! {
    never_opens:
        "This breaker never opens, whatever happens.",
        "A breaker whose calls fail opens.";
    first_failure:
        "This breaker opens at the very first failure: one of one is 100 %.",
        "With fewer outcomes than `min_samples` it does not open.";
    lifetime:
        "This breaker counts all calls since it was made (or last closed), not the last `calls`.",
        "Only the last `calls` outcomes count: an hour of success must not hide an outage.";
    more_than_the_percentage:
        "This breaker opens only when MORE than `percent` of the calls have failed.",
        "Exactly `percent` of a hundred is enough.";
    wants_one_more:
        "This breaker wants one outcome more than `min_samples` before it decides.",
        "With `min_samples` outcomes it decides: exactly as many are enough.";
    content_with_one_less:
        "This breaker decides with one outcome less than `min_samples`.",
        "With fewer outcomes than `min_samples` it does not open.";
    waits_until_full:
        "This breaker decides nothing until its window is full: `min_samples` means nothing to it.",
        "With `min_samples` outcomes it decides, however long its window is.";
    decides_on_failures:
        "This breaker compares only when a call has failed, and never when one went well.",
        "It decides after each call, and a good one may be the one that makes the samples enough.";
    forgets_after_a_success:
        "This breaker forgets its failures as soon as one call goes well.",
        "A ratio counts good and bad calls side by side; it is no count of failures in a row.";
    one_call_too_many:
        "This breaker remembers one call more than `calls`.",
        "Only the last `calls` outcomes count, and what is older is forgotten.";
    never_forgets_a_failure:
        "This breaker counts failures as they come, and not down again when one leaves the window.",
        "Only the last `calls` outcomes count: a failure that is older is forgotten as well.";
    refuses_what_opened_it:
        "This breaker says of the call that opens it that it was refused, although it let it through.",
        "A closed breaker lets every call through, the one that opens it too.";
    lets_through_while_open:
        "This breaker opens, and lets calls through all the same: `call` says true while it is open.",
        "An open breaker refuses for 1000 ms.";
    cool_off_too_short:
        "This breaker lets the probe go a millisecond too soon, 999 ms after it opened.",
        "An open breaker refuses for 1000 ms: at 999 it still does.";
    cool_off_too_long:
        "This breaker still refuses 1000 ms after it opened, and lets the probe go at 1001.",
        "The first call at 1000 ms or later is the probe: exactly 1000 is late enough.";
    refusals_wait_anew:
        "This breaker begins its cool-off anew with each call that it refuses: before busy callers \
         it stays open for ever.",
        "An open breaker refuses for 1000 ms, however many calls come in that time.";
    failed_probe_closes:
        "This breaker closes after its probe, whether that went well or not.",
        "If the probe fails, the breaker is open for another 1000 ms.";
    failed_probe_waits_no_more:
        "This breaker stays open when its probe fails, but lets the next call through at once.",
        "If the probe fails, the breaker is open for another 1000 ms.";
    waits_longer_each_time:
        "This breaker doubles its cool-off each time that a probe fails.",
        "If the probe fails, the breaker is open for another 1000 ms, not for longer.";
    closes_by_itself:
        "This breaker has no probe: when the cool-off is over the next call finds it closed, and \
         counts like any other.",
        "An open breaker is closed by a probe that went well, and by nothing else.";
    keeps_its_window:
        "This breaker still has the outcomes in its window that opened it when it closes again.",
        "A breaker that closes begins with an empty window.";
    counts_refusals:
        "This breaker counts calls that it refused itself as failures.",
        "A refused call was not made: it says nothing about the dependency, and does not count.";
    rounds_down:
        "This breaker works out the share of failures as a float and cuts off what is behind the \
         point: 57 of 100 is 56 % for it.",
        "The comparison is exact: failed × 100 ≥ percent × counted, in whole numbers.";
}
