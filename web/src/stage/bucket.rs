//! The right panel of the bucket: the mechanism now.

use clock::Moment;
use simulation::{Reading, Trace, text};
use token_bucket::stage::NEVER;

use super::capital;
use super::geometry::{micro, n, whole};
use super::history::{Decision, Verdict};
use super::outcome::Outcome;
use super::stack::{BOTTOM, MIDDLE, Vessel};
use super::ticks::{Tick, ticks};
use super::tokens::Tokens;
use super::verdict::{self, Shown};

/// A token that was taken falls for so long, in milliseconds.
const FALL_MS: u64 = 300;

/// What the template draws.
#[derive(Debug)]
pub(super) struct Bucket {
    pub(super) tap: String,
    /// Nothing where nothing flows.
    pub(super) arrow: String,
    pub(super) tokens: Tokens,
    pub(super) ticks: Vec<Tick>,
    pub(super) found: Option<Found>,
    pub(super) verdict: Option<Shown>,
    pub(super) level: Level,
    pub(super) falling: Option<String>,
}

/// The level in numbers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) number: String,
    /// A long number is smaller.
    pub(super) long: bool,
    pub(super) of: String,
    /// When the next request fits, in two lines.
    pub(super) next: (String, String),
}

/// What the last refused request found in the bucket.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) y: String,
    pub(super) text_y: String,
    pub(super) until_x: String,
    pub(super) value: String,
    pub(super) opacity: String,
}

impl Bucket {
    pub(super) fn at(
        now: Moment,
        trace: &Trace,
        reading: &Reading,
        decisions: &[Decision],
    ) -> Self {
        let gauge = |name| reading.get(name).unwrap_or(0);
        let level = gauge("level");
        let vessel = Vessel::of(gauge("burst"), gauge("credit"), level);
        let verdict = verdict::shown(now, decisions);
        let opacity = verdict.as_ref().map_or("1", |shown| shown.opacity.as_str());
        Self {
            tap: tap(gauge("rate")),
            arrow: if gauge("rate") > 0 { arrow(vessel.top(level)) } else { String::new() },
            tokens: Tokens::of(&vessel, level),
            ticks: ticks(&vessel, level),
            found: found(now, trace, decisions, &vessel, opacity),
            verdict,
            level: Level::of(reading),
            falling: falling(now, decisions),
        }
    }

    /// The panel in words.
    pub(super) fn label(&self) -> String {
        let Level { number, of, next, .. } = &self.level;
        format!("The bucket holds {number} {of}. {} {}.", capital(&next.0), next.1)
    }
}

impl Level {
    fn of(reading: &Reading) -> Self {
        let gauge = |name| reading.get(name).unwrap_or(0);
        let number = text::tokens(gauge("level"));
        Self {
            long: number.chars().count() > 4,
            number,
            of: of(gauge("level"), gauge("burst")),
            next: next(reading),
        }
    }
}

fn tap(rate: i64) -> String {
    format!("{} per s", text::counted(usize::try_from(rate).unwrap_or(0), "token", "tokens"))
}

fn of(level: i64, burst: i64) -> String {
    if level < 0 {
        return "tokens: a debt".to_owned();
    }
    format!("of {}", text::counted(usize::try_from(burst).unwrap_or(0), "token", "tokens"))
}

/// From the tap to the rim, or to what lies above it.
fn arrow(top: f64) -> String {
    format!("M212 27V{}m-6-7l6 7 6-7", n((top - 10.0).max(42.0)))
}

/// When the next request fits, as the mechanism says, or how many fit now.
fn next(reading: &Reading) -> (String, String) {
    let gauge = |name| reading.get(name).unwrap_or(0);
    let room = gauge("level").div_euclid(1_000_000) + gauge("credit");
    match gauge("next") {
        NEVER => ("no token".to_owned(), "will come".to_owned()),
        wait if wait <= 0 || room > 0 => ("room for".to_owned(), format!("{room} now")),
        wait => {
            let wait = std::time::Duration::from_nanos(u64::try_from(wait).unwrap_or(0));
            let what = if gauge("credit") > 0 { "next fits in" } else { "1 token in" };
            (what.to_owned(), text::wait(wait))
        }
    }
}

/// What the last refused request found: a line that ends under the tick, so
/// that the missing piece is seen.
fn found(
    now: Moment,
    trace: &Trace,
    decisions: &[Decision],
    vessel: &Vessel,
    opacity: &str,
) -> Option<Found> {
    let level = found_level(trace, verdict::refusal(now, decisions)?)?;
    let y = vessel.height_of(micro(level)).clamp(40.0, BOTTOM);
    Some(Found {
        y: n(y),
        text_y: n((y - 7.0).max(228.0)),
        until_x: n(MIDDLE - vessel.half_width()),
        value: text::tokens(level),
        opacity: opacity.to_owned(),
    })
}

/// The level at the last refusal of a decision: what is left, and what those
/// took who were let through after it. What was there before the step is not
/// it: something may have been put back, or set, at the same instant.
fn found_level(trace: &Trace, decision: &Decision) -> Option<i64> {
    let left = trace.step(decision.at)?.after.get("level")?;
    let refused = |verdict: &Verdict| verdict.outcome == Outcome::Refused;
    let last = decision.verdicts.iter().rposition(refused)?;
    let taken = decision.verdicts[last..].iter().filter(|verdict| !refused(verdict));
    Some(taken.fold(left, |level, verdict| level + i64::from(verdict.request.cost) * 1_000_000))
}

fn falling(now: Moment, decisions: &[Decision]) -> Option<String> {
    let took = |decision: &&Decision| decision.count(Outcome::Admitted) > 0;
    let last = decisions.iter().rev().take(3).find(took)?;
    let age_ms = now.as_millis() - last.at.as_millis();
    let age = i64::try_from(age_ms).unwrap_or(i64::MAX);
    (age_ms < FALL_MS).then(|| n(308.0 + 18.0 * whole(age) / 300.0))
}
