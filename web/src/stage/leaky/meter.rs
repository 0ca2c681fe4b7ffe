//! The meter's panels: right the bucket that fills, left what was poured in over
//! what has drained.

use askama::Template;
use clock::Moment;
use simulation::{Scenario, Trace};

use super::super::bound::clamped;
use super::super::bucket;
use super::super::channels::{Channels, Points};
use super::super::geometry::{n, point, tenths, whole};
use super::super::history::{Decision, Verdict};
use super::super::outcome::Outcome;
use super::super::own::{has_all, most, note, places, write_held};
use super::super::reel::Span;
use super::super::verdict::Verdicts;
use super::poured::Poured;

/// Without these a subject is no meter.
const NEEDED: [&str; 5] = ["water", "next", "accepted", "drain", "capacity"];
/// What was let in falls for so long.
const FALL_NS: u64 = 250_000_000;
/// Nothing was refused.
const NONE: i64 = -1;

/// The middle of the panel.
const MIDDLE: f64 = 212.0;
const BOTTOM: f64 = 276.0;
const HALF: f64 = 32.0;
/// The height that the requests may take, and that of one of them at most.
const HEIGHT: f64 = 224.0;
const PITCH: f64 = 40.0;
/// The words of the tick stand between these heights.
const WORDS: (f64, f64) = (170.0, 246.0);

/// What of both panels never changes.
#[derive(Clone, Debug)]
pub(in super::super) struct Meter {
    poured: Poured,
}

/// Both panels.
#[derive(Debug, Template)]
#[template(path = "stage-meter.html")]
pub(in super::super) struct Panels {
    poured: Poured,
    waits: [String; 3],
    found: String,
}

/// The bucket, which changes with the knob.
#[derive(Debug, Template)]
#[template(path = "stage-water.html")]
struct Bucket {
    walls: String,
    brim: String,
    water: (String, String),
    over: (String, String),
    notches: Vec<String>,
    refused: (String, String),
    falling: String,
    tick: (String, String, String),
}

impl Meter {
    /// Whether these are a meter's gauges.
    pub(in super::super) fn has(trace: &Trace) -> bool {
        has_all(trace, &NEEDED)
    }

    /// With room for what is turned later.
    pub(in super::super) fn of(trace: &Trace, scenario: &Scenario) -> Self {
        let most = |gauge, knob| most(trace, scenario, gauge, knob);
        Self { poured: Poured::of(most("drain", "rate"), most("capacity", "capacity")) }
    }

    pub(in super::super) fn panels(&self) -> Panels {
        Panels { poured: self.poured, waits: bucket::waits(), found: format!("found {}", NONE + 1) }
    }

    /// One second of the left panel.
    pub(in super::super) fn past(&self, trace: &Trace, span: Span) -> String {
        self.poured.chunk(trace, span)
    }

    /// What was poured in, in an old run.
    pub(in super::super) fn ghost(&self, old: &Trace, span: Span) -> String {
        self.poured.ghost(old, span)
    }

    /// Writes the meter's channels of one window.
    pub(in super::super) fn write(
        trace: &Trace,
        decisions: &[Decision],
        span: Span,
        channels: &mut Channels,
    ) {
        let verdicts = Verdicts::in_words(decisions, small);
        bucket::said(&verdicts, span, channels);
        found(trace, &verdicts, span, channels);
        let fade = bucket::fade(decisions, &verdicts, span);
        channels.lin.insert("fade".to_owned(), fade);
        channels.lin.insert("fall".to_owned(), fall(decisions, span));
        moving(trace, span, channels);
        says(trace, span, channels);
    }
}

/// Nobody takes a token here.
fn small(verdict: &Verdict) -> Option<String> {
    (verdict.outcome == Outcome::Admitted).then(|| format!("poured in {}", verdict.request.cost))
}

/// What moves in lines besides the water.
fn moving(trace: &Trace, span: Span, channels: &mut Channels) {
    let gauges = places(trace, NEEDED);
    let mut all: [Points<i64>; 3] = Default::default();
    for keyframe in span.keyframes(trace) {
        let [water, next, accepted, _, capacity] =
            gauges.map(|place| keyframe.values.get(place).copied().unwrap_or(0));
        let room = capacity.saturating_mul(1_000_000) - water;
        // As long as one fits, nobody waits.
        let wait = if room >= 1_000_000 { 0 } else { next };
        let values = [accepted * 1_000_000 - water, room.max(0), wait];
        all.iter_mut().zip(values).for_each(|(points, value)| points.push(keyframe.at, value));
    }
    for (name, points) in ["drained", "room", "wait"].into_iter().zip(all) {
        channels.lin.insert(name.to_owned(), points);
    }
}

/// The bucket, and the words that change with the knob.
fn says(trace: &Trace, span: Span, channels: &mut Channels) {
    let [_, _, _, _, capacity] = places(trace, NEEDED);
    let mut capacities = Vec::new();
    for keyframe in trace.keyframes.iter().take_while(|keyframe| keyframe.at <= span.until) {
        let capacity = keyframe.values.get(capacity).copied().unwrap_or(0);
        note(&mut capacities, keyframe.at, capacity);
    }
    let part = |capacity: i64| Bucket::of(capacity).render().unwrap_or_default();
    write_held(&capacities, span, "bucket", part, channels);
    let of = |capacity: i64| format!("of {capacity}");
    write_held(&capacities, span, "of", of, channels);
}

