//! Frames of the leaky bucket: what is drawn is what its gauges say.

use roxmltree::{Document, Node};
use simulation::text;

use super::{Frame, frame, is_shown, number, with_class, words};

/// Each with the moment that was looked at by eye.
pub const QUEUE: [(&str, &str, &str); 8] = [
    ("queue burst", "leaky-queue", "run=burst&t=0"),
    ("queue half way", "leaky-queue", "run=burst&t=260"),
    ("queue staircase", "leaky-queue", "run=burst&t=600"),
    ("queue overload", "leaky-queue", "run=overload&t=4300"),
    ("queue longest wait", "leaky-queue", "run=short-of-time&t=130"),
    ("queue gives up", "leaky-queue", "run=gives-up&t=300"),
    ("queue fewer places", "leaky-queue", FEWER),
    ("queue without places", "leaky-queue", "rate=10&places=0&load=20&t=3000"),
];
const FEWER: &str = "rate=10&n=500x8&set=600.places.2&until=4000&t=750";

/// The same for the meter.
pub const METER: [(&str, &str, &str); 7] = [
    ("meter burst", "leaky-meter", "run=burst&t=0"),
    ("meter drains", "leaky-meter", "run=burst&t=300"),
    ("meter refused", "leaky-meter", "run=one-more&t=1"),
    ("meter overload", "leaky-meter", "run=overload&t=4300"),
    ("meter asks three", "leaky-meter", "rate=4&load=0&n=500x3&one=600c3&until=3000&t=600"),
    ("meter never", "leaky-meter", "rate=0&n=500x9&until=3500&t=900"),
    ("meter first try", "leaky-meter-first-try", "run=one-more&t=1"),
];

fn shown<'d>(document: &'d Document<'_>, panel: &str) -> Vec<Node<'d, 'd>> {
    let panel = with_class(document, panel)[0];
    panel.descendants().filter(|node| node.is_element() && is_shown(node)).collect()
}

fn classed<'d>(nodes: &[Node<'d, 'd>], class: &str) -> Vec<Node<'d, 'd>> {
    nodes.iter().copied().filter(|node| node.attribute("class") == Some(class)).collect()
}

/// The numbers of a path, or of a transformation.
fn numbers(words: &str) -> Vec<f64> {
    let parts = words.split(|letter: char| !(letter.is_ascii_digit() || "-.".contains(letter)));
    parts.filter_map(|part| part.parse().ok()).collect()
}

fn transform(nodes: &[Node<'_, '_>], class: &str) -> Vec<f64> {
    numbers(classed(nodes, class)[0].attribute("transform").unwrap())
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.05
}

#[track_caller]
fn near(a: f64, b: f64, name: &str) {
    // Two lengths, each to a tenth of a pixel.
    assert!((a - b).abs() < 0.11, "{name}: {a} is not {b}");
}

/// Where the marks of a class lie in the layer of the left panel: their `M`s.
fn spots(past: &[Node<'_, '_>], class: &str) -> Vec<(f64, f64)> {
    let layer = past.iter().find(|node| node.attribute("data-b-chunks") == Some("past")).unwrap();
    let mine = layer
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|all| all.starts_with(class)));
    let mut spots = Vec::new();
    for path in mine {
        for start in path.attribute("d").unwrap().split('M').skip(1) {
            let numbers = numbers(start.split(['h', 'H', 'l', 'm']).next().unwrap());
            spots.push((numbers[0], numbers[1]));
        }
    }
    spots
}

#[test]
fn the_leaky_buckets_frames_are_as_they_were_looked_at() {
    for (name, mechanism, query) in QUEUE.into_iter().chain(METER) {
        let frame = frame(mechanism, query);
        let snapshot = format!("{}\n{}", frame.sentence, frame.svg);
        insta::assert_snapshot!(name.replace(' ', "-"), snapshot);
    }
}

