//! The steps of a window in words: what happened, and why.

use std::time::Duration;

use clock::Moment;
use simulation::{Narrate, Output, Reading, Request, Step, text};

use super::{LIMIT, NEVER, OVER_LIMIT, SLOTS, WINDOW, length};

/// Puts the steps into words; each rule says in its own what it counts.
#[derive(Clone, Copy)]
pub(super) enum Narrator {
    Fixed,
    Log,
    Counter,
    Two,
    First,
}

impl Narrate for Narrator {
    fn start(&self, first: &Reading) -> String {
        format!(
            "Nothing has happened yet. {} may pass in each {}. Send a request, or press play.",
            gauge(first, "limit"),
            length(gauge(first, "window-all")),
        )
    }

    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let arrived = step.arrivals();
        let aside = step.presses(&[LIMIT, WINDOW, SLOTS], None).join("; ");
        let verdict = match arrived.as_slice() {
            [] if aside.is_empty() => return None,
            [] => return Some(format!("{aside}. {}", capital(&self.counts(&step.after)))),
            [one] => self.one(step, one),
            many => self.together(step, many),
        };
        let verdict = format!("{verdict}{}", broken_promise(&step.after));
        Some(if aside.is_empty() { verdict } else { format!("{aside}; {verdict}") })
    }
}

impl Narrator {
    fn one(self, step: &Step<'_>, request: &Request) -> String {
        let Request { id, cost, .. } = *request;
        let who =
            if cost == 1 { format!("request {id}") } else { format!("request {id}, for {cost},") };
        match step.verdict(id) {
            Some(Output::Admit(_)) => format!("{who} admitted: {}", self.counts(&step.after)),
            Some(Output::Refuse { why, .. }) if why == OVER_LIMIT => format!(
                "{who} refused: {why}, which is {}. No wait will mend that.",
                gauge(&step.after, "limit")
            ),
            Some(Output::Refuse { retry_at, .. }) => {
                let counts = self.counts(&step.after);
                format!("{who} refused: {counts} {}", self.fits(step.at, *retry_at))
            }
            _ => format!("{who} arrived."),
        }
    }

    fn together(self, step: &Step<'_>, arrived: &[&Request]) -> String {
        let of = |yes: fn(&Output) -> bool| step.outputs().filter(|output| yes(output)).count();
        let counted = [
            (of(|output| matches!(output, Output::Admit(_))), "admitted"),
            (of(|output| matches!(output, Output::Refuse { .. })), "refused"),
        ];
        let counted = counted.into_iter().filter(|&(number, _)| number > 0);
        let verdicts: Vec<_> = counted.map(|(number, word)| format!("{number} {word}")).collect();
        let next = match gauge(&step.after, "next") {
            0 => String::new(),
            NEVER => " None will follow.".to_owned(),
            nanos => {
                let at = step.at + Duration::from_nanos(nanos.unsigned_abs());
                format!(" {}", self.fits(step.at, Some(at)))
            }
        };
        format!(
            "{} requests at once: {}. {}{next}",
            arrived.len(),
            verdicts.join(", "),
            capital(&self.counts(&step.after)),
        )
    }

    /// What is held against the limit.
    fn counts(self, after: &Reading) -> String {
        let (counted, limit) = (gauge(after, "counted"), gauge(after, "limit"));
        match self {
            Self::Fixed => format!("{counted} of {limit} in this window."),
            Self::First => format!("{counted} of {limit} counted in its window."),
            Self::Log => {
                format!("{counted} of {limit} in the last {}.", length(gauge(after, "window-all")))
            }
            Self::Counter => format!("{counted} of {limit} in the slots that count."),
            Self::Two => format!(
                "{} of {limit}, estimated from {} in the window before and {} in this one.",
                text::tokens(counted),
                gauge(after, "previous"),
                gauge(after, "current"),
            ),
        }
    }

    /// When there is room, and what makes it.
    fn fits(self, now: Moment, at: Option<Moment>) -> String {
        let Some(at) = at else { return "There will be no room.".to_owned() };
        let wait = text::wait(at.since(now));
        match self {
            Self::Fixed => format!("The next window begins in {wait}."),
            Self::First => format!("Its window is over in {wait}."),
            Self::Log => format!("The oldest that must go is too old to count in {wait}."),
            Self::Counter => format!("The slot that must go is dropped in {wait}."),
            Self::Two => format!("Enough of the earlier ones has faded in {wait}."),
        }
    }
}

/// What the rule does not see: what really passed in the last window.
fn broken_promise(after: &Reading) -> String {
    let (last, limit) = (gauge(after, "last-window"), gauge(after, "limit"));
    if last <= limit {
        return String::new();
    }
    let window = length(gauge(after, "window-all"));
    format!(" That makes {last} in the last {window}, and {limit} is the limit.")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn gauge(reading: &Reading, name: &str) -> i64 {
    reading.get(name).unwrap_or(0)
}
