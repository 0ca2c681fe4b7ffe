//! The right panel of the bucket: the mechanism now.
//!
//! Its skeleton is the same for the whole run. The vessel changes only where a
//! knob is turned, and what was decided last at each decision: both are pieces
//! of markup in a channel. All else follows the level.

use askama::Template;
use clock::Moment;
use simulation::{Reading, Trace, text};
use token_bucket::stage::NEVER;

use super::bound::{clamped, px};
use super::channels::{Channels, Points};
use super::geometry::n;
use super::history::{Decision, Verdict};
use super::outcome::Outcome;
use super::reel::Span;
use super::stack::{BOTTOM, MIDDLE, Vessel, over};
use super::ticks::{Tick, ticks};
use super::tokens::Tokens;
use super::verdict::{Row, Shown, Verdicts, strength};

/// A token that was taken falls for so long.
const FALL_NS: u64 = 300_000_000;
const MS: u64 = 1_000_000;

/// The vessel and what its heights mean.
#[derive(Debug, Template)]
#[template(path = "stage-vessel.html")]
struct Drawn {
    /// Nothing where nothing flows.
    arrow: String,
    tokens: Tokens,
    ticks: Vec<Tick>,
    found: Found,
}

/// What was decided last.
#[derive(Debug, Template)]
#[template(path = "stage-verdict.html")]
struct Decided {
    rows: Vec<Row>,
}

/// What the last refused request found in the bucket: its bindings.
#[derive(Debug)]
struct Found {
    shown: String,
    line: String,
    words_y: String,
}

/// Nothing was refused.
const NONE: i64 = 1_000_000_000_000_000;

/// What the vessel's drawing depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Measures {
    rate: i64,
    burst: i64,
    credit: i64,
    /// The most tokens above the rim since there were none.
    over: i64,
}

/// The level's attribute for the panel's label.
pub(super) fn label() -> &'static str {
    "The bucket holds {level|tokens} tokens {of}. The next request fits {next|when}."
}

/// Writes the bucket's channels of one window.
pub(super) fn write(trace: &Trace, decisions: &[Decision], span: Span, channels: &mut Channels) {
    let verdicts = Verdicts::of(decisions);
    let measured = measures(trace, span.until);
    vessels(&measured, span, channels);
    lines(trace, span, channels);
    said(&verdicts, span, channels);
    founds(trace, &verdicts, span, channels);
    let promises = super::scale::index(trace, "promise").is_some();
    says(&measured, promises, span, channels);
    channels.lin.insert("fade".to_owned(), fade(decisions, &verdicts, span));
    channels.lin.insert("fall".to_owned(), fall(decisions, span));
}

/// The measures of the vessel, each with the moment from which it holds.
fn measures(trace: &Trace, until: Moment) -> Vec<(Moment, Measures)> {
    let place = |name| super::scale::index(trace, name).unwrap_or(0);
    let [rate, burst, credit, level] = ["rate", "burst", "credit", "level"].map(place);
    let mut all: Vec<(Moment, Measures)> = Vec::new();
    let mut last: Option<(Moment, i64)> = None;
    let mut highest = 0;
    let mut note = |at: Moment, here: Measures| match all.last_mut() {
        Some((_, before)) if *before == here => {}
        Some((when, before)) if *when == at => *before = here,
        _ => all.push((at, here)),
    };
    for keyframe in &trace.keyframes {
        let of = |index: usize| keyframe.values.get(index).copied().unwrap_or(0);
        let here = |over| {
            let over = roomy(over);
            Measures { rate: of(rate), burst: of(burst), credit: of(credit), over }
        };
        if let Some(from) = last {
            for (at, over) in crossings(from, (keyframe.at, of(level)), of(burst), highest) {
                note(at, here(over));
            }
        }
        let here_over = over(of(burst), of(level));
        // The heap keeps its place until it is gone.
        highest = if here_over == 0 { 0 } else { highest.max(here_over) };
        note(keyframe.at, here(highest));
        last = Some((keyframe.at, of(level)));
        // The line to the first one after the window may cross something inside.
        if keyframe.at > until {
            break;
        }
    }
    all
}

/// Room for so many tokens above the rim: not a new vessel for each of many.
fn roomy(over: i64) -> i64 {
    if over <= 4 { over } else { (over + 7) / 8 * 8 }
}