#[test]
fn as_many_stand_in_the_funnel_as_are_in_line() {
    for (name, mechanism, query) in QUEUE {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let now = shown(&document, "panel-now");
        let places = classed(&now, "places")[0];
        let count = |class: &str| {
            let mine = places.descendants().filter(|node| node.attribute("class") == Some(class));
            i64::try_from(mine.filter(is_shown).count()).unwrap()
        };
        let waiting = count("big waits") + count("mark waits");
        assert_eq!(waiting, frame.gauge("in-line"), "{name}");
        let empty = (frame.gauge("places") - waiting).max(0);
        assert_eq!(count("s-line w15 dash"), empty, "{name}");
        let level = words(classed(&now, "p-level")[0]);
        assert_eq!(level, frame.gauge("in-line").to_string(), "{name}");
    }
    // Three still stand where there are only two places now.
    let fewer = frame("leaky-queue", FEWER);
    assert!(fewer.gauge("in-line") > fewer.gauge("places"));
}

#[test]
fn the_line_stands_in_the_order_in_which_it_leaves() {
    let frame = frame("leaky-queue", "run=burst&t=260");
    let document = Document::parse(&frame.svg).unwrap();
    let now = shown(&document, "panel-now");
    let places = classed(&now, "places")[0];
    let numbers = places.descendants().filter(|node| node.has_tag_name("text"));
    let mut standing: Vec<(f64, String)> =
        numbers.map(|node| (number(node, "y"), words(node))).collect();
    standing.sort_by(|a, b| b.0.total_cmp(&a.0));
    let from_the_spout: Vec<&str> = standing.iter().map(|(_, words)| words.as_str()).collect();
    // 1 went at once, 2 and 3 at 100 and 200 ms; 7 and 8 were turned away.
    assert_eq!(from_the_spout, ["4", "5", "6", "", ""]);
}

#[test]
fn a_height_in_the_funnel_is_a_time() {
    let sunk = |at_ms: u64| {
        let frame = frame("leaky-queue", &format!("run=burst&t={at_ms}"));
        let document = Document::parse(&frame.svg).unwrap();
        transform(&shown(&document, "panel-now"), "places")[1]
    };
    // A period is 100 ms: a whole place over the spout at its start, and the half of it at 50 ms.
    let pitch = -sunk(0);
    assert!(pitch > 30.0, "{pitch}");
    for (at_ms, part) in [(25, 0.75), (50, 0.5), (99, 0.01), (100, 1.0), (260, 0.4), (700, 0.0)] {
        near(sunk(at_ms), -pitch * part, &at_ms.to_string());
    }
}

#[test]
fn nobody_stands_over_the_longest_wait() {
    let mut checked = 0;
    for at_ms in (0..400).step_by(10) {
        let frame = frame("leaky-queue", &format!("run=short-of-time&t={at_ms}"));
        let document = Document::parse(&frame.svg).unwrap();
        let now = shown(&document, "panel-now");
        let line = classed(&now, "s-ink w15 dashes")[0].attribute("d").unwrap();
        let longest = numbers(line)[1];
        let places = classed(&now, "places")[0];
        let sunk = transform(&now, "places")[1];
        let waiting = places
            .descendants()
            .filter(|node| node.attribute("class") == Some("big waits") && is_shown(node));
        // A diamond begins at its left corner, which is as high as its middle.
        for diamond in waiting {
            let middle = numbers(diamond.attribute("d").unwrap())[1] + sunk;
            assert!(middle > longest - 0.11, "at {at_ms}: {middle} over {longest}");
            checked += 1;
        }
    }
    assert!(checked > 40, "only {checked} diamonds");
}

