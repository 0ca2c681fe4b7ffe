//! Frames of the keyed limits: what is drawn is what the gauges say, and what
//! became of each request.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};
use simulation::{Output, What};

use super::{Frame, frame, is_shown, number, with_class, words};

/// Each with the moment that was looked at by eye.
pub const FRAMES: [(&str, &str, &str); 10] = [
    ("keyed start", "keyed-limits", ""),
    ("keyed noisy", "keyed-limits", "run=noisy-neighbour&t=6000"),
    ("keyed one for all", "keyed-limits", "run=one-bucket-for-all&t=6000"),
    ("keyed group", "keyed-limits", "run=group-and-route&t=0"),
    ("keyed forgotten", "keyed-limits", "run=forgotten&t=1"),
    ("keyed endless", "keyed-limits", "run=endless-keys&t=4990"),
    ("keyed both", "keyed-limits", BOTH),
    ("keyed changed", "keyed-limits", "load=3&one=500c2&set=900.burst.8,1500.all-burst.5&t=1600"),
    ("keyed first try", "keyed-limits-first-try", "run=group-and-route&t=0"),
    ("keyed first endless", "keyed-limits-first-try", "run=endless-keys&t=9000"),
];
const BOTH: &str = "burst=4&all-burst=4&load=0&n=500x6&t=500";

const TENANTS: [&str; 4] = ["tenant-a", "tenant-b", "tenant-c", "tenant-d"];

fn shown<'d>(document: &'d Document<'_>, panel: &str) -> Vec<Node<'d, 'd>> {
    let panel = with_class(document, panel)[0];
    panel.descendants().filter(|node| node.is_element() && is_shown(node)).collect()
}

fn bound<'d>(nodes: &[Node<'d, 'd>], attribute: &str, words: &str) -> Option<Node<'d, 'd>> {
    nodes.iter().copied().find(|node| node.attribute(attribute) == Some(words))
}

/// The buckets with a frame around them: those that refused.
fn refused_by(now: &[Node<'_, '_>]) -> Vec<String> {
    let frames = now.iter().filter(|node| node.attribute("class") == Some("s-refused w4"));
    frames
        .map(|node| {
            let shown = node.attribute("data-b-if").unwrap();
            shown.strip_prefix("shut-").unwrap().strip_suffix(" 1").unwrap().to_owned()
        })
        .collect()
}

#[test]
fn the_keyed_limits_frames_are_as_they_were_looked_at() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let snapshot = format!("{}\n{}", frame.sentence, frame.svg);
        insta::assert_snapshot!(name.replace(' ', "-"), snapshot);
    }
}

#[test]
fn each_bucket_shows_its_whole_tokens_and_is_as_full_as_its_level() {
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let now = shown(&document, "panel-now");
        // Without a limit of its own a tenant has no bucket.
        let tenants = if name == "keyed one for all" { &[][..] } else { &TENANTS };
        for gauge in tenants.iter().chain(&["all"]) {
            let level = frame.gauge(gauge);
            let whole = bound(&now, "data-b-text", &format!("{{{gauge}|int 0.000001}}")).unwrap();
            assert_eq!(words(whole), (level / 1_000_000).to_string(), "{name}: {gauge}");
            let full = number(level_of(&now, gauge), "height");
            let height = if *gauge == "all" { 80.0 } else { 76.0 };
            let part = f64::from(i32::try_from(level).unwrap()) / 1e6 / burst(&frame, gauge);
            assert!((full - height * part).abs() < 0.11, "{name}: {gauge} {full}, {part}");
        }
    }
}

/// The rectangle that follows the level of `gauge`.
fn level_of<'d>(now: &[Node<'d, 'd>], gauge: &str) -> Node<'d, 'd> {
    let follows = |node: &&Node<'_, '_>| {
        let height = node.attribute("data-b-height").unwrap_or("");
        height.starts_with(&format!("{{{gauge}|"))
    };
    *now.iter().find(follows).unwrap()
}

