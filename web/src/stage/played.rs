//! A run that has been run, to be drawn at any moment of it.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use askama::Template as _;
use clock::Moment;
use simulation::{Event, Mechanism, Scenario, Trace};

use super::bound::settle;
use super::camera::{self, Camera};
use super::channels::Channels;
use super::curve::Curve;
use super::history::{Mark, calls, compare, marks};
use super::outcome::Outcome;
use super::overview::{Ticks, overview};
use super::own::Own;
use super::record::Record;
use super::reel::{self, Chunks, Span, near};
use super::ribbon::{Ribbon, Sides, Tape, fresh, sides, start_of};
use super::rule::Rule;
use super::scale::Scale;
use super::shape::Shape;
use super::transport::{self, Transport};
use super::{
    Breaker, Legend, Options, Panels, Skeleton, Stage, breaker, bucket, legend, plain, probe,
    table, verdict,
};

/// A run of a mechanism, with its trace.
#[derive(Debug)]
pub struct Played<'p> {
    pub(super) mechanism: &'p Mechanism,
    pub(super) scenario: &'p Scenario,
    pub(super) trace: Arc<Trace>,
    pub(super) marks: Vec<Mark>,
    sides: OnceCell<Sides>,
    pub(super) shape: Shape,
    pub(super) scale: Option<Scale>,
    /// Of a breaker: its rule, and the states that it was in.
    rule: Option<Rule>,
    record: Option<Record>,
    own: Option<Own>,
    /// The run that would have been, and where it parts from this one.
    old: Option<(Arc<Trace>, Moment)>,
}

impl<'p> Played<'p> {
    /// Runs it. The error is a sentence that names what to change.
    pub fn run(mechanism: &'p Mechanism, scenario: &'p Scenario) -> Result<Self, String> {
        let trace = mechanism.run(scenario)?;
        Ok(Self::of(mechanism, scenario, Arc::new(trace)))
    }

    /// A run that has been run elsewhere.
    pub fn of(mechanism: &'p Mechanism, scenario: &'p Scenario, trace: Arc<Trace>) -> Self {
        let shape = Shape::of(&trace);
        Self::shaped(mechanism, scenario, trace, shape)
    }

    /// A run of which only a part has been run, in a picture of `shape` or a larger one.
    pub fn shaped(
        mechanism: &'p Mechanism,
        scenario: &'p Scenario,
        trace: Arc<Trace>,
        shape: Shape,
    ) -> Self {
        let shape = shape.with(Shape::of(&trace));
        let is_bucket = bucket::is_bucket(&trace.reading(Moment::ZERO));
        let rule = Rule::of(&trace);
        let marks = match &rule {
            Some(rule) => calls(&trace, rule),
            None => marks(&trace, !is_bucket, shape.ends),
        };
        let scale = is_bucket.then(|| Scale::of(&trace, scenario, shape));
        let record = Record::of(&trace);
        let own = Own::of(mechanism, scenario, &trace);
        let (sides, old) = (OnceCell::new(), None);
        Self { mechanism, scenario, trace, marks, sides, shape, scale, rule, record, own, old }
    }

    /// With the run that would have been from `fork` on, which is drawn dashed.
    #[must_use]
    pub fn beside(mut self, old: Arc<Trace>, fork: Moment) -> Self {
        // After another parameter every second mark would be another one: that is noise.
        if fork > Moment::ZERO {
            let before = marks(&old, self.scale.is_none(), self.shape.ends);
            compare(&mut self.marks, &self.trace, (&before, &old), fork);
        }
        self.old = Some((old, fork));
        self
    }

    /// The trace of the run.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The scenario of the run.
    pub fn scenario(&self) -> &Scenario {
        self.scenario
    }

    /// Whether the step at `at` is of another kind than the one before it.
    pub fn is_change(&self, at: Moment) -> bool {
        transport::is_change(&self.trace, at)
    }

    /// The last such step before `at`.
    pub fn change_before(&self, at: Moment) -> Option<Moment> {
        if self.rule.is_some() {
            // Seldom: step by step one would walk far.
            let past = self.trace.events.partition_point(|event| event.at < at);
            let special = |event: &&Event| transport::is_special(event);
            return self.trace.events[..past].iter().rev().find(special).map(|event| event.at);
        }
        let mut step = self.trace.previous_step(at);
        while let Some(at) = step.filter(|&at| !self.is_change(at)) {
            step = self.trace.previous_step(at);
        }
        step
    }

    /// The first such step after `at`.
    pub fn change_after(&self, at: Moment) -> Option<Moment> {
        if self.rule.is_some() {
            let past = self.trace.events.partition_point(|event| event.at <= at);
            let special = |event: &&Event| transport::is_special(event);
            return self.trace.events[past..].iter().find(special).map(|event| event.at);
        }
        let mut step = self.trace.next_step(at);
        while let Some(at) = step.filter(|&at| !self.is_change(at)) {
            step = self.trace.next_step(at);
        }
        step
    }

    /// The strip over the scrub bar.
    pub fn overview(&self) -> String {
        let tick =
            |ticks: &Ticks| format!("<path class=\"tick {}\" d=\"{}\"/>", ticks.class, ticks.path);
        self.ticks().iter().map(tick).collect()
    }

    fn ticks(&self) -> Vec<Ticks> {
        let end = Moment::from_millis(self.scenario.until_ms);
        overview(&self.marks, self.record.as_ref(), end)
    }