#[test]
fn a_burst_becomes_a_staircase_of_equal_steps() {
    let frame = frame("leaky-queue", "run=burst&t=600");
    let document = Document::parse(&frame.svg).unwrap();
    let past = shown(&document, "panel-past");
    let gone = spots(&past, "mark admitted");
    // One at once and five after it, one every 100 ms, which are 16 pixels.
    let xs: Vec<f64> = gone.iter().map(|spot| spot.0).collect();
    assert_eq!(xs, [0.0, 16.0, 32.0, 48.0, 64.0, 80.0]);
    let step = gone[1].1 - gone[0].1;
    assert!(step > 4.0, "{step}");
    for pair in gone.windows(2) {
        near(pair[1].1 - pair[0].1, step, "from lane to lane");
    }
    // All came at 0, and each bar ends where its request leaves.
    let came = spots(&past, "mark waits");
    assert_eq!(came.len(), 5);
    let bars = classed(&past, "wait w4")[0].attribute("d").unwrap();
    let bars: Vec<Vec<f64>> = bars.split('M').skip(1).map(numbers).collect();
    let ends: Vec<(f64, f64, f64)> = bars.iter().map(|bar| (bar[0], bar[2], bar[1])).collect();
    let expected: Vec<(f64, f64, f64)> = gone[1..].iter().map(|&(x, y)| (0.0, x, y)).collect();
    assert_eq!(ends, expected);
    assert_eq!(spots(&past, "mark refused").len(), 2);
}

#[test]
fn who_leaves_does_so_at_the_spout_of_the_lanes() {
    for at_ms in [100, 200, 500] {
        let frame = frame("leaky-queue", &format!("run=burst&t={at_ms}"));
        let document = Document::parse(&frame.svg).unwrap();
        let past = shown(&document, "panel-past");
        let dot = classed(&past, "f-ink")[0];
        let follow = transform(&past, "follow");
        let x = f64::from(u32::try_from(at_ms).unwrap()) * 0.16;
        let leaves =
            spots(&past, "mark admitted").into_iter().find(|spot| same(spot.0, x)).unwrap();
        near(leaves.0 + follow[0], number(dot, "cx"), "the present");
        near(leaves.1 + follow[1], number(dot, "cy"), "the spout");
    }
}

#[test]
fn one_that_gives_up_lets_those_behind_it_move_up() {
    // 2 … 6 wait since 0; 3 gives up at 150 ms, while 2 has gone. 7 comes at 160 ms.
    let frame = frame("leaky-queue", "run=gives-up&t=900");
    let document = Document::parse(&frame.svg).unwrap();
    let past = shown(&document, "panel-past");
    let gone: Vec<f64> = spots(&past, "mark admitted").iter().map(|spot| spot.0).collect();
    assert_eq!(gone, [0.0, 16.0, 32.0, 48.0, 64.0, 80.0]);
    let bars = classed(&past, "wait w4")[0].attribute("d").unwrap();
    let bars: Vec<Vec<f64>> = bars.split('M').skip(1).map(numbers).collect();
    // All four that stood there at 150 ms have a bar that ends then, at 24 pixels,
    // and three of them another one from there on, a lane higher.
    let ended = bars.iter().filter(|bar| same(bar[2], 24.0)).count();
    let moved: Vec<&Vec<f64>> = bars.iter().filter(|bar| same(bar[0], 24.0)).collect();
    assert_eq!((ended, moved.len()), (4, 3));
    for bar in moved {
        assert!(
            bars.iter().any(|other| same(other[2], 24.0) && same(other[1], bar[1])),
            "{bars:?}"
        );
    }
}

#[test]
fn the_metronome_swings_from_one_departure_to_the_next() {
    let leans = |at_ms: u64| {
        let frame = frame("leaky-queue", &format!("run=burst&t={at_ms}"));
        let document = Document::parse(&frame.svg).unwrap();
        let now = shown(&document, "panel-now");
        let mut rotated = now.iter().filter_map(|node| node.attribute("transform"));
        numbers(rotated.rfind(|words| words.starts_with("rotate")).unwrap())[0]
    };
    let side = leans(0);
    near(side.abs(), 24.0, "at a departure it leans as far as it can");
    for (at_ms, lean) in [(50, 0.0), (100, -side), (150, 0.0), (200, side), (300, -side)] {
        near(leans(at_ms), lean, &at_ms.to_string());
    }
}