/// Where the level rises over one more token than ever before.
fn crossings(
    (t0, a): (Moment, i64),
    (t1, b): (Moment, i64),
    burst: i64,
    highest: i64,
) -> Vec<(Moment, i64)> {
    let until = over(burst, b);
    let (span, climb) = (t1.as_nanos() - t0.as_nanos(), i128::from(b) - i128::from(a));
    if climb <= 0 || span == 0 {
        return Vec::new();
    }
    let at = |over: i64| {
        // The first micro-token of the token before this one is full.
        let height = i128::from((burst + over - 1) * 1_000_000 + 1 - a).max(0);
        let after = (height * i128::from(span) + climb - 1) / climb;
        (Moment::from_nanos(t0.as_nanos() + u64::try_from(after).unwrap_or(0)), over)
    };
    (highest + 1..=until).map(at).collect()
}

fn vessels(measured: &[(Moment, Measures)], span: Span, channels: &mut Channels) {
    let mut parts = Points::default();
    let mut taps = Points::default();
    for &(at, measures) in span.held(measured, |&(at, _)| at) {
        let Measures { rate, over, .. } = measures;
        let vessel = vessel(measures);
        let drawn = Drawn {
            arrow: if rate > 0 { arrow(vessel.top(over)) } else { String::new() },
            tokens: Tokens::of(&vessel, over),
            ticks: ticks(&vessel, over),
            found: found(&vessel),
        };
        parts.hold(at, drawn.render().unwrap_or_default());
        let tokens = text::counted(usize::try_from(rate).unwrap_or(0), "token", "tokens");
        taps.hold(at, format!("{tokens} per s"));
    }
    channels.step.insert("vessel".to_owned(), parts);
    channels.step.insert("tap".to_owned(), taps);
}

fn vessel(measures: Measures) -> Vessel {
    Vessel::of(measures.burst, measures.credit, measures.over)
}

/// From the tap to the rim, or to what lies above it.
fn arrow(top: f64) -> String {
    format!("M212 27V{}m-6-7l6 7 6-7", n((top - 10.0).max(42.0)))
}

/// What moves in lines besides the gauges themselves.
fn lines(trace: &Trace, span: Span, channels: &mut Channels) {
    let place = |name| super::scale::index(trace, name).unwrap_or(0);
    let [accepted, level, credit, next] = ["accepted", "level", "credit", "next"].map(place);
    let promise = super::scale::index(trace, "promise");
    let (mut ceiling, mut room, mut wait) = Default::default();
    for keyframe in span.keyframes(trace) {
        let of = |index: usize| keyframe.values.get(index).copied().unwrap_or(0);
        let allowed = of(level).saturating_add(of(credit).saturating_mul(1_000_000));
        let under = promise.map_or(allowed, of);
        Points::push(&mut ceiling, keyframe.at, under + of(accepted) * 1_000_000);
        Points::push(&mut room, keyframe.at, allowed);
        // As long as one fits, nobody waits.
        let fits = allowed >= 1_000_000;
        Points::push(&mut wait, keyframe.at, if fits { 0 } else { of(next) });
    }
    channels.lin.insert("ceiling".to_owned(), ceiling);
    channels.lin.insert("room".to_owned(), room);
    channels.lin.insert("wait".to_owned(), wait);
}

/// What is said of the last decision. Its shape changes seldom; its words are
/// channels of their own, so that dense traffic is not told in markup.
pub(super) fn said(verdicts: &Verdicts<'_>, span: Span, channels: &mut Channels) {
    let mut shape = Points::default();
    let mut texts: [Points<String>; 7] = Default::default();
    for at in
        span.moments(verdicts.decisions(), &[0, 1000 * MS]).into_iter().map(Moment::from_nanos)
    {
        let Shown { title, rows } = verdicts.shown(at).unwrap_or_default();
        let mut words = vec![title];
        words.extend(rows.iter().flat_map(|row| [row.strong.clone(), row.small.clone()]));
        words.resize(texts.len(), String::new());
        texts.iter_mut().zip(words).for_each(|(text, words)| text.hold(at, words));
        shape.hold(at, Decided { rows }.render().unwrap_or_default());
    }
    channels.step.insert("verdict".to_owned(), shape);
    for (i, text) in texts.into_iter().enumerate() {
        channels.step.insert(format!("verdict-{i}"), text);
    }
}

