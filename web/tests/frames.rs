//! Frames at authored times: the picture, the sentence, and that both say what
//! the trace says.

use askama::Template as _;
use clock::Moment;
use roxmltree::{Document, Node};
use simulation::{Trace, text};
use web::mechanisms;
use web::query::{self, Asked};
use web::stage::{self, Options, Played};

#[path = "frames/breaker.rs"]
mod breaker;
#[path = "frames/keyed.rs"]
mod keyed;
#[path = "frames/leaky.rs"]
mod leaky;
#[path = "frames/windows.rs"]
mod windows;

/// Each frame with the moment that was looked at by eye.
const FRAMES: [(&str, &str, &str); 12] = [
    ("start", "token-bucket", "load=6"),
    ("refused", "token-bucket", "rate=1&burst=2&even=3&t=700"),
    ("last token", "token-bucket", "rate=1&burst=3&even=10&t=200"),
    ("together", "token-bucket", "run=after-a-pause"),
    ("debt", "token-bucket", "rate=6&credit=3&load=9&n=3000x5&t=3130"),
    ("dense", "token-bucket", "rate=12&load=60&n=4100x30&t=4300"),
    ("no token will come", "token-bucket", "rate=0&even=10&t=700"),
    ("changed knobs", "token-bucket", "run=changed&t=2300"),
    ("gives up", "token-bucket", "run=gives-up"),
    ("a full large bucket", "token-bucket", "burst=12&credit=5&load=0"),
    ("overflow", "token-bucket-first-try", "run=quiet-night&t=9900"),
    ("broken-promise", "token-bucket-first-try", "run=quiet-night&t=10000"),
];

/// The frames of the mechanisms that have panels of their own.
fn all() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let leaky = leaky::QUEUE.into_iter().chain(leaky::METER);
    FRAMES
        .into_iter()
        .chain(breaker::FRAMES)
        .chain(leaky)
        .chain(keyed::FRAMES)
        .chain(windows::FRAMES)
}

struct Frame {
    asked: Asked,
    svg: String,
    sentence: String,
    trace: Trace,
}

fn frame(mechanism: &str, query: &str) -> Frame {
    let mechanism = mechanisms::by_name(mechanism).unwrap();
    let asked = query::parse(mechanism, query);
    assert_eq!(asked.notes, Vec::<String>::new(), "{query}");
    let played = Played::run(mechanism, &asked.scenario).unwrap();
    let stage = played.draw(asked.at_ms, &Options { transport: false });
    let (svg, sentence) = (stage.render().unwrap(), stage.frame().sentence.clone());
    let trace = played.trace().clone();
    Frame { asked, svg, sentence, trace }
}

impl Frame {
    fn now(&self) -> Moment {
        Moment::from_millis(self.asked.at_ms)
    }

    fn gauge(&self, name: &str) -> i64 {
        self.trace.reading(self.now()).get(name).unwrap()
    }
}

fn with_class<'d>(document: &'d Document<'_>, class: &str) -> Vec<Node<'d, 'd>> {
    let has = |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
            && is_shown(node)
    };
    document.descendants().filter(has).collect()
}

/// Whether nothing around it, and not it itself, is switched off.
fn is_shown(node: &Node<'_, '_>) -> bool {
    node.ancestors().all(|node| node.attribute("display") != Some("none"))
}

fn words(node: Node<'_, '_>) -> String {
    node.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect()
}

fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    node.attribute(attribute).unwrap().parse().unwrap()
}

#[test]
fn the_frames_are_as_they_were_looked_at() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        insta::assert_snapshot!(
            name.replace(' ', "-"),
            format!("{}\n{}", frame.sentence, frame.svg)
        );
    }
}

#[test]
fn the_level_in_the_picture_is_the_traces_reading() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let level = words(with_class(&document, "p-level")[0]);
        assert_eq!(level, text::tokens(frame.gauge("level")), "{name}");
    }
}

#[test]
fn as_many_tokens_are_drawn_as_the_bucket_holds() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let inside = |class: &str, shape: &str| {
            let groups = with_class(&document, class).into_iter();
            groups
                .flat_map(|group| group.descendants().collect::<Vec<_>>())
                .filter(|node| node.attribute("class") == Some(shape))
                .filter(|node| node.has_tag_name("circle") && is_shown(node))
                .count()
        };
        let whole = inside("slots", "f-ok") + inside("above", "f-ok");
        let level = frame.gauge("level").div_euclid(1_000_000).max(0);
        assert_eq!(i64::try_from(whole).unwrap(), level, "{name}");
        let owed = inside("slots", "owed w2");
        let debt = (-frame.gauge("level")).max(0).unsigned_abs().div_ceil(1_000_000);
        assert_eq!(u64::try_from(owed).unwrap(), debt, "{name}");
    }
}

