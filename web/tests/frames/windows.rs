//! Frames of the windows: the bars are what the mechanism counts, and the bracket
//! is what really passed.

use askama::Template as _;
use clock::Moment;
use roxmltree::{Document, Node};
use simulation::{Output, Trace, What, text};
use web::mechanisms;
use web::query;
use web::stage::{Options, Played};

use super::{Frame, frame, is_shown, number, with_class, words};

/// Each with the moment that was looked at by eye.
pub const FRAMES: [(&str, &str, &str); 9] = [
    ("window start", "fixed-window", ""),
    ("window two bursts", "fixed-window", "run=two-bursts&t=1050"),
    ("window lowered", "fixed-window", "run=lowered&t=2300"),
    ("window first try", "fixed-window-first-try", "run=early-bird&t=1900"),
    ("window log", "sliding-log", "run=overload&t=4300"),
    (
        "window log of five seconds",
        "sliding-log",
        "load=40&limit=100&window-ms=5000&until=14000&t=14000",
    ),
    ("window slots", "sliding-counter", "run=overload&slots=5&t=4300"),
    ("window two", "two-windows", "run=clustered&t=1990"),
    ("window two fading", "two-windows", "run=overload&t=4300"),
];

/// The height of the highest limit in both panels.
const HEIGHT: f64 = 92.0;
const GAUGE: f64 = 236.0;
/// Where the present is, and how wide a window.
const NOW: f64 = 332.0;
const WINDOW: f64 = 140.0;

/// What passed in the window before `now`, counted from the events.
fn passed(trace: &Trace, now: Moment, window_ns: u64) -> i64 {
    let mut cost = std::collections::BTreeMap::new();
    let mut passed = 0;
    for event in trace.events.iter().take_while(|event| event.at <= now) {
        match &event.what {
            What::Arrive(request) => drop(cost.insert(request.id, i64::from(request.cost))),
            What::Out(Output::Admit(id)) if now.as_nanos() - event.at.as_nanos() < window_ns => {
                passed += cost[id];
            }
            _ => {}
        }
    }
    passed
}

impl Frame {
    fn window_ns(&self) -> u64 {
        u64::try_from(self.gauge("window-all")).unwrap()
    }
}

fn texts(document: &Document<'_>, panel: &str) -> Vec<String> {
    let texts =
        with_class(document, panel)[0].descendants().filter(|node| node.has_tag_name("text"));
    let shown = texts.filter(is_shown).map(words);
    shown.map(|words| words.replace('\u{a0}', " ")).collect()
}

/// Where an element is along the panel: its place, and what it is moved by.
fn x(node: &Node<'_, '_>) -> f64 {
    let moves = |node: Node<'_, '_>| -> f64 {
        let all = node.attribute("transform").unwrap_or("").to_owned();
        let each = all.split("translate(").skip(1);
        each.map(|words| words.split([' ', ')']).next().unwrap().parse::<f64>().unwrap()).sum()
    };
    node.attribute("x").map_or(0.0, |x| x.parse().unwrap())
        + node.ancestors().map(moves).sum::<f64>()
}

/// The bars of one class in a panel: left, width, height.
fn bars(document: &Document<'_>, panel: &str, class: &str) -> Vec<(f64, f64, f64)> {
    let all = with_class(document, panel)[0].descendants().filter(|node| {
        node.has_tag_name("rect") && node.attribute("class") == Some(class) && is_shown(node)
    });
    all.map(|bar| (x(&bar), number(bar, "width"), number(bar, "height"))).collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.15
}

#[test]
fn the_windows_frames_are_as_they_were_looked_at() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        insta::assert_snapshot!(
            name.replace(' ', "-"),
            format!("{}\n{}", frame.sentence, frame.svg)
        );
    }
}

#[test]
fn the_bracket_reads_what_passed_and_says_when_that_is_too_much() {
    let mut over = 0;
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let passed = passed(&frame.trace, frame.now(), frame.window_ns());
        let (limit, texts) = (frame.gauge("limit"), texts(&document, "panel-past"));
        assert!(texts.contains(&format!("{passed} of {limit}")), "{name}: {passed} in {texts:?}");
        let is_over = passed > limit;
        assert_eq!(texts.iter().any(|text| text.ends_with(": over the limit")), is_over, "{name}");
        let bracket = with_class(&document, "panel-past")[0]
            .children()
            .filter(|node| node.attribute("d") == Some("M192 252v8H332v-8") && is_shown(node));
        let classes: Vec<_> = bracket.map(|node| node.attribute("class").unwrap()).collect();
        assert_eq!(classes, [if is_over { "s-refused w3" } else { "s-ink w3" }], "{name}");
        over += usize::from(is_over);
    }
    assert!(over > 3, "only {over} frames are over the limit");
}

