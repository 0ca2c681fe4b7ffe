//! The player's side of the lab: windows of a run, and bindings that say at any
//! moment what the server draws there.

mod common;
#[path = "live/runs.rs"]
mod runs;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clock::Moment;
use roxmltree::{Document, Node};
use serde_json::Value;
use web::assets::{ASSETS, Asset};
use web::mechanisms;
use web::query;
use web::stage::bound::{fill, is_on, shows};
use web::stage::channels::Channels;
use web::stage::{Options, Played};

use runs::runs;

/// One answer of the trace route, read as the player reads it.
struct Window {
    json: Value,
    channels: Channels,
}

#[track_caller]
fn window(mechanism: &str, query: &str, more: &str) -> Window {
    let answer = common::get(&format!("/lab/{mechanism}/trace?{query}&{more}"));
    answer.is(200);
    assert_eq!(answer.header("content-type"), "application/json");
    let json: Value = serde_json::from_str(&answer.body).unwrap();
    let channels = serde_json::from_str(&answer.body).unwrap();
    Window { json, channels }
}

impl Window {
    fn chunk(&self, layer: &str, second: &str) -> Option<&str> {
        self.json["chunks"].get(layer)?.get(second)?.as_str()
    }
}

/// The moments of a run at which something bends, and some between.
fn moments(played: &Played<'_>, most: usize) -> Vec<u64> {
    let mut all: Vec<u64> = vec![0];
    for keyframe in &played.trace().keyframes {
        let ms = keyframe.at.as_nanos().div_ceil(1_000_000);
        all.extend([ms.saturating_sub(1), ms, ms + 37, ms + 350]);
    }
    all.retain(|&ms| ms <= played.scenario().until_ms);
    all.sort_unstable();
    all.dedup();
    let every = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(every).collect()
}

#[test]
fn a_frame_is_what_its_bindings_say_out_of_the_trace() {
    let mut compared = 0;
    for (name, query) in runs() {
        let mechanism = mechanisms::by_name(name).unwrap();
        let asked = query::parse(mechanism, &query);
        let played = Played::run(mechanism, &asked.scenario).unwrap();
        let whole = window(name, &query, "from=0&to=30000");
        for at_ms in moments(&played, 60) {
            let stage = played.draw(at_ms, &Options { transport: false });
            let html = askama::Template::render(&stage).unwrap().replace("&nbsp;", " ");
            let page = Document::parse(&html).unwrap();
            let moment = format!("{name}?{query} at {at_ms}");
            compared += compare(page.root(), &html, &whole, Moment::from_millis(at_ms), &moment);
        }
    }
    assert!(compared > 50_000, "{compared} values");
}

/// Compares every bound value under `node`; how many there were.
fn compare(node: Node<'_, '_>, html: &str, window: &Window, now: Moment, moment: &str) -> usize {
    let mut compared = 0;
    for element in node.descendants().filter(Node::is_element) {
        for binding in element.attributes() {
            let Some(name) = binding.name().strip_prefix("data-b-") else { continue };
            let here = || format!("{moment}: {name} of {:?}", &html[element.range()]);
            compared += 1;
            let words = binding.value();
            match name {
                "text" => {
                    let text: String =
                        element.children().filter_map(|child| child.text()).collect();
                    assert_eq!(text, fill(words, &window.channels, now), "{}", here());
                }
                "part" => {
                    let markup = window.channels.text(words, now);
                    assert_eq!(bare(element), bare_markup(markup), "{}", here());
                }
                "chunks" => compared += layer(element, words, window, now, &here),
                "if" => {
                    let hidden = element.attribute("display") == Some("none");
                    assert_eq!(!hidden, shows(words, &window.channels, now), "{}", here());
                }
                "on" => {
                    let on = element.attribute("data-on").is_some();
                    assert_eq!(on, is_on(words, &window.channels, now), "{}", here());
                }
                attribute => {
                    let value = fill(words, &window.channels, now);
                    assert_eq!(element.attribute(attribute), Some(&*value), "{}", here());
                }
            }
        }
    }
    compared
}

