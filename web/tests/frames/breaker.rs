//! Frames of the breaker: what is drawn is what its gauges say.

use std::borrow::Cow;

use askama::Template as _;
use clock::Moment;
use roxmltree::{Document, Node};
use simulation::{
    Gauges, Input, Mechanism, Narrate, Outcome, Output, Reading, Request, Step, Subject, Unit, What,
};
use web::mechanisms;
use web::query;
use web::stage::{Options, Played};

use super::{Frame, frame, is_shown, with_class, words};

/// Each with the moment that was looked at by eye.
pub const FRAMES: [(&str, &str, &str); 13] = [
    ("breaker start", "breaker", ""),
    ("breaker opens", "breaker", "run=opens-and-closes&t=2773"),
    ("breaker open", "breaker", "run=opens-and-closes&t=3000"),
    ("breaker locked", "breaker", "run=judged-by-five&t=700"),
    ("breaker judged by one", "breaker", "run=judged-by-one&t=700"),
    ("breaker probe out", "breaker", "run=black-hole&t=5100"),
    ("breaker closing", "breaker", "run=opens-and-closes&t=5100"),
    ("breaker late result", "breaker", "run=late-success&t=900"),
    ("breaker in a row", "breaker", "run=three-in-a-row&t=500"),
    ("breaker by time", "breaker", "run=by-time&t=3900"),
    ("breaker rows", "breaker", "window=100&load=30&failing=30&t=5000"),
    ("breaker in steps", "breaker", "run=in-steps&t=2700"),
    ("breaker copies", "breaker", "run=a-hundred-copies"),
];

fn shown<'d>(document: &'d Document<'_>, panel: &str) -> Vec<Node<'d, 'd>> {
    let panel = with_class(document, panel)[0];
    panel.descendants().filter(|node| node.is_element() && is_shown(node)).collect()
}

fn classed(nodes: &[Node<'_, '_>], class: &str) -> usize {
    nodes.iter().filter(|node| node.attribute("class") == Some(class)).count()
}

fn texts(nodes: &[Node<'_, '_>]) -> Vec<String> {
    let texts = nodes.iter().filter(|node| node.has_tag_name("text"));
    texts.map(|node| words(*node).replace('\u{a0}', " ")).collect()
}

#[test]
fn the_breakers_frames_are_as_they_were_looked_at() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let snapshot = format!("{}\n{}", frame.sentence, frame.svg);
        insta::assert_snapshot!(name.replace(' ', "-"), snapshot);
    }
}

#[test]
fn as_many_results_are_drawn_as_are_counted() {
    let mut rings = 0;
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        if frame.gauge("window-all") > 0 {
            continue;
        }
        let document = Document::parse(&frame.svg).unwrap();
        let past = shown(&document, "panel-past");
        let count = |class: &str| i64::try_from(classed(&past, class)).unwrap();
        let bad = count("big failed") + count("big timed-out");
        assert_eq!(bad, frame.gauge("failed"), "{name}");
        assert_eq!(bad + count("big admitted"), frame.gauge("samples"), "{name}");
        let empty = frame.gauge("window") - frame.gauge("samples");
        assert_eq!(count("s-line w15 dash"), empty, "{name}");
        rings += 1;
    }
    assert!(rings > 8, "only {rings} rings");
}

#[test]
fn the_number_in_the_ring_is_the_traces_share() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let (samples, failed) = (frame.gauge("samples"), frame.gauge("failed"));
        let number = match (frame.gauge("threshold"), samples) {
            (0, _) => failed.to_string(),
            (_, 0) => "\u{2013}".to_owned(),
            _ => format!("{} %", failed * 100 / samples),
        };
        let past = shown(&document, "panel-past");
        assert!(texts(&past).contains(&number), "{name}: {number} in {:?}", texts(&past));
    }
}

#[test]
fn the_wire_the_word_and_the_state_are_one() {
    let mut seen = std::collections::BTreeSet::new();
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let now = shown(&document, "panel-now");
        let state = frame.gauge("state");
        let word = ["CLOSED", "OPEN", "HALF-OPEN", "RECOVERING"][usize::try_from(state).unwrap()];
        assert_eq!(texts(&now)[0], word, "{name}");
        let drawn = |d: &str| now.iter().any(|node| node.attribute("d") == Some(d));
        let wires = [drawn("M172 168H252"), drawn("M172 168L234 118"), drawn("M180 168H246")];
        assert_eq!(wires, [state == 0, state == 1, state > 1], "{name}");
        // The clock runs while there is something to wait for.
        assert_eq!(classed(&now, "s-ink pie") == 1, frame.gauge("cool-off") > 0, "{name}");
        seen.insert(state);
    }
    assert_eq!(seen.len(), 4);
}