#[test]
fn the_most_so_far_is_the_largest_bracket_up_to_now() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let mut most = (0, Moment::ZERO);
        for event in frame.trace.events.iter().take_while(|event| event.at <= frame.now()) {
            let here = passed(&frame.trace, event.at, frame.window_ns());
            if here > most.0 {
                most = (here, event.at);
            }
        }
        let words = format!("{}, at {}", most.0, text::seconds(most.1).replace('\u{a0}', " "));
        let told = texts(&document, "panel-past").contains(&words);
        assert_eq!(told, most.0 > 0, "{name}: {words}");
    }
}

#[test]
fn no_bar_is_higher_than_the_limit_and_the_bracket_over_a_boundary_reads_twice_that() {
    let frame = frame("fixed-window", "run=two-bursts&t=1050");
    let document = Document::parse(&frame.svg).unwrap();
    // The boundary is 50 ms ago: 7 of 140 px.
    let [past] = bars(&document, "panel-past", "bar-past")
        .into_iter()
        .filter(|bar| bar.0 < 300.0)
        .collect::<Vec<_>>()[..]
    else {
        panic!("one window is over")
    };
    assert!(near(past.0, NOW - 7.0 - WINDOW) && near(past.2, HEIGHT), "{past:?}");
    let now = bars(&document, "panel-past", "f-ok");
    assert!(near(now[0].0, NOW - 7.0) && near(now[0].2, HEIGHT), "{now:?}");
    let past = texts(&document, "panel-past");
    for words in ["20 of 10", "in 1.0 s: over the limit", "20, at 1.050 s", "limit 10"] {
        assert!(past.iter().any(|text| text == words), "{words} in {past:?}");
    }
    let now = texts(&document, "panel-now");
    // It is empty again at 2 s: 950 ms.
    for words in ["10", "of 10", "back to 0", "in 950 ms", "one more fits"] {
        assert!(now.iter().any(|text| text == words), "{words} in {now:?}");
    }
}

#[test]
fn a_fixed_windows_bar_drops_in_one_frame() {
    let heights = |query: &str| {
        let frame = frame("fixed-window", query);
        let document = Document::parse(&frame.svg).unwrap();
        let now = bars(&document, "panel-now", "f-ok");
        now.iter().map(|bar| bar.2).collect::<Vec<_>>()
    };
    assert_eq!(heights("run=two-bursts&t=1999"), [GAUGE]);
    assert_eq!(heights("run=two-bursts&t=2000"), [0.0]);
}

#[test]
fn two_windows_show_as_much_of_the_earlier_one_as_the_last_window_covers() {
    let frame = frame("two-windows", "run=clustered&t=1990");
    let document = Document::parse(&frame.svg).unwrap();
    // 10 ms of the earlier second are left of 1000: 1.4 of 140 px, and 1 of its 100.
    let [before] = bars(&document, "panel-past", "bar-before")[..] else { panic!("one bar") };
    assert!(near(before.0, NOW - WINDOW) && near(before.1, 1.4), "{before:?}");
    assert!(near(before.2, HEIGHT), "{before:?}");
    let [current] = bars(&document, "panel-past", "f-ok")[..] else { panic!("one bar") };
    assert!(near(current.0, NOW - WINDOW + 1.4), "{current:?}");
    assert!(near(current.2, HEIGHT * 0.99), "{current:?}");
    let now = texts(&document, "panel-now");
    for words in ["100.0", "of 100", "estimated", "this + before", "99 + 1.0"] {
        assert!(now.iter().any(|text| text == words), "{words} in {now:?}");
    }
    assert!(texts(&document, "panel-past").contains(&"199 of 100".to_owned()));
}

#[test]
fn the_slots_bars_are_the_slots_counts_and_end_where_the_mechanism_forgets() {
    let frame = frame("sliding-counter", "run=overload&slots=5&t=4300");
    let document = Document::parse(&frame.svg).unwrap();
    let bars = bars(&document, "panel-past", "f-ok");
    let counts: Vec<i64> = (1..=5).map(|slot| frame.gauge(&format!("slot-{slot}"))).collect();
    let counted = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let expected: Vec<(f64, f64)> = counted
        // A slot is 28 px, and the one of now began 100 ms ago, which is half of that.
        .map(|(i, &count)| {
            let place = f64::from(u32::try_from(i).unwrap());
            let height = HEIGHT / 10.0 * f64::from(i32::try_from(count).unwrap());
            (NOW - 14.0 - 28.0 * (4.0 - place) + 1.0, height)
        })
        .collect();
    assert_eq!(bars.len(), expected.len(), "{bars:?} {counts:?}");
    for (bar, (x, height)) in bars.iter().zip(&expected) {
        assert!(near(bar.0, *x) && near(bar.2, *height), "{bar:?} is not {x} {height}");
    }
}

