// Windows behind one trait. The first two keep every rule of README.md; each of the
// others breaks one, and most of those were in somebody's library.

mod always_a_second;
mod at_least_two;
mod begins_with_a_request;
mod counts_before_it_clears;
mod counts_refusals;
mod fades;
mod fixed;
mod forgets_one_at_a_refusal;
mod never_refuses;
mod never_slides;
mod old_times_count_from_then;
mod old_times_forget;
mod one_tick_early;
mod one_tick_late;
mod one_too_few;
mod one_too_many;
mod right;
mod right_too;
mod two_slots;
mod zero_is_nobody;

/// What a window is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// How many pass in any stretch as long as the window: 1 to 1000.
    pub limit: usize,
    /// How long the window is: 1 ms to a day.
    pub window_ms: u64,
}

/// What a test may do with a window.
pub trait Window {
    /// Lets one through at `now_ms` and says true, or refuses and says false.
    fn try_take(&mut self, now_ms: u64) -> bool;
}

/// Makes a window of one version.
pub type Make = fn(Rule) -> Box<dyn Window>;

/// The rule is kept; the moments of the last window are in a log.
pub fn right(rule: Rule) -> Box<dyn Window> {
    Box::new(right::Window::new(rule))
}

/// The rule is kept; the last moments are in a ring.
pub fn right_too(rule: Rule) -> Box<dyn Window> {
    Box::new(right_too::Window::new(rule))
}

macro_rules! broken {
    ($($name:ident: $what:literal, $rule:literal;)+) => {
        $(
            #[doc = $what]
            pub const fn $name() -> Broken {
                Broken {
                    make: |rule| Box::new($name::Window::new(rule)),
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
    never_refuses:
        "This window lets everybody through, always.",
        "One passes if fewer than `limit` count.";
    one_too_many:
        "This window lets one more through than `limit`.",
        "One passes if fewer than `limit` count.";
    one_too_few:
        "This window lets one less through than `limit`.",
        "One passes if fewer than `limit` count.";
    one_tick_late:
        "In this window what passed at s still counts when it is exactly a window old.",
        "What passed at s counts while now − s < window: it counts at window − 1 ms, and not at window.";
    one_tick_early:
        "In this window what passed at s is forgotten a millisecond before it is a window old.",
        "What passed at s counts while now − s < window: it counts at window − 1 ms, and not at window.";
    fixed:
        "This window counts anew at each multiple of its length: it is a fixed one.",
        "In any stretch as long as the window, no more than `limit` pass; there is no special place in time.";
    begins_with_a_request:
        "This window begins when one passes, and a window later all that passed in it is forgotten together.",
        "Each that passed counts for a window of its own, and not as long as the first of them.";
    two_slots:
        "This window has two halves, and forgets each of them as a whole.",
        "What passed at s counts while now − s < window: it counts at window − 1 ms, and not at window.";
    fades:
        "In this window what passed in the window of the clock before fades evenly.",
        "What passed at s counts while now − s < window: it counts at window − 1 ms, and not at window.";
    counts_refusals:
        "This window counts also those that it refused.",
        "Who is refused is not counted.";
    counts_before_it_clears:
        "This window counts first and forgets what is old afterwards: the first call after a pause is refused.",
        "What passed at s counts while now − s < window: it counts at window − 1 ms, and not at window.";
    never_slides:
        "This window forgets only if somebody calls when something is exactly a window old.",
        "What passed at s counts while now − s < window: it counts at window − 1 ms, and not at window.";
    zero_is_nobody:
        "This window does not remember what passed at moment 0.",
        "Moment 0 is a moment like any other.";
    old_times_forget:
        "This window forgets everything when the clock goes back.",
        "A call with an earlier now than one that passed is taken for a call at that moment.";
    old_times_count_from_then:
        "In this window what passes with an old time counts only from that time on.",
        "A call with an earlier now than one that passed is taken for a call at that moment.";
    always_a_second:
        "This window is a second long, whatever the rule says.",
        "What passed at s counts while now − s < window: it counts at window − 1 ms, and not at window.";
    at_least_two:
        "This window lets two through where the limit is 1.",
        "One passes if fewer than `limit` count.";
    forgets_one_at_a_refusal:
        "This window forgets its oldest each time that it refuses somebody.",
        "Who is refused is not counted.";
}
