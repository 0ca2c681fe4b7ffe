//! The queue's panels: right the line in its funnel, left the lanes.
//!
//! In the funnel a height is a time: who waits stands as many periods over the
//! spout as it still has to wait, so the line sinks evenly, and the longest wait
//! is a height that nobody is over.

use askama::Template;
use clock::Moment;
use simulation::{Keyframe, Output, Scenario, Trace, What, text};
use std::time::Duration;

use super::super::bound::{clamped, px};
use super::super::bucket;
use super::super::channels::{Channels, Points};
use super::super::history::{Decision, Verdict};
use super::super::outcome::Outcome;
use super::super::own::{has_all, most, note, places, write_held};
use super::super::reel::Span;
use super::super::verdict::Verdicts;
use super::funnel::{Funnel, Measures};
use super::lanes::Lanes;
use super::line;

/// Without these a subject is no queue.
const NEEDED: [&str; 6] = ["in-line", "spout", "left", "drain", "places", "longest-wait"];
/// A departure falls for so long.
const FALL_NS: u64 = 300_000_000;
/// One of something.
const ONE: i64 = 1_000_000;

/// What of both panels never changes.
#[derive(Clone, Debug)]
pub(in super::super) struct Queue {
    lanes: Lanes,
}

/// Both panels.
#[derive(Debug, Template)]
#[template(path = "stage-queue.html")]
pub(in super::super) struct Panels {
    follow: String,
    depth: String,
    spout: f64,
    /// Where the departure is that falls.
    falling: String,
    /// How far the metronome leans.
    beat: String,
}

impl Queue {
    /// Whether these are a queue's gauges.
    pub(in super::super) fn has(trace: &Trace) -> bool {
        has_all(trace, &NEEDED)
    }

    /// With room for what is turned later.
    pub(in super::super) fn of(trace: &Trace, scenario: &Scenario) -> Self {
        let most = |gauge, knob| most(trace, scenario, gauge, knob);
        Self { lanes: Lanes::of(most("drain", "rate"), most("places", "places")) }
    }

    pub(in super::super) fn panels(&self) -> Panels {
        Panels {
            follow: self.lanes.follow(),
            depth: self.lanes.depth(),
            spout: self.lanes.spout,
            falling: px("fall", 0.1, 0.0),
            beat: clamped("beat", 24e-6, 0.0, (-24.0, 24.0), 1.0, 0.0),
        }
    }

    /// One second of the lanes.
    pub(in super::super) fn past(&self, trace: &Trace, span: Span) -> String {
        self.lanes.chunk(trace, span)
    }

    /// The departures of an old run.
    pub(in super::super) fn ghost(&self, old: &Trace, span: Span) -> String {
        self.lanes.ghost(old, span)
    }

    /// Writes the queue's channels of one window.
    pub(in super::super) fn write(
        &self,
        trace: &Trace,
        decisions: &[Decision],
        span: Span,
        channels: &mut Channels,
    ) {
        let verdicts = Verdicts::in_words(decisions, small);
        bucket::said(&verdicts, span, channels);
        let fade = bucket::fade(decisions, &verdicts, span);
        channels.lin.insert("fade".to_owned(), fade);
        channels.lin.insert("fall".to_owned(), fall(&departures(trace), span));
        moving(trace, span, channels);
        says(trace, span, channels);
        line::write(trace, span, channels);
        let out = self.lanes.sticking(trace, span);
        channels.step.insert("sticking".to_owned(), out);
    }
}

/// Of those that did not wait there is more to say than that they were let through.
fn small(verdict: &Verdict) -> Option<String> {
    (verdict.outcome == Outcome::Admitted).then(|| "goes at once".to_owned())
}

/// What the gauges say at one keyframe.
#[derive(Clone, Copy, Debug)]
struct State {
    in_line: i64,
    left: i64,
    /// How much of a period is left until the next departure, in millionths.
    phase: i64,
    period_ns: i64,
    measures: Measures,
}

/// Reads keyframes.
#[derive(Clone, Copy, Debug)]
struct Reader([usize; 6]);

