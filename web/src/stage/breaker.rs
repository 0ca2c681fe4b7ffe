//! The breaker's panels: right the wire as it is now, left what decides about it.

use askama::Template;
use clock::Moment;
use simulation::{Keyframe, Output, Trace, What};

use super::bound::clamped;
use super::channels::{Channels, Points};
use super::geometry::{n, whole};
use super::reel::Span;
use super::ring::{self, Ring};
use super::rule::{Counts, Rule, State};
use super::wire;

/// The middle of the panel.
const MIDDLE: f64 = 212.0;
/// Around the clock's stroke: it is a pie because it is as thick as it is wide.
const CLOCK: f64 = 88.0;
/// More boxes, or discs, than this are a number.
const BOXES_MAX: i64 = 6;
const DISCS_MAX: i64 = 8;

/// The right panel: what of it never changes.
#[derive(Debug, Template)]
#[template(path = "stage-breaker.html")]
pub(super) struct Breaker {
    pub(super) ring: Ring,
    /// How much of the clock is empty.
    pub(super) clock: String,
    pub(super) probes: Vec<Mark>,
    pub(super) good: Vec<Mark>,
    pub(super) dots: Vec<usize>,
    pub(super) falls: Vec<(usize, String)>,
    pub(super) triangle: String,
    pub(super) copies: Option<String>,
}

/// One of several in a row.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) x: String,
    pub(super) left: String,
    /// From this number on it is there.
    pub(super) from: i64,
}

impl Breaker {
    pub(super) fn of(rule: &Rule, trace: &Trace) -> Self {
        let first = trace.reading(Moment::ZERO);
        let get = |name| first.get(name).unwrap_or(0);
        let (probes, all) = (get("probes"), get("cool-off-all").max(1));
        let falling = |one| {
            let fallen =
                |m: f64, c: f64| clamped(&format!("fall-{one}"), 1e-3, 0.0, (0.0, 1.0), m, c);
            (one, format!("translate({} {})", fallen(-112.0, 172.0), fallen(172.0, 168.0)))
        };
        Self {
            ring: Ring::of(rule),
            clock: clamped("cool-off", 1.0 / whole(all), 0.0, (0.0, 1.0), -CLOCK, CLOCK),
            probes: in_a_row(probes, BOXES_MAX, 40.0, 16.0),
            good: in_a_row(get("successes"), DISCS_MAX, 24.0, 0.0),
            dots: (0..wire::DOTS).collect(),
            falls: (0..wire::FALLING).map(falling).collect(),
            triangle: super::Outcome::NotSent.mark(0.0, 0.0, false),
            copies: (get("copies") > 1).then(|| {
                format!("copy 1 of {}; {{copies-open|int 1}} of all are open", get("copies"))
            }),
        }
    }
}

/// So many, `pitch` apart, around the middle; none if they are too many.
fn in_a_row(number: i64, most: i64, pitch: f64, half: f64) -> Vec<Mark> {
    if number > most {
        return Vec::new();
    }
    let start = MIDDLE - pitch * (whole(number) - 1.0) / 2.0;
    let mark = |i: i64| {
        let x = start + pitch * whole(i);
        Mark { x: n(x), left: n(x - half), from: i + 1 }
    };
    (0..number).map(mark).collect()
}

/// Writes a breaker's channels of one window.
pub(super) fn write(rule: &Rule, trace: &Trace, span: Span, channels: &mut Channels) {
    let mut says = Says::default();
    let mut reasons = Reasons::of(trace);
    let places = Places::of(trace);
    for Keyframe { at, values } in span.keyframes(trace) {
        let gauge = |place: usize| values.get(place).copied().unwrap_or(0);
        let counts = rule.counts(gauge);
        let trial = places.read(gauge);
        let mut say = |name: &'static str, words: String| says.say(name, *at, words);
        say("wire", wire_of(counts.state).to_string());
        say("word", counts.state.word().to_uppercase());
        say("reason", reason(counts.state, trial, || reasons.at(*at)));
        say("percent", rule.percent(counts).to_string());
        say("number", number(rule, counts));
        say("of", of(rule, counts));
        say("locked", i32::from(rule.is_locked(counts)).to_string());
        say("used", used(counts.state).to_owned());
        say("dim", if wire_of(counts.state) == 2 { "55" } else { "100" }.to_owned());
        say("out-says", out_of(trial));
        say("good-says", good(counts.state, trial));
        say("service", service(trial.failing));
        say("sick", i32::from(trial.failing >= 100).to_string());
    }
    for (name, points) in says.0 {
        channels.step.insert(name.to_owned(), points);
    }
    ring::write(rule, trace, span, channels);
    wire::write(trace, span, channels);
}