    /// What the picture has room for.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The marks that this run shows. A bucket's are always the same ones.
    pub fn legend(&self) -> Vec<Legend> {
        if self.scale.is_some() {
            return legend([Outcome::Admitted, Outcome::Refused, Outcome::Waits]);
        }
        if self.rule.is_some() {
            let mut all =
                legend([Outcome::Answered, Outcome::Failed, Outcome::TimedOut, Outcome::NotSent]);
            all[0].word = "ok";
            all.push(probe());
            return all;
        }
        let seen: BTreeSet<Outcome> = self.marks.iter().map(|mark| mark.outcome).collect();
        legend(seen)
    }

    /// The frame at `at_ms`; after the end of the run, its end.
    pub fn draw(&self, at_ms: u64, options: &Options) -> Stage {
        let now = Moment::from_millis(at_ms).min(self.trace.until);
        let frame = self.trace.frame(now, self.mechanism.narrator);
        let transport = options
            .transport
            .then(|| Transport::at(now, self.mechanism, self.scenario, &self.trace, self.ticks()));
        let skeleton = Skeleton {
            at_ms: now.as_millis(),
            until_ms: self.trace.until.as_millis(),
            mechanism: self.mechanism.name,
            query: crate::query::query_of(self.mechanism, self.scenario),
            shape: self.shape.to_string(),
            panels: self.panels(),
            ribbon: Ribbon::of(
                &self.trace,
                &self.marks,
                self.curve(),
                (self.scale, self.record.as_ref(), self.own.as_ref()),
            ),
            table: table::rows(&self.trace),
            transport,
        };
        let channels = self.channels(now, now);
        let chunks = self.chunks(near(now));
        let html = skeleton.render().unwrap_or_else(|error| error.to_string());
        Stage { html: settle(&html, &channels, &chunks, now), frame }
    }

    /// `html` with the values of its bindings at `at_ms`.
    pub fn settled(&self, html: &str, at_ms: u64) -> String {
        let now = Moment::from_millis(at_ms).min(self.trace.until);
        settle(html, &self.channels(now, now), &Chunks::new(), now)
    }

    /// What moves from `from` to `until`.
    pub fn channels(&self, from: Moment, until: Moment) -> Channels {
        let span = Span { from, until };
        let mut channels = reel::channels(&self.trace, self.mechanism, span);
        channels.step.insert("fresh".to_owned(), fresh(self.sides(), span));
        if self.scale.is_some() {
            let decisions = verdict::near(&self.trace, from);
            bucket::write(&self.trace, &decisions, span, &mut channels);
        }
        if let Some(rule) = &self.rule {
            breaker::write(rule, &self.trace, span, &mut channels);
        }
        if let Some(own) = &self.own {
            own.write(&self.trace, span, &mut channels);
        }
        channels
    }

    /// The tape and the camera's paths, second by second.
    pub fn chunks(&self, seconds: RangeInclusive<u64>) -> Chunks {
        let curves = (self.curve(), self.record.as_ref());
        let tape = Tape::of(&self.trace, self.scenario, self.sides(), curves);
        let mut chunks = Chunks::new();
        for second in seconds {
            let mut put = |layer: &'static str, html: String| {
                if !html.is_empty() {
                    chunks.entry(layer).or_default().insert(second, html);
                }
            };
            tape.chunks(second).into_iter().for_each(|(layer, html)| put(layer, html));
            let from = start_of(second);
            if from < self.trace.until
                && let Some(scale) = self.scale
            {
                let span = Span { from, until: start_of(second + 1).min(self.trace.until) };
                put("past", camera::chunk(&self.trace, scale, span));
            }
            if let Some(own) = &self.own {
                for (layer, html) in own.chunks(&self.trace, second) {
                    put(layer, html);
                }
            }
            self.ghosts(second).into_iter().for_each(|(layer, html)| put(layer, html));
        }
        chunks
    }

    /// One second of the old run.
    fn ghosts(&self, second: u64) -> Vec<(&'static str, String)> {
        let Some((old, fork)) = &self.old else { return Vec::new() };
        let from = start_of(second).max(*fork);
        let until = start_of(second + 1).min(old.until);
        if from >= until {
            return Vec::new();
        }
        let curve = match (&self.record, self.curve()) {
            (Some(_), _) => Record::of(old).map(|record| record.line(old, from, until)),
            (None, curve) => curve.map(|curve| curve.line(old, from, until)),
        };
        let curve = curve.unwrap_or_default();
        let mut ghosts = vec![("ghost", format!("<path class=\"ghost\" d=\"{curve}\"/>"))];
        if let Some(scale) = self.scale {
            ghosts.push(("past-ghost", camera::ghost(old, scale, Span { from, until })));
        }
        if let Some(own) = &self.own {
            ghosts.push(("past-ghost", own.ghost(old, Span { from, until })));
        }
        ghosts
    }

    /// The steps between two moments, with the sentence of each, its time left out.
    pub fn told(&self, from: Moment, until: Moment) -> Vec<(Moment, String)> {
        reel::rows(reel::told(&self.trace, self.mechanism, from, until))
    }

    /// The marks in their places.
    fn sides(&self) -> &Sides {
        self.sides.get_or_init(|| sides(&self.marks))
    }

    fn curve(&self) -> Option<Curve> {
        if self.record.is_some() { None } else { Curve::of(&self.trace, self.shape, self.scale) }
    }

    fn panels(&self) -> Panels {
        if let Some(own) = &self.own {
            return Panels::Own(own.panels());
        }
        match (self.scale, &self.rule) {
            (Some(scale), _) => Panels::Bucket(Camera::of(scale)),
            (None, Some(rule)) => Panels::Breaker(Box::new(Breaker::of(rule, &self.trace))),
            (None, None) => Panels::Plain(plain::numbers(&self.trace.heads)),
        }
    }
}

/// With a capital letter, where a sentence stands without its time.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