impl Reader {
    fn of(trace: &Trace) -> Self {
        Self(places(trace, NEEDED))
    }

    fn read(self, keyframe: &Keyframe) -> State {
        let [in_line, spout, left, drain, places, longest] =
            self.0.map(|place| keyframe.values.get(place).copied().unwrap_or(0));
        let period_ns = 1_000_000_000 / drain.max(1);
        let phase = (i128::from(spout) * i128::from(ONE) / i128::from(period_ns)).min(1_000_000);
        State {
            in_line,
            left,
            phase: i64::try_from(phase).unwrap_or(0),
            period_ns,
            measures: Measures { places, period_ns, longest_ns: longest, slots: places },
        }
    }
}

/// What moves in lines.
fn moving(trace: &Trace, span: Span, channels: &mut Channels) {
    let reader = Reader::of(trace);
    let mut all: [Points<i64>; 4] = Default::default();
    for keyframe in span.keyframes(trace) {
        let State { in_line, left, phase, .. } = reader.read(keyframe);
        // From side to side: it arrives where the next one starts.
        let side = if left % 2 == 0 { 1 } else { -1 };
        let behind = if in_line > 0 { (in_line - 1) * ONE + phase } else { 0 };
        let values = [phase, left * ONE - phase, side * (ONE - 2 * phase), behind];
        all.iter_mut().zip(values).for_each(|(points, value)| points.push(keyframe.at, value));
    }
    for (name, points) in ["phase", "gone", "beat", "depth"].into_iter().zip(all) {
        channels.lin.insert(name.to_owned(), points);
    }
}

/// The funnel, and the words that change with the knobs.
fn says(trace: &Trace, span: Span, channels: &mut Channels) {
    let (mut funnels, mut of, mut every) = (Vec::new(), Vec::new(), Vec::new());
    let mut slots = 0;
    let reader = Reader::of(trace);
    for keyframe in trace.keyframes.iter().take_while(|keyframe| keyframe.at <= span.until) {
        let State { in_line, mut measures, period_ns, .. } = reader.read(keyframe);
        // Nobody loses a place: after a smaller number more may stand there than fit.
        let fits = in_line <= measures.places;
        slots = if fits { measures.places } else { in_line.max(slots) };
        measures.slots = slots;
        note(&mut funnels, keyframe.at, measures);
        note(&mut of, keyframe.at, measures.places);
        note(&mut every, keyframe.at, period_ns);
    }
    let part = |measures: Measures| Funnel::of(measures).render().unwrap_or_default();
    let period = |ns: i64| text::wait(Duration::from_nanos(ns.unsigned_abs()));
    write_held(&funnels, span, "funnel", part, channels);
    let said = |places| match places {
        0 => "no places".to_owned(),
        places => format!("of {places} wait"),
    };
    write_held(&of, span, "of", said, channels);
    write_held(&every, span, "every", period, channels);
}

/// When somebody left.
fn departures(trace: &Trace) -> Vec<Decision> {
    let gone = trace.events.iter().filter(|one| matches!(one.what, What::Out(Output::Admit(_))));
    let mut all: Vec<Decision> =
        gone.map(|event| Decision { at: event.at, verdicts: Vec::new() }).collect();
    all.dedup_by_key(|one| one.at);
    all
}

/// How low the one is that left last, in tenths; out of sight when it has fallen.
fn fall(departures: &[Decision], span: Span) -> Points<i64> {
    let moments = span.bends(departures, &[0, FALL_NS]);
    span.segments(&moments, |from, at| {
        let past = departures.partition_point(|one| one.at <= from);
        let age_ns = |now: Moment, one: &Decision| now.since(one.at).as_nanos();
        let last = departures[..past].last();
        let last = last.filter(|one| age_ns(from, one) < u128::from(FALL_NS));
        last.map_or(10_000, |one| {
            let age_ns = i64::try_from(age_ns(at, one)).unwrap_or(0);
            2950 + 300 * age_ns / 300_000_000
        })
    })
}