#[test]
fn the_gap_is_what_may_still_be_admitted() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let camera = with_class(&document, "panel-past")[0];
        let numbers: Vec<i64> = camera
            .children()
            .filter(|node| node.attribute("class").is_some_and(|c| c.starts_with("p-value")))
            .map(|node| words(node).parse().unwrap())
            .collect();
        let [allowed, admitted] = numbers[..] else { panic!("{name}: {numbers:?}") };
        assert_eq!(admitted, frame.gauge("accepted"), "{name}");
        // The first try is held to what it promised, and not to what it holds.
        let first = mechanism.ends_with("first-try");
        let level = frame.gauge(if first { "promise" } else { "level" });
        let room = level.div_euclid(1_000_000) + frame.gauge("credit");
        assert_eq!(allowed - admitted, room, "{name}");
    }
}

#[test]
fn what_a_refused_request_found_ends_below_the_tick_of_one_token() {
    let mut seen = 0;
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let Some(found) = with_class(&document, "found").first().copied() else { continue };
        let line = found.children().find(|node| node.has_tag_name("path")).unwrap();
        let y =
            |path: &str| path.split([' ', 'H', 'h', 'L']).nth(1).unwrap().parse::<f64>().unwrap();
        let found_y = y(line.attribute("d").unwrap());
        // The tick's line starts at the vessel; its words follow it.
        let tick = with_class(&document, "p-tick")
            .into_iter()
            .find(|node| words(*node) == "1 = one request")
            .unwrap();
        let leader = tick.prev_sibling_element().unwrap().attribute("d").unwrap();
        assert!(found_y > y(leader), "{name}: found at {found_y}, the tick at {leader}");
        seen += 1;
    }
    assert!(seen >= 5, "only {seen} frames have a refusal");
}

#[test]
fn the_tape_has_one_mark_for_every_request() {
    // Early frames: nothing has left the tape yet.
    let early = FRAMES.into_iter().filter(|(_, m, q)| frame(m, q).asked.at_ms < 5000);
    for (name, mechanism, query) in early {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        // The tape is drawn two seconds further than the present, behind its clip.
        let drawn_until = (frame.asked.at_ms / 1000 + 3) * 1_000_000_000 - 1;
        let narrator = mechanisms::by_name(mechanism).unwrap().narrator;
        let figures = frame.trace.frame(Moment::from_nanos(drawn_until), narrator);
        let marks = |class: &str, start: &str| -> usize {
            let marks = with_class(&document, "marks").into_iter();
            let paths = marks.flat_map(|group| group.descendants().collect::<Vec<_>>());
            let mine = paths.filter(|node| {
                node.attribute("class").is_some_and(|c| c.starts_with(&format!("mark {class}")))
            });
            mine.map(|node| node.attribute("d").unwrap().matches(start).count()).sum()
        };
        let counts = document.descendants().filter(|node| {
            node.attribute("class").is_some_and(|class| class.starts_with("r-count"))
        });
        let counted: usize = counts.map(|node| words(node).parse::<usize>().unwrap()).sum();
        let drawn = marks("admitted", "M") + marks("waits", "M") + marks("refused", "M") + counted;
        assert_eq!(drawn, figures.accepted + figures.refused, "{name}");
    }
}

