// Pairs of a meter and a token bucket, behind one trait. The bucket is always right.
// Of the meters the first two are, and each of the others has one mistake.

use std::time::Duration;

use clock::Moment;

mod a_byte_of_capacity;
mod a_nanosecond_early;
mod all_is_too_many;
mod below_empty;
mod bucket;
mod clock_back_drains;
mod empty_after_a_minute;
mod hint_for_one;
mod hint_in_milliseconds;
mod hint_until_empty;
mod last_goes_back;
mod never_refuses;
mod not_full;
mod nothing_is_one;
mod one_for_all;
mod refused_goes_in;
mod right;
mod right_too;
mod strictly_less;
mod too_many_wait;
mod whole_ones;

/// What both of a pair are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// One request drains, or one token comes, in this time: a nanosecond to a day.
    pub period: Duration,
    /// How many requests the meter holds, and the bucket tokens: 1 to 1000.
    pub capacity: u32,
}

/// What a meter or a bucket says to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes through.
    Passes,
    /// Not yet: at this moment it would, and not a nanosecond earlier.
    Until(Moment),
    /// It asks for more than there can ever be.
    TooMany,
}

/// A meter, or a bucket.
pub trait Gate {
    /// Somebody asks for `n` at `now`.
    fn ask(&mut self, n: u32, now: Moment) -> Verdict;
}

/// One of each, made from the same rule at [`Moment::ZERO`].
pub struct Pair {
    /// A leaky bucket as a meter. It is empty.
    pub meter: Box<dyn Gate>,
    /// A token bucket. It is full.
    pub bucket: Box<dyn Gate>,
}

/// Makes a pair of one version.
pub type Make = fn(Rule) -> Pair;

/// Both keep the rule; the meter keeps its level.
pub fn right(rule: Rule) -> Pair {
    pair(rule, Box::new(right::Gate::new(rule)))
}

/// Both keep the rule; the meter keeps the moment at which it is empty.
pub fn right_too(rule: Rule) -> Pair {
    pair(rule, Box::new(right_too::Gate::new(rule)))
}

fn pair(rule: Rule, meter: Box<dyn Gate>) -> Pair {
    Pair { meter, bucket: Box::new(bucket::Gate::new(rule)) }
}

macro_rules! broken {
    ($($name:ident: $what:literal, $rule:literal;)+) => {
        $(
            #[doc = $what]
            pub const fn $name() -> Broken {
                Broken {
                    make: |rule| pair(rule, Box::new($name::Gate::new(rule))),
                    file: concat!("src/versions/", stringify!($name), ".rs"),
                    what: $what,
                    rule: $rule,
                }
            }
        )+
    };
}

/// A pair whose meter has a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Broken {
    /// Makes one.
    pub make: Make,
    /// Where it is.
    pub file: &'static str,
    /// How it behaves.
    pub what: &'static str,
    /// What it breaks.
    pub rule: &'static str,
}

broken! {
    never_refuses:
        "This meter lets everything in.",
        "The meter gives the verdicts of the token bucket: whoever is over the capacity is refused.";
    not_full:
        "This meter asks whether it is full, and not whether there is room: it holds up to one too many.",
        "The meter gives the verdicts of the token bucket: at a level of 4.99 of 5 there is no room for one.";
    strictly_less:
        "This meter wants to stay below its capacity, and never to be full.",
        "The meter gives the verdicts of the token bucket: exactly full is allowed.";
    one_for_all:
        "This meter counts each request as one, whatever it asks for.",
        "The meter gives the verdicts of the token bucket, for requests of every size.";
    nothing_is_one:
        "This meter counts a request for nothing as one.",
        "The meter gives the verdicts of the token bucket, for requests of every size: nothing needs no room.";
    refused_goes_in:
        "This meter also counts what it refused.",
        "The meter gives the verdicts of the token bucket: a refusal changes nothing.";
    whole_ones:
        "This meter lets only whole requests drain, and forgets the rest at each question.",
        "The meter gives the verdicts of the token bucket, however often they are asked.";
    below_empty:
        "This meter goes on draining when it is empty: after a quiet time it holds more than its capacity.",
        "The meter gives the verdicts of the token bucket after a quiet time, too: a full bucket is full, and an empty one empty.";
    empty_after_a_minute:
        "This meter takes itself for empty if nobody asked for a minute.",
        "The meter gives the verdicts of the token bucket at every pace: what takes an hour to drain is not empty after a minute.";
    a_byte_of_capacity:
        "This meter keeps its capacity in a byte: 300 are 44 for it.",
        "The meter gives the verdicts of the token bucket for buckets of every size.";
    clock_back_drains:
        "This meter drains when the clock goes back, as much as when it goes on.",
        "The meter gives the verdicts of the token bucket, also where the clock goes back.";
    last_goes_back:
        "This meter takes its latest time along when the clock goes back, and drains the same time twice.",
        "The meter gives the verdicts of the token bucket, also where the clock goes back and comes by again.";
    hint_for_one:
        "This meter tells everybody when there is room for one.",
        "The meter gives the verdicts of the token bucket, with the same moment in it.";
    hint_until_empty:
        "This meter tells everybody when it will be empty.",
        "The meter gives the verdicts of the token bucket, with the same moment in it.";
    hint_in_milliseconds:
        "This meter rounds the moment that it tells up to whole milliseconds.",
        "The meter gives the verdicts of the token bucket, with the same moment in it, to the nanosecond.";
    a_nanosecond_early:
        "This meter lets a request in a nanosecond before there is room for it.",
        "The meter gives the verdicts of the token bucket at every moment, also just before the one that a refusal names.";
    too_many_wait:
        "This meter tells who asks for more than it can ever hold to come back later.",
        "The meter gives the verdicts of the token bucket: more than the capacity is an error of its own.";
    all_is_too_many:
        "This meter takes a request for its whole capacity for too many.",
        "The meter gives the verdicts of the token bucket: exactly as much as it holds is not too many.";
}