fn pitch(frame: &Frame, now: &[Node<'_, '_>]) -> f64 {
    // The brim is the dashed line; the bottom is at 276.
    let brim = numbers(classed(now, "s-ink w15 dashes")[0].attribute("d").unwrap())[1];
    (276.0 - brim) / f64::from(i32::try_from(frame.gauge("capacity")).unwrap())
}

fn requests(micro: i64) -> f64 {
    f64::from(i32::try_from(micro).unwrap()) / 1e6
}

#[test]
fn the_water_is_as_high_as_what_is_in_the_bucket() {
    for (name, mechanism, query) in METER {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let now = shown(&document, "panel-now");
        let (water, capacity) = (frame.gauge("water"), frame.gauge("capacity") * 1_000_000);
        let pitch = pitch(&frame, &now);
        let height = |class: &str| number(classed(&now, class)[0], "height");
        near(height("f-ok level"), requests(water.min(capacity)) * pitch, name);
        near(height("over"), requests((water - capacity).max(0)) * pitch, name);
        assert_eq!(words(classed(&now, "p-level")[0]), text::tokens(water), "{name}");
    }
    // A whole request more than it holds, without what drained in a millisecond.
    assert_eq!(frame("leaky-meter-first-try", "run=one-more&t=1").gauge("water"), 5_990_000);
}

#[test]
fn what_is_refused_stands_over_the_brim() {
    let mut seen = 0;
    for (name, mechanism, query) in METER {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let now = shown(&document, "panel-now");
        let Some(block) = classed(&now, "s-refused w3 dash").first().copied() else { continue };
        let brim = numbers(classed(&now, "s-ink w15 dashes")[0].attribute("d").unwrap())[1];
        assert!(number(block, "y") < brim - 0.5, "{name}");
        seen += 1;
    }
    assert_eq!(seen, 6, "all but the first try");
    // Three are in it, one of which drains in 250 ms: 2.6 and 3 are more than 5.
    let three = frame("leaky-meter", METER[4].2);
    assert_eq!(three.gauge("water"), 2_600_000);
    let document = Document::parse(&three.svg).unwrap();
    let now = shown(&document, "panel-now");
    let block = classed(&now, "s-refused w3 dash")[0];
    near(number(block, "height"), 3.0 * pitch(&three, &now), "three requests");
    assert_eq!(words(classed(&now, "p-tick strong")[0]), "2.6 + 3 > 5");
}

#[test]
fn the_gap_between_both_lines_is_the_water() {
    for (name, mechanism, query) in METER {
        let frame = frame(mechanism, query);
        let document = Document::parse(&frame.svg).unwrap();
        let past = shown(&document, "panel-past");
        let values: Vec<i64> = past
            .iter()
            .filter(|node| node.attribute("class").is_some_and(|c| c.starts_with("p-value")))
            .map(|node| words(*node).parse().unwrap())
            .collect();
        let [poured, drained] = values[..] else { panic!("{name}: {values:?}") };
        assert_eq!(poured, frame.gauge("accepted"), "{name}");
        let gone = poured * 1_000_000 - frame.gauge("water");
        assert_eq!(drained, gone.div_euclid(1_000_000), "{name}");
    }
    let gap = |at_ms: u64| {
        let frame = frame("leaky-meter", &format!("run=burst&t={at_ms}"));
        let document = Document::parse(&frame.svg).unwrap();
        number(classed(&shown(&document, "panel-past"), "f-ok gap")[0], "height")
    };
    // Five are in it at 0, two at 300 ms and none at 500 ms.
    near(gap(300), gap(0) * 2.0 / 5.0, "after three have drained");
    assert!(gap(0) > 30.0);
    near(gap(500), 0.0, "empty");
}