/// What the last refused request found, or nothing.
fn founds(trace: &Trace, verdicts: &Verdicts<'_>, span: Span, channels: &mut Channels) {
    let mut founds = Points::default();
    for at in
        span.moments(verdicts.decisions(), &[0, 1000 * MS]).into_iter().map(Moment::from_nanos)
    {
        let level = verdicts.refusal(at).and_then(|refusal| found_level(trace, refusal));
        founds.hold(at, level.unwrap_or(NONE).to_string());
    }
    channels.step.insert("found".to_owned(), founds);
}

/// What the knobs make of the words around.
fn says(measured: &[(Moment, Measures)], promises: bool, span: Span, channels: &mut Channels) {
    let either = |lends: bool, yes: &str, no: &str| if lends { yes } else { no }.to_owned();
    let mut says: [Points<String>; 4] = Default::default();
    for &(at, Measures { burst, credit, .. }) in span.held(measured, |&(at, _)| at) {
        let tokens = text::counted(usize::try_from(burst).unwrap_or(0), "token", "tokens");
        let lends = credit > 0;
        let holds = "the gap is what the bucket holds";
        let under = if promises { "what stands over the line is too much" } else { holds };
        let gap = ["the gap is what it holds and may lend", under];
        says[0].hold(at, format!("of {tokens}"));
        says[1].hold(at, either(lends, "next fits in", "1 token in"));
        says[2].hold(at, either(lends, gap[0], gap[1]));
        says[3].hold(at, either(lends, "accepted", "admitted"));
    }
    for (name, points) in ["of", "next-says", "gap-says", "through"].into_iter().zip(says) {
        channels.step.insert(name.to_owned(), points);
    }
}

/// What the last refused request found: a line that ends under the tick, so
/// that the missing piece is seen.
fn found(vessel: &Vessel) -> Found {
    let zero = vessel.height_of(0.0);
    // In tokens, between the bottom of the vessel and the tap; the words stay lower.
    let tokens = |y: f64| (zero - y) / vessel.pitch;
    let (lowest, highest) = (tokens(BOTTOM), tokens(40.0));
    let at = |hi: f64, c: f64| clamped("found", 1e-6, 0.0, (lowest, hi), -vessel.pitch, c);
    Found {
        shown: format!("found -{NONE} {NONE}"),
        line: format!("M16 {}H{}", at(highest, zero), n(MIDDLE - vessel.half_width())),
        words_y: at(tokens(235.0).max(lowest), zero - 7.0),
    }
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

/// How strong the last decision's words are, in percent.
pub(super) fn fade(decisions: &[Decision], verdicts: &Verdicts<'_>, span: Span) -> Points<i64> {
    let moments = span.bends(decisions, &[0, 400 * MS, 700 * MS, 1000 * MS]);
    span.segments(&moments, |from, at| match verdicts.last(from) {
        Some(last) if !verdicts.is_dense(from) => strength(at, last),
        _ => 100,
    })
}

/// How low the token is that was taken last, in tenths; out of sight when it has fallen.
pub(super) fn fall(decisions: &[Decision], span: Span) -> Points<i64> {
    let moments = span.bends(decisions, &[0, FALL_NS]);
    let took = |decision: &&Decision| decision.count(Outcome::Admitted) > 0;
    span.segments(&moments, |from, at| {
        let past = decisions.partition_point(|decision| decision.at <= from);
        let falls = |decision: &&Decision| from.since(decision.at).as_nanos() < u128::from(FALL_NS);
        let last = decisions[..past].iter().rev().take_while(falls).find(took);
        last.map_or(10_000, |last| {
            let age_ns = i64::try_from(at.since(last.at).as_nanos()).unwrap_or(0);
            3080 + 180 * age_ns / 300_000_000
        })
    })
}

/// Where the falling token is.
pub(super) fn falling() -> String {
    px("fall", 0.1, 0.0)
}

/// The bindings of the wait: a request fits now, later, or never.
pub(super) fn waits() -> [String; 3] {
    ["wait 0 1".to_owned(), format!("wait 1 {NEVER}"), format!("wait {NEVER}")]
}

/// The measures of a bucket at one moment are those of its gauges.
pub(super) fn is_bucket(reading: &Reading) -> bool {
    let needed = ["level", "next", "accepted", "rate", "burst", "credit"];
    needed.iter().all(|name| reading.get(name).is_some())
}