/// What the knobs of these frames make of it.
fn burst(frame: &Frame, gauge: &str) -> f64 {
    let all = gauge == "all";
    let params = &frame.asked.scenario.params;
    let mut burst = if all { params.get("all-burst", 10) } else { params.get("burst", 4) };
    for event in frame.trace.events.iter().take_while(|event| event.at <= frame.now()) {
        let What::Set(setting) = &event.what else { continue };
        if setting.name == if all { "all-burst" } else { "burst" } {
            burst = setting.value;
        }
    }
    f64::from(u32::try_from(burst).unwrap())
}

#[test]
fn whoever_has_no_place_has_a_dashed_bucket() {
    let mut dashed = BTreeMap::new();
    for (name, mechanism, query) in FRAMES {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let now = shown(&document, "panel-now");
        let buckets = now.iter().filter(|node| node.attribute("class") == Some("s-line w2 dash"));
        dashed.insert(name, buckets.count());
        let texts: Vec<String> =
            now.iter().filter(|node| node.has_tag_name("text")).map(|node| words(*node)).collect();
        let remembered = frame.gauge("remembered");
        let taken = match frame.asked.scenario.params.get("places", 4) {
            _ if mechanism.ends_with("first-try") => remembered.to_string(),
            places => format!("{remembered} of {places}"),
        };
        assert!(texts.contains(&taken), "{name}: {taken} in {texts:?}");
    }
    // Who never came has none: all at the start; of five calls of a, b and c and d; with
    // one place all but a. Of four customers each has one.
    assert_eq!(dashed["keyed start"], 4);
    assert_eq!(dashed["keyed noisy"], 1);
    assert_eq!(dashed["keyed group"], 3);
    assert_eq!(dashed["keyed forgotten"], 3);
    assert_eq!(dashed["keyed endless"], 0);
    assert_eq!(dashed["keyed first try"], 3);
}

#[test]
fn the_bucket_that_refused_is_marked() {
    let expected = [
        ("keyed start", &[][..]),
        // In the last second a was refused, again and again, by its own.
        ("keyed noisy", &["0"]),
        ("keyed one for all", &["all"]),
        ("keyed group", &["0"]),
        ("keyed forgotten", &["0"]),
        // Strangers find no place, and the overflow is empty.
        ("keyed endless", &["over"]),
        // The fifth finds neither a token of its own nor one of all.
        ("keyed both", &["0", "all"]),
        ("keyed first try", &["0"]),
        ("keyed first endless", &[]),
    ];
    for (wanted, buckets) in expected {
        let (name, mechanism, query) =
            FRAMES.into_iter().find(|(name, ..)| *name == wanted).unwrap();
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let now = shown(&document, "panel-now");
        assert_eq!(refused_by(&now), buckets, "{name}");
        let said = now.iter().filter(|node| node.has_tag_name("text"));
        let said = said.filter(|node| words(**node) == "refused");
        // Those of the decision itself are moved.
        let said =
            said.filter(|node| node.ancestors().all(|up| up.attribute("class") != Some("verdict")));
        assert_eq!(said.count(), buckets.len(), "{name}");
    }
}

#[test]
fn the_rows_have_a_mark_for_each_request_of_each_tenant() {
    for query in ["run=noisy-neighbour&t=6000", "run=one-bucket-for-all&t=6000"] {
        let frame = frame("keyed-limits", query);
        let document = Document::parse(&frame.svg).unwrap();
        let past = shown(&document, "panel-past");
        let rows = past.iter().filter(|node| {
            node.has_tag_name("path") && node.attribute("class") == Some("s-line w15")
        });
        let lines: Vec<f64> = rows
            .map(|node| node.attribute("d").unwrap().split([' ', 'H']).nth(1).unwrap())
            .map(|y| y.parse().unwrap())
            .collect();
        assert_eq!(lines.len(), 5);
        let mut drawn = [[0; 5]; 2];
        for (kind, class) in ["mark admitted", "mark refused"].into_iter().enumerate() {
            for (x, y) in spots(&past, class) {
                // A square begins at its upper left corner.
                let (x, y) = if kind == 0 { (x, y) } else { (x + 3.0, y + 3.0) };
                if x <= 960.0 + 0.05 {
                    let row = lines.iter().position(|line| (line - y).abs() < 25.0).unwrap();
                    assert_eq!(y < lines[row], kind == 0, "{query}: on the wrong side");
                    drawn[kind][row] += 1;
                }
            }
        }
        assert_eq!(drawn, counted(&frame), "{query}");
        let passed = past.iter().filter(|node| node.attribute("class") == Some("p-value"));
        let passed: Vec<u32> = passed.map(|node| words(*node).parse().unwrap()).collect();
        assert_eq!(passed, drawn[0], "{query}");
    }
}