#[test]
fn the_first_try_hatches_what_it_counted_of_the_refused() {
    let first = frame("fixed-window-first-try", "run=early-bird&t=1900");
    let document = Document::parse(&first.svg).unwrap();
    // The window of 1.001 s has counted all 900 since; there is room for a tenth over the limit.
    let [(_, _, height)] = bars(&document, "panel-now", "owed w2")[..] else { panic!("one bar") };
    assert!(near(height, GAUGE / 10.0), "{height}");
    let now = texts(&document, "panel-now");
    for words in ["900", "of 100", "in 101 ms"] {
        assert!(now.iter().any(|text| text == words), "{words} in {now:?}");
    }
    let fixed = frame("fixed-window", "run=early-bird&t=1900");
    let document = Document::parse(&fixed.svg).unwrap();
    assert!(bars(&document, "panel-now", "owed w2").is_empty());
}

#[test]
fn the_labels_say_what_the_panels_show_and_nothing_of_what_is_not() {
    let labels = |query: &str| {
        let frame = frame("fixed-window", query);
        let document = Document::parse(&frame.svg).unwrap();
        let label = |panel: &str| {
            let label = with_class(&document, panel)[0].attribute("aria-label").unwrap();
            label.replace('\u{a0}', " ")
        };
        [label("panel-past"), label("panel-now")]
    };
    assert_eq!(
        labels(""),
        [
            "Counted: 0 of 10. In the last 1.0 s 0 really passed.",
            "The window counts 0 of 10. One more fits now."
        ]
    );
    assert_eq!(
        labels("run=two-bursts&t=1050"),
        [
            "Counted: 10 of 10. In the last 1.0 s 20 really passed: over the limit. \
             The most so far: 20, at 1.050 s.",
            "The window counts 10 of 10. One more fits in 950 ms. It counts less at 2.000 s."
        ]
    );
}

/// The beads that are drawn solid, of piles that are told apart as beads.
fn beads(frame: &Frame, each: f64) -> i64 {
    let document = Document::parse(&frame.svg).unwrap();
    let layer = |node: &Node<'_, '_>| {
        node.attribute("data-b-chunks") == Some("past")
            && node.ancestors().any(|up| up.attribute("data-b-x") == Some("{edge|at 0.001 0}"))
    };
    let layer = document.descendants().find(layer).unwrap();
    let edge =
        number(layer.ancestors().find(|up| up.attribute("data-b-x").is_some()).unwrap(), "x");
    let paths = layer.descendants().filter(|node| node.attribute("class") == Some("piles"));
    let mut beads = 0;
    for path in paths {
        // The group around it takes back where the bracket begins.
        let origin = x(&path) + edge;
        for pile in path.attribute("d").unwrap().split('M').skip(1) {
            let (place, length) = pile.split_once("v-").unwrap();
            let middle = origin + place.split(' ').next().unwrap().parse::<f64>().unwrap();
            let count = (length.parse::<f64>().unwrap() - 0.1) / each + 1.0;
            if middle > edge + 3.3 && middle <= NOW {
                beads += format!("{count:.0}").parse::<i64>().unwrap();
            }
        }
    }
    beads
}

#[test]
fn as_many_beads_are_in_the_bracket_as_it_reads() {
    for (mechanism, query) in [
        ("fixed-window", "run=two-bursts&t=1050"),
        // What is a window old is out, just then.
        ("fixed-window", "run=two-bursts&t=1949"),
        ("fixed-window", "run=two-bursts&t=1950"),
        ("sliding-log", "run=two-bursts&t=1949"),
        ("sliding-log", "run=two-bursts&t=1950"),
        ("fixed-window", "run=two-bursts&t=2051"),
    ] {
        let frame = frame(mechanism, query);
        // Ten of them are 68 px high.
        assert_eq!(beads(&frame, 6.8), frame.gauge("last-window"), "{mechanism}?{query}");
    }
}