#[test]
fn what_comes_later_is_clipped_at_the_present() {
    // What is drawn of the second after the press is behind the clip, and the
    // panels do not know it.
    let now = frame("token-bucket", "load=6&t=2000");
    let pressed = frame("token-bucket", "load=6&n=2100x40&t=2000");
    let piece = |frame: &Frame, class: &str| {
        let document = Document::parse(&frame.svg).unwrap();
        let node = with_class(&document, class)[0];
        frame.svg[node.range()].to_owned()
    };
    for class in ["panel-now", "fresh"] {
        assert_eq!(piece(&now, class), piece(&pressed, class), "{class}");
    }
    for class in ["marks", "counts", "future"] {
        assert_ne!(piece(&now, class), piece(&pressed, class), "{class}");
    }
    let document = Document::parse(&pressed.svg).unwrap();
    let clips = |node: Node<'_, '_>| {
        let mut clip = node
            .ancestors()
            .filter(|up| up.has_tag_name("svg") && up.attribute("overflow").is_none());
        clip.find_map(|up| up.attribute("width")).map(str::to_owned)
    };
    // The tape's outcomes end at 75 %, where the present is; the camera's paths at 332.
    let layer = |name: &str| {
        let is = |node: &Node<'_, '_>| node.attribute("data-b-chunks") == Some(name);
        document.descendants().find(is).unwrap()
    };
    for name in ["marks", "curve"] {
        assert_eq!(clips(layer(name)).as_deref(), Some("75%"), "{name}");
    }
    assert_eq!(clips(layer("past")).as_deref(), Some("332"));
    // A block's number is not shown before the block is over.
    assert_eq!(with_class(&document, "r-count").len(), 0);
}

#[test]
fn what_happens_at_the_present_is_seen_whole_and_nothing_later() {
    // Ten at 1.279 s: four or five pass, and the others are two columns of squares.
    let fresh = |query: &str| {
        let frame = frame("token-bucket", query);
        let document = Document::parse(&frame.svg).unwrap();
        let group = with_class(&document, "fresh")[0];
        let marks = group.descendants().filter_map(|node| node.attribute("d"));
        marks.map(|path| path.matches('M').count()).sum::<usize>()
    };
    let run = "load=0&n=1279x10&one=1300c1&t=";
    let seen =
        [1278, 1279, 1299, 1300, 1328, 1329, 1349, 1350].map(|ms| fresh(&format!("{run}{ms}")));
    assert_eq!(seen, [0, 10, 10, 11, 11, 1, 1, 0]);
    // In a dense stream nothing stands out.
    assert_eq!(fresh("rate=0&burst=1&even=200&t=2000"), 0);
}

#[test]
fn the_tape_costs_the_same_late_in_a_long_run() {
    let early = frame("token-bucket", "load=30&until=600000&t=20000").svg.len();
    let late = frame("token-bucket", "load=30&until=600000&t=599000").svg.len();
    assert!(late < early * 3 / 2, "{early} bytes early, {late} late");
}

#[test]
fn a_picture_holds_no_style_and_no_script() {
    for (name, mechanism, query) in all() {
        let svg = frame(mechanism, query).svg;
        for banned in ["style=", "<style", "<script", "onclick", "NaN", "inf", "href=\"http"] {
            assert!(!svg.contains(banned), "{name} has {banned}");
        }
    }
}

#[test]
fn every_picture_says_in_words_what_it_shows() {
    for (name, mechanism, query) in all() {
        let svg = frame(mechanism, query).svg;
        let document = Document::parse(&svg).unwrap();
        let outer = document.descendants().filter(|node| {
            node.has_tag_name("svg") && node.ancestors().skip(1).all(|up| !up.has_tag_name("svg"))
        });
        let labels: Vec<&str> =
            outer.map(|svg| svg.attribute("aria-label").unwrap_or("")).collect();
        assert_eq!(labels.len(), 3, "{name}");
        assert!(labels.iter().all(|label| label.len() > 20), "{name}: {labels:?}");
        assert_eq!(svg.matches("role=\"img\"").count(), 3, "{name}");
    }
}

#[test]
fn words_do_not_lie_on_each_other() {
    for (name, mechanism, query) in all() {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        for panel in ["panel-past", "panel-now"] {
            let panel = with_class(&document, panel)[0];
            let texts = panel.descendants().filter(|node| node.has_tag_name("text"));
            // What is moved as a whole stands where its group is.
            let texts = texts.filter(|node| is_shown(node) && !is_moved(node));
            let boxes: Vec<(String, Box4)> =
                texts.map(|node| (words(node), bounds(node))).collect();
            for (i, (a, box_a)) in boxes.iter().enumerate() {
                for (b, box_b) in &boxes[i + 1..] {
                    assert!(
                        !box_a.meets(box_b),
                        "{name}: \u{201c}{a}\u{201d} lies on \u{201c}{b}\u{201d}"
                    );
                }
            }
        }
    }
}

fn is_moved(node: &Node<'_, '_>) -> bool {
    node.ancestors().any(|node| node.attribute("transform").is_some())
}