fn spots(past: &[Node<'_, '_>], class: &str) -> Vec<(f64, f64)> {
    let layer = bound(past, "data-b-chunks", "past").unwrap();
    let mut spots = Vec::new();
    for path in layer
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|all| all.starts_with(class)))
    {
        for start in path.attribute("d").unwrap().split('M').skip(1) {
            let mut numbers = start.split(['h', ' ']).map(|part| part.parse().unwrap());
            spots.push((numbers.next().unwrap(), numbers.next().unwrap()));
        }
    }
    spots
}

/// What the trace says: admitted and refused of each tenant.
fn counted(frame: &Frame) -> [[u32; 5]; 2] {
    let mut keys = BTreeMap::new();
    let mut counts = [[0; 5]; 2];
    for event in frame.trace.events.iter().take_while(|event| event.at <= frame.now()) {
        let (kind, id) = match &event.what {
            What::Arrive(request) => {
                keys.insert(request.id, request.cost);
                continue;
            }
            What::Out(Output::Admit(id)) => (0, id),
            What::Out(Output::Refuse { id, .. }) => (1, id),
            _ => continue,
        };
        let row = (keys[id] as usize - 1).min(4);
        counts[kind][row] += 1;
    }
    counts
}

#[test]
fn without_a_bucket_for_each_the_picture_says_so() {
    let frame = frame("keyed-limits", "run=one-bucket-for-all&t=6000");
    let document = Document::parse(&frame.svg).unwrap();
    let now = shown(&document, "panel-now");
    let said = now.iter().filter(|node| node.has_tag_name("text") && words(**node) == "no limit");
    assert_eq!(said.count(), 5, "four tenants, and the overflow");
    // The same while it runs: none at first, none after it was turned back.
    let unlimited = |at_ms: u64| {
        let query = format!("load=3&set=500.tenants.1,900.tenants.0&t={at_ms}");
        let changed = super::frame("keyed-limits", &query);
        let document = Document::parse(&changed.svg).unwrap();
        let now = shown(&document, "panel-now");
        now.iter().filter(|node| node.has_tag_name("text") && words(**node) == "no limit").count()
    };
    assert_eq!([499, 500, 899, 900].map(unlimited), [0, 5, 5, 0]);
}

#[test]
fn no_mark_and_no_line_is_seen_under_a_tenants_name() {
    let frame = frame("keyed-limits", "run=endless-keys&t=4990");
    let document = Document::parse(&frame.svg).unwrap();
    let panel = with_class(&document, "panel-past")[0];
    let nodes: Vec<_> = panel.children().filter(Node::is_element).collect();
    let place = |node: &Node<'_, '_>| nodes.iter().position(|one| one == node).unwrap();
    let has = |name, value| move |node: &&Node<'_, '_>| node.attribute(name) == Some(value);
    let layer = place(nodes.iter().find(has("height", "274")).unwrap());
    let lines: Vec<_> = nodes.iter().filter(has("class", "s-line w15")).collect();
    let covers: Vec<_> = nodes.iter().filter(has("class", "cover")).collect();
    let names: Vec<_> = nodes.iter().filter(has("class", "p-word")).collect();
    assert_eq!([lines.len(), covers.len(), names.len()], [5; 3]);
    for ((line, cover), name) in lines.iter().zip(&covers).zip(&names) {
        assert!(layer < place(cover) && place(cover) < place(name), "{}", words(**name));
        let (width, top) = (number(**cover, "width"), number(**cover, "y"));
        let from = format!("M{width} {}H332", top + number(**cover, "height") / 2.0);
        assert_eq!(line.attribute("d"), Some(from.as_str()), "{}", words(**name));
        // Bold letters of 20 units are at most so wide.
        let letters = f64::from(u8::try_from(words(**name).len()).unwrap());
        assert!(width >= 13.0 * letters, "{} in {width}", words(**name));
    }
}