#[test]
fn a_locked_breaker_is_hatched_and_has_a_padlock() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let past = shown(&document, "panel-past");
        let few = frame.gauge("samples") < frame.gauge("min-samples");
        let locked = few && frame.gauge("state") == 0 && frame.gauge("threshold") > 0;
        assert_eq!(texts(&past).contains(&"locked until".to_owned()), locked, "{name}");
        let hatched = past.iter().any(|node| node.attribute("fill") == Some("url(#hatch-line)"));
        assert_eq!(hatched, locked, "{name}");
    }
}

#[test]
fn while_probes_decide_the_ring_is_pale_and_the_turnstile_is_there() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let (state, now) = (frame.gauge("state"), shown(&document, "panel-now"));
        let pale = with_class(&document, "ring")[0].attribute("opacity") == Some("0.55");
        assert_eq!(pale, state == 2 || state == 3, "{name}");
        let gates = if state == 2 { frame.gauge("probes") } else { 0 };
        assert_eq!(i64::try_from(classed(&now, "gate w2")).unwrap(), gates, "{name}");
        let out = if state == 2 { frame.gauge("out") } else { 0 };
        assert_eq!(i64::try_from(classed(&now, "s-ink w2 dash")).unwrap(), out, "{name}");
    }
}

#[test]
fn the_call_that_decided_is_circled_where_it_lies() {
    let frame = frame("breaker", "run=opens-and-closes&t=2773");
    let document = Document::parse(&frame.svg).unwrap();
    let past = shown(&document, "panel-past");
    let circle = past
        .iter()
        .find(|node| node.has_tag_name("circle") && node.attribute("class") == Some("s-ink w3"));
    let place = circle.unwrap().attribute("transform").unwrap();
    let cell = format!("cell-{}", frame.gauge("decided") - 1);
    let cell = past.iter().find(|node| node.attribute("data-b-part") == Some(&cell)).unwrap();
    assert_eq!(cell.attribute("transform"), Some(place));
    assert_eq!(cell.first_element_child().unwrap().attribute("class"), Some("big failed"));
}

/// The marks of one class on the tape.
fn on_tape(document: &Document<'_>, class: &str) -> usize {
    let marks = with_class(document, "marks").into_iter();
    let paths = marks.flat_map(|group| group.descendants().collect::<Vec<_>>());
    let mine = paths.filter(|node| {
        node.attribute("class").is_some_and(|all| all.starts_with(&format!("mark {class}")))
    });
    let starts = if class == "not-sent" { 3 } else { 1 };
    mine.map(|node| node.attribute("d").unwrap().matches('M').count() / starts).sum()
}

#[test]
fn the_tape_has_one_mark_for_each_call_that_ended_or_was_not_sent() {
    for query in ["run=opens-and-closes&t=3000", "run=black-hole&t=5100", "run=late-success&t=900"]
    {
        let frame = frame("breaker", query);
        let document = Document::parse(&frame.svg).unwrap();
        // The tape is drawn two seconds further than the present, behind its clip.
        let until = Moment::from_millis((frame.asked.at_ms / 1000 + 3) * 1000);
        let past = frame.trace.events.iter().filter(|event| event.at < until);
        let outputs = past.filter_map(|event| match &event.what {
            What::Out(output) => Some(output),
            _ => None,
        });
        let mut wanted = [0; 4];
        for output in outputs {
            match output {
                Output::Done(_, Outcome::Ok) => wanted[0] += 1,
                Output::Done(_, Outcome::Failed) => wanted[1] += 1,
                Output::Done(_, _) => wanted[2] += 1,
                Output::Refuse { .. } => wanted[3] += 1,
                _ => {}
            }
        }
        let drawn =
            ["admitted", "failed", "timed-out", "not-sent"].map(|class| on_tape(&document, class));
        assert_eq!(drawn, wanted, "{query}");
    }
}