/// Left, right, top, bottom.
struct Box4(f64, f64, f64, f64);

impl Box4 {
    fn meets(&self, other: &Self) -> bool {
        self.0 < other.1 && other.0 < self.1 && self.2 < other.3 && other.2 < self.3
    }
}

/// About the place that words need in a wide font.
fn bounds(node: Node<'_, '_>) -> Box4 {
    let class = node.attribute("class").unwrap();
    let size = match class.split(' ').next().unwrap() {
        "p-level" if class.contains("long") => 40.0,
        "p-level" => 56.0,
        "p-state" => 40.0,
        "p-value" => 24.0,
        "p-label" | "p-title" | "p-word" => 20.0,
        "p-small" | "p-tick" => 16.0,
        other => panic!("how large is {other}?"),
    };
    let letters = f64::from(u32::try_from(words(node).chars().count()).unwrap());
    let width = letters * size * 0.6;
    let (x, y) = (number(node, "x"), number(node, "y"));
    let left = if class.contains("mid") { x - width / 2.0 } else { x };
    Box4(left, left + width, y - size * 0.74, y)
}

#[test]
fn a_bucket_too_large_for_discs_is_a_level_with_notches() {
    let mechanism = mechanisms::by_name("token-bucket").unwrap();
    let mut scenario = query::parse(mechanism, "rate=50&load=0&n=1000x400").scenario;
    scenario.params = scenario.params.with("burst", 500);
    let played = Played::run(mechanism, &scenario).unwrap();
    let stage = played.draw(1000, &Options { transport: false });
    let svg = stage.render().unwrap();
    let document = Document::parse(&svg).unwrap();
    // 100 of 500 are left: a fifth of 240.
    let level = with_class(&document, "level")[0];
    assert_eq!(level.attribute("height"), Some("48"));
    assert_eq!(with_class(&document, "slots")[0].children().filter(Node::is_element).count(), 0);
    assert_eq!(words(with_class(&document, "p-level")[0]), "100.0");
}

#[test]
fn a_mechanism_without_a_drawing_shows_its_numbers_over_the_same_tape() {
    let mechanism = mechanisms::by_name("sleepers").unwrap();
    let asked = query::parse(mechanism, "t=2000");
    let played = Played::run(mechanism, &asked.scenario).unwrap();
    let svg = played.draw(2000, &Options::default()).render().unwrap();
    let panels: String = svg.split("<svg class=\"panel").skip(1).collect();
    for (gauge, value) in played.trace().reading(Moment::from_millis(2000)).iter() {
        let name = gauge.name.replace('-', " ");
        assert!(panels.contains(&format!(">{name}</text>")), "{name}");
        if gauge.unit == simulation::Unit::Count {
            assert!(panels.contains(&format!("{name}: {value}.")));
        }
    }
    assert!(svg.contains("class=\"ribbon\""));
}

#[test]
fn a_figure_has_no_id_and_uses_only_what_every_page_has() {
    let mechanism = mechanisms::by_name("token-bucket").unwrap();
    let asked = query::parse(mechanism, "rate=6&credit=3&load=60&n=3000x5&t=3130");
    let figure = stage::embed(mechanism, &asked.scenario, asked.at_ms, "One & all").unwrap();
    assert!(!figure.contains(" id=\""));
    let page = include_str!("../templates/base.html");
    let used: Vec<&str> =
        figure.split("url(#").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(!used.is_empty());
    assert!(used.iter().all(|id| page.contains(&format!("id=\"{id}\""))), "{used:?}");
    assert!(figure.contains("One &#38; all <a href=\"/lab/token-bucket?"));
}

#[test]
fn a_run_over_the_limits_is_an_error_and_no_picture() {
    let mechanism = mechanisms::by_name("token-bucket").unwrap();
    let asked = query::parse(mechanism, "load=500&until=600000");
    let error = stage::embed(mechanism, &asked.scenario, 0, "").unwrap_err();
    assert!(error.contains("lower the arrivals per second or the length"), "{error}");
}

#[test]
fn the_sheet_has_no_colour_of_its_own() {
    let sheet = include_str!("../assets/stage.css");
    for line in sheet.lines() {
        let coloured = ["#", "rgb", "hsl"].iter().any(|colour| line.contains(colour));
        assert!(!coloured, "colours come from page.css: {line}");
    }
}
