//! Whose request was decided last, and which buckets refused it.
//!
//! In dense traffic it is all that was refused in the last second: single ones
//! would flicker.

use clock::Moment;

use super::super::channels::Channels;
use super::super::history::{Decision, Verdict};
use super::super::outcome::Outcome;
use super::super::reel::Span;
use super::super::verdict::Verdicts;
use super::{NAMES, SHOWN, column};

/// What is said of one decision, or of several.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// 1: admitted, 2: refused, for each tenant.
    asked: [u8; SHOWN],
    /// Whether each tenant's bucket refused, that of all, and the overflow.
    own: [bool; SHOWN],
    all: bool,
    over: bool,
}

/// Writes the channels of one window.
pub(super) fn write(verdicts: &Verdicts<'_>, span: Span, channels: &mut Channels) {
    let mut put = |name: String, at: Moment, value: String| {
        channels.step.entry(name).or_default().hold(at, value);
    };
    let moments = span.moments(verdicts.decisions(), &[0, 1_000_000_000]);
    for at in moments.into_iter().map(Moment::from_nanos) {
        let seen = Seen::of(verdicts.spoken_of(at));
        for i in 0..SHOWN {
            put(format!("asked-{i}"), at, seen.asked[i].to_string());
            put(format!("shut-{i}"), at, u8::from(seen.own[i]).to_string());
        }
        put("shut-all".to_owned(), at, u8::from(seen.all).to_string());
        put("shut-over".to_owned(), at, u8::from(seen.over).to_string());
        put("refused-by".to_owned(), at, seen.words());
    }
}

impl Seen {
    fn of(decisions: &[Decision]) -> Self {
        let mut seen = Self::default();
        for verdict in decisions.iter().flat_map(|decision| &decision.verdicts) {
            seen.note(verdict);
        }
        seen
    }

    fn note(&mut self, Verdict { request, outcome, why, .. }: &Verdict) {
        let tenant = column(request.cost).filter(|&column| column < SHOWN);
        let refused = *outcome == Outcome::Refused;
        if let Some(tenant) = tenant {
            self.asked[tenant] = self.asked[tenant].max(if refused { 2 } else { 1 });
        }
        if !refused {
            return;
        }
        let [own, all, over] = refused_by(why);
        if let Some(tenant) = tenant {
            self.own[tenant] |= own;
        }
        self.all |= all;
        self.over |= over;
    }

    fn words(self) -> String {
        let own = NAMES.into_iter().zip(self.own).filter(|&(_, shut)| shut);
        let mut all: Vec<String> = own.map(|(name, _)| format!("the bucket of {name}")).collect();
        all.extend(self.all.then(|| "the bucket of all".to_owned()));
        all.extend(self.over.then(|| "the overflow".to_owned()));
        if all.is_empty() { String::new() } else { format!("Refused by {}.", all.join(", ")) }
    }
}

/// Which buckets a reason names: its own, that of all, the overflow.
fn refused_by(why: &str) -> [bool; 3] {
    match why {
        "its own bucket has no token" => [true, false, false],
        "the bucket of all has no token" => [false, true, false],
        "neither its own bucket nor that of all has a token" => [true, true, false],
        "it has no place, and the overflow has no token" => [false, false, true],
        _ => [false; 3],
    }
}
