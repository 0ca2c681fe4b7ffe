//! The lower half of a breaker's tape: the share of failures while it counts
//! them, and the state it was in.
//!
//! Solid is a share that it judges by, dotted one of too few results. Where it
//! is open it counts nothing, and the tape is hatched; half-open it is blank.

use std::fmt::Write as _;

use clock::Moment;
use simulation::Trace;

use super::curve::{BOTTOM, OVERLAP, TOP, Threshold};
use super::geometry::{PX_PER_SECOND, along};
use super::geometry::{area, count, line, n, whole};
use super::ribbon::start_of;
use super::rule::{Counts, Rule, State};

/// A state's name is repeated so often.
const NAMES_PX: f64 = 200.0;
/// It stands so far from the edge of its state.
const NAME_GAP: f64 = 8.0;
/// A letter of it is at most so wide.
const LETTER: f64 = 9.0;
/// Its height.
const NAME_Y: f64 = 175.0;

/// All states of a run, in order.
#[derive(Debug)]
pub(super) struct Record {
    rule: Rule,
    stays: Vec<Stay>,
    end: Moment,
}

/// One stay in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stay {
    from: Moment,
    /// `None` if it lasts as long as the run does.
    until: Option<Moment>,
    state: State,
}

/// How a piece of the curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stroke {
    Solid,
    Dotted,
}

impl Record {
    /// Of a run, if it is a breaker's.
    pub(super) fn of(trace: &Trace) -> Option<Self> {
        let rule = Rule::of(trace)?;
        let mut stays: Vec<Stay> = Vec::new();
        for keyframe in &trace.keyframes {
            let state = rule.counts(|place| keyframe.values.get(place).copied().unwrap_or(0)).state;
            let from = keyframe.at;
            match stays.last_mut() {
                Some(last) if last.state == state => {}
                // It was left at the moment at which it was entered.
                Some(last) if last.from == from => last.state = state,
                Some(last) => {
                    last.until = Some(from);
                    stays.push(Stay { from, until: None, state });
                }
                None => stays.push(Stay { from, until: None, state }),
            }
        }
        Some(Self { rule, stays, end: trace.until })
    }

    /// The dashed height at which it opens.
    pub(super) fn threshold(&self) -> Threshold {
        let y = height(whole(self.rule.opens_at()) / 100.0);
        Threshold { y: n(y), words_y: n(y + 5.0), words: self.rule.opens_at_words() }
    }

    /// One second of it, of a run that ends at `end`.
    pub(super) fn piece(&self, trace: &Trace, second: u64, end: Moment) -> String {
        let (from, until) = (start_of(second), start_of(second + 1).min(end));
        if from >= end {
            return String::new();
        }
        let mut html = self.hatches(from, until);
        for (stroke, mut places) in self.strokes(trace, from, until) {
            let drawn = line(&places);
            if stroke == Stroke::Solid {
                if let Some(last) = places.last_mut() {
                    last.0 += OVERLAP;
                }
                let area = area(&places, BOTTOM);
                let _ = write!(html, "<path class=\"f-tint\" d=\"{area}\"/>");
            }
            let class = if stroke == Stroke::Solid { "" } else { " dots" };
            let _ = write!(html, "<path class=\"s-ok w2 curve{class}\" d=\"{drawn}\"/>");
        }
        html + &self.edges(from, until)
    }

    /// The curve alone, from `from` to `until`.
    pub(super) fn line(&self, trace: &Trace, from: Moment, until: Moment) -> String {
        self.strokes(trace, from, until).iter().map(|(_, places)| line(places)).collect()
    }

    fn strokes(&self, trace: &Trace, from: Moment, until: Moment) -> Vec<(Stroke, Places)> {
        let mut strokes: Vec<(Stroke, Places)> = Vec::new();
        let mut last: Option<Counts> = None;
        for (at, counts) in self.readings(trace, from, until) {
            let x = along(at);
            // What was holds until now.
            if let (Some((_, places)), Some(before)) = (strokes.last_mut(), last)
                && before.state.counts()
            {
                places.push((x, self.y(before)));
            }
            if counts.state.counts() {
                let locked = self.rule.is_locked(counts);
                let stroke = if locked { Stroke::Dotted } else { Stroke::Solid };
                let goes_on = last.is_some_and(|last| last.state.counts());
                match strokes.last_mut() {
                    Some((same, places)) if goes_on && *same == stroke => {
                        places.push((x, self.y(counts)));
                    }
                    _ => strokes.push((stroke, vec![(x, self.y(counts))])),
                }
            }
            last = Some(counts);
        }
        strokes.retain(|(_, places)| places.len() > 1);
        strokes
    }

