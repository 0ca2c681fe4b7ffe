// Buckets behind one trait. The first two keep every rule of README.md; each of the
// others breaks one of them when it is changed.

mod arrival_time_carried;
mod debt_is_forgiven;
mod fraction_is_lost;
mod fraction_is_rounded_up;
mod keeps_its_share;
mod lowering_comes_back;
mod lowering_keeps;
mod only_the_burst;
mod only_the_rate;
mod paid_twice_by_a_change;
mod past_at_the_new_rate;
mod past_is_lost;
mod raising_adds;
mod raising_fills;
mod replaced;
mod right;
mod right_too;
mod same_again_fills;
mod unlimited_brings_nothing;
mod unlimited_fills;
mod unlimited_has_a_burst;
mod unlimited_is_counted;
mod zero_eats_the_burst;
mod zero_empties;
mod zero_is_unlimited;

/// How fast tokens come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// So many a second, evenly: 0 to 1000. With 0 nothing comes.
    PerSecond(u64),
    /// Everything passes.
    Unlimited,
}

/// What a bucket is made from, and changed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How fast tokens come.
    pub rate: Rate,
    /// How many tokens it holds: 1 to 1000.
    pub burst: u32,
}

impl Limit {
    /// A limit of `tokens` a second and `burst`.
    pub const fn new(tokens: u64, burst: u32) -> Self {
        Self { rate: Rate::PerSecond(tokens), burst }
    }

    /// No limit; the bucket holds `burst` when it is over.
    pub const fn unlimited(burst: u32) -> Self {
        Self { rate: Rate::Unlimited, burst }
    }

    /// The burst in thousandths of a token: at a rate of r a second, each millisecond
    /// brings r of them.
    fn burst_milli(self) -> i64 {
        i64::from(self.burst) * 1000
    }
}

/// What a test may do with a bucket. Times are milliseconds.
pub trait Bucket {
    /// Takes `n` tokens if they are there; true if they were.
    fn take(&mut self, n: u32, now_ms: u64) -> bool;

    /// Takes `n` tokens even if they are still to come, and says when they are all
    /// there. `None`, and nothing taken, if they never will be: `n` is more than the
    /// burst, or nothing comes.
    fn owe(&mut self, n: u32, now_ms: u64) -> Option<u64>;

    /// Goes on under another limit.
    fn set(&mut self, limit: Limit, now_ms: u64);
}

/// Makes a bucket of one version, at 0.
pub type Make = fn(Limit) -> Box<dyn Bucket>;

/// The rules are kept, by what it holds.
pub fn right(limit: Limit) -> Box<dyn Bucket> {
    Box::new(right::Bucket::new(limit))
}

/// The rules are kept, by what is missing.
pub fn right_too(limit: Limit) -> Box<dyn Bucket> {
    Box::new(right_too::Bucket::new(limit))
}

macro_rules! broken {
    ($($name:ident: $what:literal, $rule:literal;)+) => {
        $(
            #[doc = $what]
            pub const fn $name() -> Broken {
                Broken {
                    make: |limit| Box::new($name::Bucket::new(limit)),
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
    replaced:
        "This bucket is replaced by a new one at each change, and a new one is full.",
        "A change adds nothing and takes nothing away: who changes the limit every second must not hand out a burst every second.";
    raising_fills:
        "This bucket is full whenever its burst is raised.",
        "A larger burst adds nothing: the bucket fills at its rate.";
    raising_adds:
        "This bucket gets as many tokens as its burst is raised by.",
        "A larger burst adds nothing: the bucket fills at its rate.";
    lowering_keeps:
        "This bucket keeps what is above a lower burst until it is taken.",
        "A lower burst cuts off at once what is above it.";
    lowering_comes_back:
        "This bucket remembers what a lower burst cut off, and has it again when the burst is raised.",
        "What a lower burst cuts off is gone; raising it again adds nothing.";
    past_at_the_new_rate:
        "This bucket counts the time before a change at the rate that came after it.",
        "What came before a change came at the old rate.";
    past_is_lost:
        "This bucket begins its count anew at a change: what had come since the last call is lost.",
        "A change adds nothing and takes nothing away: what has come has come.";
    arrival_time_carried:
        "This bucket carries the moment at which it would be full, and not what it holds.",
        "A change adds nothing and takes nothing away: what is carried is the balance. A moment means something else at another rate.";
    fraction_is_lost:
        "This bucket rounds what it holds down to whole tokens at a change.",
        "A change adds nothing and takes nothing away, not even a part of a token.";
    fraction_is_rounded_up:
        "This bucket rounds what it holds up to whole tokens at a change.",
        "A change adds nothing and takes nothing away, not even a part of a token.";
    keeps_its_share:
        "This bucket stays as full as it was, in per cent, when its burst is changed.",
        "A change adds nothing and takes nothing away: two of five are two of ten, and not four.";
    debt_is_forgiven:
        "This bucket forgives a debt at each change.",
        "A debt is a balance as well, and stays.";
    same_again_fills:
        "This bucket is full after a change to the limit that it has already.",
        "A change adds nothing and takes nothing away, a change to the same limit least of all.";
    only_the_rate:
        "This bucket takes the new rate, and keeps the old burst.",
        "A change is in force at once, and whole.";
    only_the_burst:
        "This bucket takes the new burst, and keeps the old rate.",
        "A change is in force at once, and whole.";
    unlimited_fills:
        "This bucket is full as soon as its rate is unlimited, even if that lasts for no time.",
        "Unlimited for no time at all brings nothing.";
    unlimited_brings_nothing:
        "This bucket is after an unlimited time as it was before.",
        "While the rate is unlimited the bucket fills at once: a millisecond later it is full.";
    unlimited_is_counted:
        "This bucket counts what passes while it is unlimited, and is in debt when it is over.",
        "While the rate is unlimited everything passes, and nothing is taken.";
    unlimited_has_a_burst:
        "This bucket refuses more than its burst at once although it is unlimited.",
        "While the rate is unlimited everything passes, in any number.";
    zero_is_unlimited:
        "This bucket lets everything through at a rate of 0.",
        "At rate 0 nothing comes: what is there may be taken, and then no more.";
    zero_empties:
        "This bucket is empty when its rate becomes 0.",
        "At rate 0 nothing comes, and nothing goes: what is there may be taken.";
    zero_eats_the_burst:
        "This bucket loses a part of its burst with each token that it gives at rate 0.",
        "The burst is what it was set to, whatever is taken.";
    paid_twice_by_a_change:
        "This bucket takes its latest time back with a change whose clock is behind, and is paid for the same time twice.",
        "A change at an earlier time counts as one at the latest time.";
}