/// Compares the seconds of a layer: those from six before the present to two after it.
fn layer(
    element: Node<'_, '_>,
    name: &str,
    window: &Window,
    now: Moment,
    here: &dyn Fn() -> String,
) -> usize {
    let second = now.as_millis() / 1000;
    let wanted: Vec<(String, String)> = (second.saturating_sub(6)..=second + 2)
        .filter_map(|second| {
            let markup = window.chunk(name, &second.to_string())?;
            Some((second.to_string(), bare_markup(markup)))
        })
        .collect();
    let drawn: Vec<(String, String)> = element
        .children()
        .filter(Node::is_element)
        .map(|chunk| (chunk.attribute("data-s").unwrap().to_owned(), bare(chunk)))
        .collect();
    assert_eq!(drawn, wanted, "{}", here());
    drawn.len()
}

fn bare_markup(markup: &str) -> String {
    let wrapped = format!("<g>{markup}</g>");
    bare(
        Document::parse(&wrapped)
            .unwrap_or_else(|error| panic!("{error}: {wrapped}"))
            .root_element(),
    )
}

/// What is inside an element, without the values that bindings write.
fn bare(element: Node<'_, '_>) -> String {
    let mut text = String::new();
    for child in element.children() {
        if !child.is_element() {
            text.push_str(child.text().unwrap_or(""));
            continue;
        }
        let bound = |name: &str| child.attribute(format!("data-b-{name}").as_str()).is_some();
        let written: BTreeMap<&str, &str> = child
            .attributes()
            .map(|attribute| (attribute.name(), attribute.value()))
            .filter(|(name, _)| !(bound(name) || *name == "display" && bound("if")))
            .collect();
        let inside = if bound("text") { String::new() } else { bare(child) };
        let _ = write!(text, "<{} {written:?}>{inside}</>", child.tag_name().name());
    }
    text
}

/// Joins windows as the player does.
fn join(mut before: Channels, after: Channels) -> Channels {
    for (name, points) in after.lin {
        let known = before.lin.entry(name).or_default();
        let keep = known.t.partition_point(|&t| t < points.t[0]);
        known.t.truncate(keep);
        known.v.truncate(keep);
        known.t.extend(points.t);
        known.v.extend(points.v);
    }
    for (name, points) in after.step {
        let known = before.step.entry(name).or_default();
        let keep = known.t.partition_point(|&t| t < points.t[0]);
        known.t.truncate(keep);
        known.v.truncate(keep);
        for (t, value) in points.t.into_iter().zip(points.v) {
            if known.v.last() != Some(&value) {
                known.t.push(t);
                known.v.push(value);
            }
        }
    }
    before
}

#[test]
fn windows_join_to_the_whole_run() {
    let long =
        ["load=30&until=12000&n=4100x30", "load=6&credit=3&n=5000x9&until=12000", "run=changed"];
    let bucket = long.into_iter().map(|query| ("token-bucket", query.to_owned()));
    for (name, query) in bucket.chain(runs()) {
        let whole = window(name, &query, "from=0&to=30000");
        let end = whole.json["end"].as_u64().unwrap();
        let mut joined: Option<Channels> = None;
        let mut chunks: BTreeMap<String, BTreeMap<u64, Value>> = BTreeMap::new();
        let mut steps: Vec<Value> = Vec::new();
        for from in (0..end).step_by(2000) {
            let part = window(name, &query, &format!("from={from}&to={}", (from + 2000).min(end)));
            let first = from.saturating_sub(300) / 1000;
            for (layer, seconds) in part.json["chunks"].as_object().unwrap() {
                let known = chunks.entry(layer.clone()).or_default();
                known.retain(|second, _| *second < first);
                let pairs = seconds.as_object().unwrap().iter();
                known.extend(pairs.map(|(second, chunk)| (second.parse().unwrap(), chunk.clone())));
            }
            steps.retain(|step| step["t"].as_u64().unwrap() < from * 1_000_000);
            steps.extend(part.json["steps"].as_array().unwrap().clone());
            joined = Some(joined.map_or(part.channels.clone(), |known| join(known, part.channels)));
        }
        let joined = serde_json::to_string(&joined.unwrap()).unwrap();
        assert_eq!(joined, serde_json::to_string(&whole.channels).unwrap(), "{name}?{query}");
        assert_eq!(Value::from(steps), whole.json["steps"], "{name}?{query}");
        for (layer, seconds) in whole.json["chunks"].as_object().unwrap() {
            for (second, chunk) in seconds.as_object().unwrap() {
                let second: u64 = second.parse().unwrap();
                assert_eq!(chunks[layer].get(&second), Some(chunk), "{query} {layer} {second}");
            }
        }
    }
}