/// What is known of a trial, and of the service.
#[derive(Clone, Copy, Debug)]
struct Trial {
    probes: i64,
    out: i64,
    successes: i64,
    good: i64,
    step: i64,
    failing: i64,
}

/// Where the gauges of a trial stand.
struct Places([Option<usize>; 6]);

impl Places {
    fn of(trace: &Trace) -> Self {
        let names = ["probes", "out", "successes", "good", "step", "failing"];
        Self(names.map(|name| super::scale::index(trace, name)))
    }

    fn read(&self, gauge: impl Fn(usize) -> i64) -> Trial {
        let [probes, out, successes, good, step, failing] =
            self.0.map(|place| place.map_or(0, &gauge));
        Trial { probes, out, successes, good, step, failing }
    }
}

fn reason(state: State, trial: Trial, why: impl FnOnce() -> String) -> String {
    match (state, trial.probes) {
        (State::Closed, _) => "calls pass; results are counted".to_owned(),
        (State::HalfOpen, 0) => "lets every call through".to_owned(),
        (State::HalfOpen, 1) => "lets one call through as a probe".to_owned(),
        (State::HalfOpen, probes) => format!("lets {probes} calls through as probes"),
        (State::Recovering, _) => format!("lets {}\u{a0}% of the calls through", trial.step),
        (State::ForcedClosed, _) => "by hand: it counts, and never opens".to_owned(),
        (State::Open | State::ForcedOpen, _) => why(),
    }
}

fn out_of(Trial { probes, out, .. }: Trial) -> String {
    match probes {
        0 => format!("{out} out, without a limit"),
        1 => format!("{out} of 1 probe is out"),
        probes => format!("{out} of {probes} probes are out"),
    }
}

fn good(state: State, Trial { good, successes, .. }: Trial) -> String {
    match (state, good) {
        (State::Recovering, good) => format!("{good} of {successes} good at this step"),
        (_, 0) => format!("{successes} good in a row close it"),
        (_, good) => format!("{good} of {successes} good in a row"),
    }
}

/// Channels of words, by name.
#[derive(Default)]
struct Says(std::collections::BTreeMap<&'static str, Points<String>>);

impl Says {
    fn say(&mut self, name: &'static str, at: Moment, words: String) {
        self.0.entry(name).or_default().hold(at, words);
    }
}

/// 0: the wire is whole, 1: cut, 2: some pass.
const fn wire_of(state: State) -> i32 {
    match state {
        State::Closed | State::ForcedClosed => 0,
        State::Open | State::ForcedOpen => 1,
        State::HalfOpen | State::Recovering => 2,
    }
}

fn number(rule: &Rule, counts: Counts) -> String {
    match counts.samples {
        _ if rule.in_a_row() => counts.failed.to_string(),
        0 => "\u{2013}".to_owned(),
        _ => format!("{}\u{a0}%", rule.percent(counts)),
    }
}

fn of(rule: &Rule, Counts { samples, failed, .. }: Counts) -> String {
    match samples {
        _ if rule.in_a_row() => format!("of {} in a row", rule.window),
        0 => "no results yet".to_owned(),
        _ => format!("{failed} of {samples} failed"),
    }
}

/// What the left panel is good for in a state.
const fn used(state: State) -> &'static str {
    match state {
        State::Closed | State::ForcedClosed => "",
        State::Open => "as it was when the breaker opened",
        State::ForcedOpen => "as it was; nothing is counted now",
        State::HalfOpen => "not used now: the probes decide",
        State::Recovering => "not used now: those let through decide",
    }
}

fn service(failing: i64) -> String {
    match failing {
        0 => "answers".to_owned(),
        100 => "failing".to_owned(),
        part => format!("{part}\u{a0}%\u{a0}fail"),
    }
}

/// Why it is in its state: what the last change said.
struct Reasons<'t> {
    trace: &'t Trace,
    next: usize,
    last: String,
}

impl<'t> Reasons<'t> {
    const fn of(trace: &'t Trace) -> Self {
        Self { trace, next: 0, last: String::new() }
    }

    /// At a moment that is not before the one that was asked for last.
    fn at(&mut self, at: Moment) -> String {
        let past = self.trace.events.partition_point(|event| event.at <= at);
        let why = self.trace.events[self.next..past].iter().rev().find_map(|event| {
            let What::Out(Output::Change { why, .. }) = &event.what else { return None };
            Some(why)
        });
        if let Some(why) = why {
            self.last = why.to_string();
        }
        self.next = past;
        self.last.clone()
    }
}

/// The panels in words.
pub(super) fn labels() -> [&'static str; 2] {
    [
        "The results that decide: {number}, {of}. {used}",
        "The breaker is {word}: {reason}. The service: {service}.",
    ]
}