#[test]
fn dense_traffic_costs_few_elements_and_a_window_of_any_length_fills_the_panel() {
    for query in [
        "load=300&limit=200&t=5000",
        "load=300&limit=3&window-ms=10&t=5000",
        "load=100&limit=200&window-ms=5000&until=20000&t=15000",
    ] {
        for mechanism in mechanisms::all().iter().filter(|one| {
            ["fixed-window", "sliding-log", "sliding-counter", "two-windows"].contains(&one.name)
        }) {
            let asked = query::parse(mechanism, query);
            let played = Played::run(mechanism, &asked.scenario).unwrap();
            let stage = played.draw(asked.at_ms, &Options { transport: false });
            let svg = stage.render().unwrap().replace("&nbsp;", " ");
            let document = Document::parse(&svg).unwrap();
            let panels = with_class(&document, "panel");
            let elements: usize = panels
                .iter()
                .map(|panel| panel.descendants().filter(Node::is_element).count())
                .sum();
            assert!(elements < 250, "{elements} elements of {}?{query}", mechanism.name);
        }
    }
    // 12 s are seen of a window of 5 s: those before the tape's seconds, too.
    let frame = frame("sliding-log", "load=40&limit=100&window-ms=5000&until=14000&t=14000");
    let document = Document::parse(&frame.svg).unwrap();
    let far = document
        .descendants()
        .find(|node| node.attribute("data-b-chunks") == Some("past-lines-far"));
    let seconds: Vec<&str> =
        far.unwrap().children().filter_map(|chunk| chunk.attribute("data-s")).collect();
    // Second 8 holds what was at 1 s, and the last one, 14, what was at 7 s.
    assert_eq!(seconds, ["8", "9", "10", "11", "12", "13", "14"]);
}

#[test]
fn before_the_first_request_nothing_is_said_of_a_most() {
    let frame = frame("fixed-window", "");
    let document = Document::parse(&frame.svg).unwrap();
    let past = texts(&document, "panel-past");
    assert!(!past.contains(&"most so far".to_owned()), "{past:?}");
    assert!(bars(&document, "panel-past", "f-ok").is_empty());
    let now = texts(&document, "panel-now");
    assert!(now.contains(&"now".to_owned()) && !now.contains(&"back to 0".to_owned()), "{now:?}");
}

#[test]
fn the_log_counts_down_to_the_moment_at_which_its_oldest_is_a_window_old() {
    let mut waited = 0;
    for at_ms in (600..6000).step_by(97) {
        let frame = frame("sliding-log", &format!("run=overload&t={at_ms}"));
        let document = Document::parse(&frame.svg).unwrap();
        let (now, window) = (frame.now().as_nanos(), frame.window_ns());
        let admitted = frame.trace.events.iter().filter_map(|event| {
            let admitted = matches!(event.what, What::Out(Output::Admit(_)));
            admitted.then_some(event.at.as_nanos())
        });
        let mut inside = admitted.filter(|at| *at <= now && now - at < window);
        let Some(oldest) = inside.next() else { continue };
        let left = text::wait(std::time::Duration::from_nanos(oldest + window - now));
        let words = format!("in {left}").replace('\u{a0}', " ");
        let panel = texts(&document, "panel-now");
        let label = panel.iter().position(|text| text == "oldest leaves").unwrap();
        assert_eq!(panel[label + 1], words, "at {at_ms} ms");
        waited += 1;
    }
    assert!(waited > 50, "only {waited}");
}

#[test]
fn slots_count_less_when_one_is_dropped_that_is_not_empty() {
    // What came at 0.95 s is in the slot from 0.8 to 1.0 s, which counts until 1.8 s.
    for (at_ms, left) in [(1050, "in 750 ms"), (1650, "in 150 ms"), (1799, "in 1 ms")] {
        let frame = frame("sliding-counter", &format!("run=two-bursts&slots=5&t={at_ms}"));
        let document = Document::parse(&frame.svg).unwrap();
        let now = texts(&document, "panel-now");
        let label = now.iter().position(|text| text == "counts less").unwrap();
        assert_eq!(now[label + 1], left, "at {at_ms} ms");
    }
}

#[test]
fn a_window_takes_no_tokens() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let now = texts(&document, "panel-now");
        assert!(!now.iter().any(|text| text.contains("token")), "{name}: {now:?}");
    }
    let quiet = frame("sliding-log", "load=0&one=500c3&t=600");
    let document = Document::parse(&quiet.svg).unwrap();
    let now = texts(&document, "panel-now");
    for words in ["request 1", "admitted", "counts as 3"] {
        assert!(now.iter().any(|text| text == words), "{words} in {now:?}");
    }
}