#[test]
fn a_quick_window_is_that_of_the_whole_run() {
    for query in ["load=30&until=20000&n=3000x4", "rate=4&credit=2&load=9&until=20000&n=3000x4"] {
        let slow = window("token-bucket", query, "from=3000&to=5000");
        let shape = slow.json["shape"].as_str().unwrap();
        let quick =
            window("token-bucket", query, &format!("from=3000&to=5000&quick&shape={shape}"));
        for at_ms in 3000..5000 {
            let now = Moment::from_millis(at_ms);
            for name in slow.channels.lin.keys() {
                let apart = slow.channels.number(name, now) - quick.channels.number(name, now);
                // The run that was cut ends with one more point: a millionth of a token.
                assert!(apart.abs() <= 1.0, "{query} {name} at {at_ms}: {apart}");
            }
            for name in slow.channels.step.keys() {
                let (a, b) = (slow.channels.text(name, now), quick.channels.text(name, now));
                assert_eq!(a, b, "{query} {name} at {at_ms}");
            }
        }
        for layer in ["marks", "counts", "flags", "future"] {
            let second = |window: &Window, at: &str| window.chunk(layer, at).map(str::to_owned);
            for at in ["2", "3", "4"] {
                assert_eq!(second(&slow, at), second(&quick, at), "{query} {layer} {at}");
            }
        }
    }
}