/// What the last refused request found, and what it asked for.
fn found(trace: &Trace, verdicts: &Verdicts<'_>, span: Span, channels: &mut Channels) {
    let mut all: [Points<String>; 4] = Default::default();
    let moments = span.moments(verdicts.decisions(), &[0, 1_000_000_000]);
    for at in moments.into_iter().map(Moment::from_nanos) {
        let refusal = verdicts.refusal(at).and_then(|decision| Refusal::of(trace, decision));
        let Refusal { found, asked, piece } = refusal.unwrap_or(Refusal::NONE);
        let values = [found, asked, piece, found + piece];
        all.iter_mut().zip(values).for_each(|(points, value)| points.hold(at, value.to_string()));
    }
    for (name, points) in ["found", "asked", "piece", "piece-top"].into_iter().zip(all) {
        channels.step.insert(name.to_owned(), points);
    }
}

/// What was refused.
#[derive(Clone, Copy, Debug)]
struct Refusal {
    /// The water that it found, in millionths of a request.
    found: i64,
    /// What it would have poured in, in requests.
    asked: i64,
    /// As much of that as there is room for in the picture, in millionths.
    piece: i64,
}

impl Refusal {
    const NONE: Self = Self { found: NONE, asked: 0, piece: 0 };

    fn of(trace: &Trace, decision: &Decision) -> Option<Self> {
        let refused = |verdict: &Verdict| verdict.outcome == Outcome::Refused;
        let last = decision.verdicts.iter().rposition(refused)?;
        let cost = |verdict: &Verdict| i64::from(verdict.request.cost);
        let step = trace.step(decision.at)?;
        // A refusal pours nothing in; but somebody smaller may have come after it.
        let poured: i64 = decision.verdicts[last + 1..].iter().map(cost).sum();
        let found = step.after.get("water")? - poured * 1_000_000;
        let room = (step.after.get("capacity")? + 1) * 1_000_000 - found;
        let asked = cost(&decision.verdicts[last]);
        Some(Self { found, asked, piece: room.min(asked.saturating_mul(1_000_000)).max(0) })
    }
}

/// How far the last one has fallen that was let in, in thousandths; less than none
/// when it is in the bucket.
fn fall(decisions: &[Decision], span: Span) -> Points<i64> {
    let moments = span.bends(decisions, &[0, FALL_NS]);
    span.segments(&moments, |from, at| {
        let past = decisions.partition_point(|decision| decision.at <= from);
        let falls = |decision: &&Decision| from.since(decision.at).as_nanos() < u128::from(FALL_NS);
        let took = |decision: &&Decision| decision.count(Outcome::Admitted) > 0;
        let last = decisions[..past].iter().rev().take_while(falls).find(took);
        last.map_or(-1, |last| {
            let age_ns = i64::try_from(at.since(last.at).as_nanos()).unwrap_or(0);
            1000 * age_ns / 250_000_000
        })
    })
}

impl Bucket {
    fn of(capacity: i64) -> Self {
        // One more: what is refused stands over the brim.
        let pitch = tenths((HEIGHT / whole(capacity + 1)).min(PITCH));
        let full = whole(capacity);
        let height = |requests: f64| BOTTOM - pitch * requests;
        let (brim, left, right) = (height(full), MIDDLE - HALF, MIDDLE + HALF);
        let level = |channel: &str, a: f64, (lo, hi), m: f64, c: f64| {
            clamped(channel, 1e-6, a, (lo, hi), m * pitch, c)
        };
        // What is refused begins where the water ends.
        let refused = |channel, m, c| level(channel, 0.0, (0.0, full + 1.0), m, c);
        Self {
            walls: format!(
                "M{left} {}V{BOTTOM}H{}M{}H{right}V{}",
                n(brim),
                MIDDLE - 10.0,
                point(MIDDLE + 10.0, BOTTOM),
                n(brim)
            ),
            // Left of it are the words of what was decided.
            brim: format!("M{}H{}", point(left, brim), right + 10.0),
            water: (
                level("water", 0.0, (0.0, full), -1.0, BOTTOM),
                level("water", 0.0, (0.0, full), 1.0, 0.0),
            ),
            over: (
                level("water", -full, (0.0, 1.0), -1.0, brim),
                level("water", -full, (0.0, 1.0), 1.0, 0.0),
            ),
            notches: (1..capacity).map(|i| n(height(whole(i)))).collect(),
            refused: (refused("piece-top", -1.0, BOTTOM), refused("piece", 1.0, 0.0)),
            falling: clamped("fall", 1e-3, 0.0, (0.0, 1.0), brim - 8.0, 8.0),
            tick: tick(height(full - 1.0), right, capacity - 1),
        }
    }
}

/// The height up to which one more fits, with its words.
fn tick(height: f64, edge: f64, level: i64) -> (String, String, String) {
    let y = height.clamp(WORDS.0, WORDS.1);
    let leader = format!("M{}h6L{}h2", point(edge, height), point(edge + 16.0, y));
    (leader, n(y + 5.5), format!("1 fits up to {level}"))
}