    /// What was at `from`, what changed after it, and what was at `until`.
    fn readings(&self, trace: &Trace, from: Moment, until: Moment) -> Vec<(Moment, Counts)> {
        let keyframes = &trace.keyframes;
        let of = |values: &[i64]| self.rule.counts(|i| values.get(i).copied().unwrap_or(0));
        let past = keyframes.partition_point(|keyframe| keyframe.at <= from);
        let end = keyframes.partition_point(|keyframe| keyframe.at <= until);
        let mut counts = past.checked_sub(1).map_or(of(&[]), |last| of(&keyframes[last].values));
        let mut all = vec![(from, counts)];
        for keyframe in &keyframes[past..end] {
            let here = of(&keyframe.values);
            if here != counts {
                counts = here;
                all.push((keyframe.at, here));
            }
        }
        all.push((until, counts));
        all
    }

    fn y(&self, counts: Counts) -> f64 {
        let (failed, all) = self.rule.part(counts);
        height(whole(failed) / whole(all))
    }

    /// Those that reach into a stretch.
    fn stays(&self, from: Moment, until: Moment) -> impl Iterator<Item = &Stay> {
        let first = self.stays.partition_point(|stay| stay.until.is_some_and(|end| end <= from));
        self.stays[first..].iter().take_while(move |stay| stay.from < until)
    }

    fn hatches(&self, from: Moment, until: Moment) -> String {
        let mut html = String::new();
        for stay in self.stays(from, until).filter(|stay| stay.state.refuses()) {
            let start = stay.from.max(from);
            let end = stay.until.map_or(until, |end| end.min(until));
            let overlap = if end == until { OVERLAP } else { 0.0 };
            let (x, width) = (along(start), along(end) - along(start) + overlap);
            let _ = write!(
                html,
                "<rect class=\"shut\" x=\"{}\" y=\"{TOP}\" width=\"{}\" height=\"56\" \
                 fill=\"url(#hatch-line)\"/>",
                n(x),
                n(width)
            );
        }
        html
    }

    fn edges(&self, from: Moment, until: Moment) -> String {
        let mut html = String::new();
        for stay in self.stays(from, until).filter(|stay| stay.from >= from) {
            let dashes = if stay.state == State::HalfOpen { " dash" } else { "" };
            let x = n(along(stay.from));
            let _ = write!(html, "<path class=\"s-ink w2{dashes}\" d=\"M{x} {TOP}V{BOTTOM}\"/>");
        }
        html
    }

    /// The names of the states in one second, each from the moment at which it
    /// is whole: half a word would be read as another.
    pub(super) fn names(&self, second: u64) -> String {
        let (from, until) = (start_of(second), start_of(second + 1).min(self.end));
        self.stays(from, until).map(|stay| names(stay, along(from), along(until))).collect()
    }

    /// Whatever is not closed, as path data of a strip 1000 wide.
    pub(super) fn band(&self, until_ns: u64) -> String {
        let place = |at: Moment| u128::from(at.as_nanos()) * 1000 / u128::from(until_ns);
        let mut bands: Vec<(u128, u128)> = Vec::new();
        for stay in self.stays.iter().filter(|stay| !stay.state.counts()) {
            let (from, until) = (place(stay.from), stay.until.map_or(1000, place));
            match bands.last_mut() {
                Some((_, end)) if from <= *end => *end = until,
                _ => bands.push((from, until)),
            }
        }
        let band = |(from, until): (u128, u128)| {
            let width = (until - from).max(1);
            format!("M{from} 0h{width}v16h-{width}z")
        };
        bands.into_iter().map(band).collect()
    }
}

type Places = Vec<(f64, f64)>;

fn names(stay: &Stay, from_x: f64, until_x: f64) -> String {
    let start = along(stay.from) + NAME_GAP;
    let mut x = start + NAMES_PX * ((from_x - start) / NAMES_PX).ceil().max(0.0);
    let mut html = String::new();
    while x < until_x {
        let room = stay.until.map_or(f64::INFINITY, |until| along(until) - x - 4.0);
        let width = |word: &str| LETTER * count(word.chars().count());
        let words = [stay.state.word(), stay.state.short()];
        if let Some(word) = words.into_iter().find(|word| width(word) <= room) {
            let whole_ns = ((x + width(word)) * 1e9 / PX_PER_SECOND).round();
            let _ = write!(
                html,
                "<text class=\"r-count halo\" x=\"{}\" y=\"{NAME_Y}\" data-b-if=\"t {whole_ns}\">\
                 {word}</text>",
                n(x)
            );
        }
        x += NAMES_PX;
    }
    html
}

/// Where a part of the whole lies.
fn height(part: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * part.clamp(0.0, 1.0)
}