#[test]
fn a_fork_has_the_new_run_and_the_old_one_dashed_from_there_on() {
    let old = "load=7";
    let new = "load=7&n=3000x8";
    let plain = window("token-bucket", new, "from=3000&to=6000");
    let forked = window(
        "token-bucket",
        new,
        &format!("from=3000&to=6000&was={}&fork=3000", old.replace('=', "%3D")),
    );
    assert_eq!(plain.channels, forked.channels);
    assert_eq!(plain.json["query"], "load=7&n=3000x8");
    assert!(plain.chunk("ghost", "3").is_none());
    assert!(forked.chunk("ghost", "2").is_none(), "the old run is drawn before the fork");
    // The ghost is the old run's own curve.
    let curve = window("token-bucket", old, "from=3000&to=6000");
    let path = |html: &str, class: &str| {
        html.split(class)
            .nth(1)
            .unwrap()
            .split("d=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    };
    let was = path(curve.chunk("curve", "4").unwrap(), "curve");
    assert_eq!(path(forked.chunk("ghost", "4").unwrap(), "ghost"), was);
    assert!(forked.chunk("past-ghost", "4").is_some());
}

#[test]
fn the_shortest_query_of_what_was_pressed_comes_back() {
    let pressed = window("token-bucket", "load=7&n=3000x8&n=1000x1&until=20000", "from=0&to=1000");
    assert_eq!(pressed.json["query"], "load=7&n=1000x1,3000x8&until=20000");
    assert_eq!(pressed.json["done"], "n=1000x1,3000x8");
    let turned = window("token-bucket", "run=changed&n=9000x1", "from=0&to=1000");
    assert!(turned.json["done"].as_str().unwrap().contains("set="));
}

#[test]
fn steps_know_their_neighbours_outside_of_the_window() {
    let middle = window("token-bucket", "rate=1&burst=2&even=4", "from=2000&to=4000");
    let steps = middle.json["steps"].as_array().unwrap();
    let at = |step: &Value| step["at"].as_u64().unwrap();
    assert_eq!(
        steps.iter().map(at).collect::<Vec<_>>(),
        [2000, 2250, 2500, 2750, 3000, 3250, 3500, 3750, 4000]
    );
    assert_eq!((&middle.json["before"], &middle.json["after"]), (&1750.into(), &4250.into()));
    // One token a second at four requests a second: at each whole second one is admitted.
    assert_eq!(steps[0]["change"], true);
    assert_eq!(steps[1]["change"], true);
    assert_eq!(steps[2]["change"], false);
    assert_eq!(middle.json["change_after"], 4250);
}

#[test]
fn what_cannot_be_answered_is_said_in_a_sentence() {
    let error = |path: &str, status: u16| {
        let answer = common::get(path);
        answer.is(status);
        let json: Value = serde_json::from_str(&answer.body).unwrap();
        json["error"].as_str().unwrap().to_owned()
    };
    assert!(error("/lab/nothing/trace?from=0&to=1", 404).contains("no such mechanism"));
    for window in ["from=x", "from=0&to=y", "from=-1&to=5", "from=5000&to=1000", "from=0&to=90000"]
    {
        assert!(error(&format!("/lab/token-bucket/trace?{window}"), 400).len() > 20, "{window}");
    }
    let full = error("/lab/token-bucket/trace?load=500&until=600000&from=0&to=1000", 422);
    assert!(full.contains("lower the arrivals per second"), "{full}");
    // Nonsense in the run itself is clamped and noted, as on the page.
    let odd = window("token-bucket", "rate=abc&burst=99&x=y&shape=zzz", "from=0&to=99");
    assert_eq!(odd.json["notes"].as_array().unwrap().len(), 3);
    assert_eq!(odd.json["to"], 1000);
}

#[test]
fn a_window_late_in_a_long_run_is_no_larger_than_an_early_one() {
    let size = |from: u64| {
        let more = format!("from={from}&to={}", from + 2000);
        common::get(&format!("/lab/token-bucket/trace?load=30&until=600000&{more}")).body.len()
    };
    let (early, late) = (size(20_000), size(597_000));
    assert!(late < early * 3 / 2, "{early} bytes early, {late} late");
}

/// The script `name`, and all that it imports.
fn loaded(name: &str) -> Vec<&'static Asset> {
    let find = |name: &str| ASSETS.iter().find(|asset| asset.name == name).expect(name);
    let mut scripts: Vec<&Asset> = vec![find(name)];
    let mut next = 0;
    while let Some(script) = scripts.get(next) {
        next += 1;
        let text = std::str::from_utf8(script.bytes).unwrap();
        for import in text.split(" from './").skip(1) {
            let import = find(import.split('\'').next().unwrap_or_default());
            if !scripts.iter().any(|known| known.name == import.name) {
                scripts.push(import);
            }
        }
    }
    scripts
}

#[test]
fn the_scripts_stay_small_and_name_no_mechanism() {
    // Other pages have scripts of their own. The lab fetches `copy.js` when somebody
    // wants a picture, and has `tasks.js` where there is something to do.
    let scripts = loaded("start.js");
    assert!(scripts.len() > 5, "what a script imports was not found");
    let size: usize = scripts.iter().map(|script| script.bytes.len()).sum();
    assert!(size <= 40_000, "{size} bytes of scripts");
    for script in scripts {
        let text = std::str::from_utf8(script.bytes).unwrap();
        for word in ["bucket", "breaker", "token-", "sleeper", "refused", "eval("] {
            assert!(!text.contains(word), "{} says {word}", script.name);
        }
    }
}

#[test]
fn scripts_are_modules_from_here_and_nothing_is_inline() {
    for path in ["/", "/lab/token-bucket", "/chapters/token-bucket"] {
        let page = common::get(path);
        page.is(200).says("<script type=\"module\" src=\"/assets/start.js\"></script>");
        // What ticks the tasks of a lesson comes beside the player.
        let tasks =
            page.body.contains("<script type=\"module\" src=\"/assets/tasks.js\"></script>");
        assert_eq!(page.body.matches("<script").count(), 1 + usize::from(tasks), "{path}");
        assert_eq!(tasks, path.starts_with("/lab/"), "{path}");
        assert!(page.header("content-security-policy").contains("script-src 'self'"));
    }
    let script = common::get("/assets/start.js");
    assert_eq!(script.is(200).header("content-type"), "text/javascript; charset=utf-8");
}