#[test]
fn probes_have_a_dashed_ring_on_the_tape() {
    let probes = |query: &str| {
        let frame = frame("breaker", query);
        on_tape(&Document::parse(&frame.svg).unwrap(), "probe")
    };
    // Two good ones in a row close it.
    assert_eq!(probes("run=opens-and-closes&t=6000"), 2);
    assert_eq!(probes("load=6&t=6000"), 0);
}

#[test]
fn the_tape_is_hatched_while_nothing_is_sent_and_names_its_states() {
    let frame = frame("breaker", "run=opens-and-closes&t=6100");
    let document = Document::parse(&frame.svg).unwrap();
    let hatched: f64 = with_class(&document, "shut")
        .iter()
        .map(|node| node.attribute("width").unwrap().parse::<f64>().unwrap())
        .sum();
    // Two seconds of 160 px, and what the seconds overlap.
    assert!((hatched - 320.0).abs() < 4.0, "{hatched}");
    let names: Vec<String> = with_class(&document, "r-count").into_iter().map(words).collect();
    for name in ["closed", "open", "half"] {
        assert!(names.iter().any(|known| known == name), "{name} in {names:?}");
    }
}

#[test]
fn a_name_is_shown_once_it_is_whole() {
    // It opened at 2.773 s; its name is 36 px wide and begins 8 px after that.
    let shown = |at_ms: u64| {
        let frame = frame("breaker", &format!("run=opens-and-closes&t={at_ms}"));
        let document = Document::parse(&frame.svg).unwrap();
        with_class(&document, "r-count").into_iter().any(|node| words(node) == "open")
    };
    assert_eq!([shown(3030), shown(3060)], [false, true]);
}

/// The least that is drawn as a breaker: what an exercise may give.
#[derive(Clone)]
struct Least(i64);

impl Subject for Least {
    fn on(&mut self, _now: Moment, input: Input, out: &mut Vec<Output>) {
        let Input::Arrive(Request { id, .. }) = input else { return };
        self.0 += 1;
        if self.0 < 3 {
            out.extend([Output::Admit(id), Output::Done(id, Outcome::Failed)]);
        } else {
            let (from, to, why) = ("closed".into(), "open".into(), Cow::from("three came"));
            out.push(Output::Change { from, to, why });
            out.push(Output::Refuse { id, why: "open".into(), retry_at: None });
        }
    }

    fn wake(&self) -> Option<Moment> {
        None
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        gauges.step("state", Unit::Count, i64::from(self.0 >= 3));
        gauges.step("samples", Unit::Count, self.0.min(2));
        gauges.step("failed", Unit::Count, self.0.min(2));
        gauges.step("threshold", Unit::Count, 50);
        gauges.line("cool-off", Unit::Nanos, 0);
    }
}

struct Says;

impl Narrate for Says {
    fn start(&self, _first: &Reading) -> String {
        "Nothing yet.".to_owned()
    }

    fn tell(&self, _step: &Step<'_>) -> Option<String> {
        Some("something came.".to_owned())
    }
}

#[test]
fn any_subject_with_the_gauges_of_a_breaker_is_drawn_as_one() {
    let least = Mechanism {
        name: "least",
        title: "The least breaker",
        question: "Does it show?",
        knobs: &[],
        build: |_| Ok(Box::new(Least(0))),
        narrator: &Says,
        lit: simulation::lit,
        curated: Vec::new,
    };
    let asked = query::parse(&least, "load=0&at=100,200,300&t=400");
    let played = Played::run(&least, &asked.scenario).unwrap();
    let svg = played.draw(400, &Options { transport: false }).render().unwrap();
    let svg = svg.replace("&nbsp;", " ");
    let document = Document::parse(&svg).unwrap();
    let now = texts(&shown(&document, "panel-now"));
    assert_eq!(now[..2], ["OPEN".to_owned(), "three came".to_owned()]);
    assert!(texts(&shown(&document, "panel-past")).contains(&"100 %".to_owned()));
    assert_eq!((on_tape(&document, "failed"), on_tape(&document, "not-sent")), (2, 1));
}

#[test]
fn a_breakers_picture_shows_none_of_its_packed_numbers() {
    let Frame { svg, .. } = frame("breaker", "run=opens-and-closes&t=3000");
    assert!(!svg.contains(">ring"), "a packed gauge is told in the table");
    assert!(mechanisms::by_name("breaker").is_some());
}
