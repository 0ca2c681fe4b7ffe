//! Limiters side by side: what the page says is what runs made here say.

mod common;

use clock::Moment;
use common::{Answer, get};
use roxmltree::Document;
use simulation::{Accepted, Arrivals, Output, Params, Planned, Query, Scenario, Trace, What, run};
use web::mechanisms;

/// The streams, written down once more.
fn arrivals(stream: &str, limit: u32) -> (Vec<Arrivals>, u64) {
    let each_ms = |from: u64, until: u64| Arrivals::List((from..until).map(Planned::at).collect());
    let at_once = |at_ms, count| Arrivals::Burst { at_ms, count };
    match (stream, limit) {
        ("boundary", 100) => (vec![each_ms(900, 1100)], 2500),
        ("clustered", 100) => (vec![each_ms(900, 2500)], 2500),
        ("idle", limit) => {
            let bursts = [(200, 1), (4200, 2 * limit), (4700, limit), (5100, limit)];
            (bursts.map(|(at_ms, count)| at_once(at_ms, count)).to_vec(), 6000)
        }
        ("overload", limit) => (vec![Arrivals::Even { per_second: 2 * limit }], 4000),
        ("random", limit) => (vec![Arrivals::Poisson { per_second: limit * 3 / 2 }], 5000),
        other => panic!("{other:?} is not written down"),
    }
}

/// The parameters of a second's budget, by the limiter's own words.
fn params(name: &str, limit: u64) -> Params {
    let with =
        |names: &[&str]| names.iter().fold(Params::new(), |params, name| params.with(name, limit));
    match name {
        "token-bucket" | "token-bucket-first-try" => with(&["rate", "burst"]),
        "leaky-meter" | "leaky-meter-first-try" => with(&["rate", "capacity"]),
        "leaky-queue" => with(&["rate", "places"]),
        _ => with(&["limit"]).with("window-ms", 1000),
    }
}

fn trace(name: &str, limit: u32, stream: &str, seed: u64) -> Trace {
    let mechanism = mechanisms::by_name(name).unwrap();
    let params = mechanism.filled(&params(name, limit.into()));
    let (arrivals, until_ms) = arrivals(stream, limit);
    let scenario = Scenario { params, seed, until_ms, arrivals, ..Scenario::default() };
    run(&scenario, &mut *(mechanism.build)(&scenario.params).unwrap()).unwrap()
}

const STREAMS: [&str; 5] = ["boundary", "idle", "overload", "clustered", "random"];
const LIMITERS: [&str; 10] = [
    "fixed-window",
    "fixed-window-first-try",
    "sliding-log",
    "sliding-counter",
    "two-windows",
    "leaky-meter",
    "leaky-meter-first-try",
    "leaky-queue",
    "token-bucket",
    "token-bucket-first-try",
];

/// The piece of a page from `start` to `end`.
#[track_caller]
fn piece<'p>(page: &'p str, start: &str, end: &str) -> &'p str {
    let from = page.find(start).unwrap_or_else(|| panic!("“{start}” is not in\n{page}"));
    let length = page[from..].find(end).unwrap_or_else(|| panic!("no “{end}” after “{start}”"));
    &page[from..from + length]
}

/// What stands between the tags.
fn text(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let text: Vec<&str> = parts.map(str::trim).filter(|part| !part.is_empty()).collect();
    text.join("\n").replace("&#160;", "\u{a0}").replace("&#39;", "'")
}

/// The cells of the table's line `what`, the `nth` of that name.
#[track_caller]
fn cells(page: &Answer, what: &str, nth: usize) -> Vec<String> {
    let row = format!("<th scope=\"row\">{what}</th>");
    let line = page.body.split(&row).nth(nth + 1);
    let line = line.unwrap_or_else(|| panic!("no line “{what}” in\n{}", page.body));
    let line = line.split("</tr>").next().unwrap();
    line.split("<td>").skip(1).map(|cell| text(&format!("<td>{cell}"))).collect()
}

#[test]
fn every_stream_is_drawn_for_every_limiter_as_well_formed_pictures() {
    for stream in STREAMS {
        for two in LIMITERS.chunks(2) {
            for limit in [1, 7, 200] {
                let path =
                    format!("/compare?a={}&b={}&limit={limit}&stream={stream}", two[0], two[1]);
                let page = get(&path);
                page.is(200).says("aria-current=\"true\"");
                assert!(!page.body.contains("style=") && !page.body.contains("<script>"), "{path}");
                let tapes: Vec<&str> = page.body.split("<section class=\"tape").skip(1).collect();
                // The arrivals, two rows, and the differences.
                assert_eq!(tapes.len(), 4, "{path}");
                for tape in tapes {
                    let tape = tape.split("</section>").next().unwrap();
                    let tape = format!("<section class=\"tape{tape}</section>");
                    let parsed = Document::parse(&tape);
                    assert!(parsed.is_ok(), "{path}: {parsed:?} in\n{tape}");
                }
            }
        }
    }
}

#[test]
fn the_page_opens_with_the_usual_two_on_the_burst_at_the_boundary() {
    let page = get("/compare");
    page.is(200)
        .says("<h2 class=\"stream\">A burst at the boundary</h2>")
        .says("At 1.099\u{a0}s, request 200 arrived. Fixed window let it through; Token bucket refused it.")
        .says("Limit, requests a window: 100 · Window, ms: 1000")
        .says("Tokens per second: 100 · Bucket holds, tokens: 100 · Credit, tokens: 0")
        .says("<link rel=\"canonical\" href=\"/compare?a=fixed-window&#38;b=token-bucket\">");
}

#[test]
fn the_numbers_are_those_of_runs_made_here() {
    for stream in STREAMS {
        let names = ["sliding-counter", "leaky-queue", "token-bucket", "leaky-meter-first-try"];
        let [a, b, c, d] = names;
        for at_ms in [0, 950, 1050, 2000] {
            let query = format!("a={a}&b={b}&c={c}&d={d}&stream={stream}&seed=5&t={at_ms}");
            let page = get(&format!("/compare?{query}"));
            page.is(200);
            let traces = names.map(|name| trace(name, 100, stream, 5));
            let end_ms = traces[0].until.as_millis();
            let ask = |query: Query| traces.each_ref().map(|trace| query.ask(trace).to_string());
            let now = [
                ("Let through so far, requests", Query::AdmittedUntil(at_ms)),
                ("Refused so far, requests", Query::RefusedUntil(at_ms)),
                ("Let through, requests", Query::AdmittedUntil(end_ms)),
                ("Refused, requests", Query::RefusedUntil(end_ms)),
                ("Most let through within any 200\u{a0}ms", Query::MostWithin(200)),
                ("Most let through within any 1\u{a0}s", Query::MostWithin(1000)),
            ];
            for (what, query) in now {
                assert_eq!(cells(&page, what, 0), ask(query), "{stream} at {at_ms}: {what}");
            }
            let first = traces.each_ref().map(|trace| {
                trace.first_refusal().map_or("never".to_owned(), simulation::text::seconds)
            });
            assert_eq!(cells(&page, "First refusal", 0), first, "{stream}");
            // Who was told to wait and has not gone yet.
            let now = Moment::from_millis(at_ms);
            let waiting = traces.each_ref().map(|trace| {
                let held =
                    trace.events.iter().filter(|event| event.at <= now).filter_map(|event| {
                        if let What::Out(Output::Hold { id, .. }) = event.what {
                            Some(id)
                        } else {
                            None
                        }
                    });
                held.filter(|&id| trace.admitted_at(id).is_none_or(|at| at > now))
                    .count()
                    .to_string()
            });
            assert_eq!(cells(&page, "Waiting now, requests", 0), waiting, "{stream} at {at_ms}");
        }
    }
}

/// When a request came that some of these runs refuse and some do not.
fn differences_ms(traces: &[Trace]) -> Vec<u64> {
    let verdicts: Vec<_> = traces.iter().map(Trace::verdicts).collect();
    let said = |trace: usize, id| matches!(verdicts[trace][&id].accepted, Accepted::Refused(_));
    let ids = verdicts[0].keys().copied();
    let differ = ids.filter(|&id| (1..traces.len()).any(|other| said(other, id) != said(0, id)));
    differ.map(|id| verdicts[0][&id].arrived.as_millis()).collect()
}

/// Where the ticks of the row of differences stand, in ms.
fn ticks_ms(page: &Answer) -> Vec<f64> {
    let row = piece(&page.body, "<section class=\"tape differ\"", "</section>");
    let path = piece(row, " d=\"", "\"/>").trim_start_matches(" d=\"");
    let places = path.split('M').skip(1).map(|tick| tick.split(' ').next().unwrap());
    places.map(|x| x.parse::<f64>().unwrap() / 0.16).collect()
}

/// The moment of the transport's link `key`, if it leads anywhere.
fn leads_to(page: &Answer, key: &str) -> Option<u64> {
    let link = piece(&page.body, &format!("data-at=\"{key}\""), ">");
    link.split_once("data-ms=\"").map(|(_, ms)| ms.split('"').next().unwrap().parse().unwrap())
}

#[test]
fn the_row_of_differences_is_what_a_naive_comparison_finds() {
    for (stream, names) in [
        ("boundary", &["fixed-window", "token-bucket"][..]),
        ("idle", &["sliding-log", "leaky-meter", "token-bucket"]),
        ("random", &["fixed-window", "leaky-queue", "two-windows", "token-bucket"]),
    ] {
        let traces: Vec<Trace> = names.iter().map(|name| trace(name, 100, stream, 1)).collect();
        let expected = differences_ms(&traces);
        assert!(expected.len() > 20, "{stream}: {}", expected.len());
        let rows: Vec<String> = ["a", "b", "c", "d"]
            .iter()
            .zip(names)
            .map(|(key, name)| format!("{key}={name}"))
            .collect();
        let rows = rows.join("&");
        for at_ms in [0, 1023, expected[10], 4700] {
            let page = get(&format!("/compare?{rows}&stream={stream}&t={at_ms}"));
            let at_ms = at_ms.min(traces[0].until.as_millis());
            let so_far = expected.iter().filter(|&&ms| ms <= at_ms).count();
            if so_far > 0 {
                page.says(&format!("{so_far} of "));
            }
            let next = expected.iter().copied().find(|&ms| ms > at_ms);
            let previous = expected.iter().copied().rfind(|&ms| ms < at_ms);
            assert_eq!(leads_to(&page, "next"), next, "{stream} at {at_ms}");
            assert_eq!(leads_to(&page, "previous"), previous, "{stream} at {at_ms}");
            // Each tick is one of them, and each of them is near a tick: ticks of
            // less than 1.5 pixels, 9.4 ms, are one.
            let ticks = ticks_ms(&page);
            let near = |ms: u64, tick: f64, most: f64| (float(ms) - tick).abs() <= most;
            assert!(ticks.iter().all(|&tick| expected.iter().any(|&ms| near(ms, tick, 0.5))));
            assert!(expected.iter().all(|&ms| ticks.iter().any(|&tick| near(ms, tick, 9.4))));
        }
    }
}

#[test]
fn a_cluster_beats_every_estimate_by_as_much_as_is_known() {
    // A budget of 100 at 0.900 to 0.999 s and then one a millisecond. Both halves
    // of the fixed window's burst lie within 200 ms; the two windows' estimate is
    // too low by what it takes for even, 189 in a second; the log is exact; a
    // bucket that holds B gives B and what flows in, less the last whole token.
    let names = ["fixed-window", "two-windows", "sliding-log", "token-bucket"];
    let [a, b, c, d] = names;
    let page = get(&format!("/compare?a={a}&b={b}&c={c}&d={d}&stream=clustered"));
    let most = |length: &str| cells(&page, &format!("Most let through within any {length}"), 0);
    assert_eq!(most("200\u{a0}ms"), ["200", "109", "100", "119"]);
    assert_eq!(most("1\u{a0}s"), ["200", "189", "100", "199"]);
}

#[test]
fn what_an_address_says_wrong_is_said_and_escaped() {
    get("/compare?a=token-buket&b=sliding-log&limit=30")
        .is(404)
        .says("No limiter is called “token-buket”.")
        .says("Did you mean “Token bucket”?")
        .says("href=\"/compare?a=token-bucket&#38;b=sliding-log&#38;limit=30\"");
    get("/compare?a=%3Cb%3E").is(404).says("No limiter is called “&#60;b&#62;”.");
    get("/compare?b=breaker").is(422).says("decides by more than when a request comes");
    get("/compare?stream=rain").is(404).says("No stream is called “rain”.");
    get("/compare?a=sliding-log&b=sliding-log")
        .is(200)
        .says("Sliding log stands here twice: these rows are the same.")
        .says("not yet: all 200 were decided alike");
    get("/compare?limit=%3Ci%3E&t=99999&seed=-1&x%3D=%00")
        .is(200)
        .says("The budget: “&#60;i&#62;” is not a whole number, so it is 100.")
        .says("The moment, in ms, goes from 0 to 2500: 99999 was taken as 2500.")
        .says("The seed goes from 0 to 18446744073709551615: -1 was taken as 0.")
        .says("“x=” means nothing here");
    get("/compare?limit=999").is(200).says("999 was taken as 200");
    get("/compare?seeds=200").is(200).says("This stream has nothing random");
}

#[test]
fn a_form_is_answered_with_the_link_to_its_frame() {
    let page = get("/compare?a=sliding-log&b=token-bucket&c=&d=&limit=100&stream=idle&was=form");
    assert_eq!(page.header("location"), "/compare?a=sliding-log&b=token-bucket&stream=idle");
    let page = get("/compare?a=fixed-window&b=token-bucket&was=1100&scrub=900&t=1100");
    assert_eq!(page.header("location"), "/compare?a=fixed-window&b=token-bucket&t=900");
}

#[test]
fn a_name_leads_to_the_lab_with_this_run_where_a_link_can_hold_it() {
    let page = get("/compare?a=fixed-window&b=token-bucket&limit=10&stream=overload&t=700");
    page.says("href=\"/lab/fixed-window?even=20&#38;seed=1&#38;until=4000&#38;t=700\"")
        .says("href=\"/lab/token-bucket?rate=10&#38;burst=10&#38;even=20&#38;seed=1&#38;until=4000&#38;t=700\"");
    assert!(!page.body.contains("too large"), "{}", page.body);
    // The lab's bucket holds twelve, and a link no list of 1600 moments.
    get("/compare")
        .says("href=\"/lab/token-bucket\"")
        .says("too large for the lab of Token bucket.");
    get("/compare?stream=clustered")
        .says("too large for the lab of Fixed window and Token bucket.");
}

#[test]
fn the_first_page_and_the_lab_of_each_limiter_lead_here_and_no_other_lab() {
    get("/").says("href=\"/compare\"");
    for mechanism in mechanisms::all() {
        let page = get(&format!("/lab/{}", mechanism.name));
        let link = format!("href=\"/compare?a={}\"", mechanism.name);
        assert_eq!(page.body.contains(&link), LIMITERS.contains(&mechanism.name), "{link}");
    }
}

fn float(number: impl TryInto<u32>) -> f64 {
    f64::from(number.try_into().ok().expect("a small number"))
}

/// Least, median and most.
fn spread(mut numbers: Vec<usize>) -> [usize; 3] {
    numbers.sort_unstable();
    [numbers[0], numbers[(numbers.len() - 1) / 2], numbers[numbers.len() - 1]]
}

#[test]
fn the_table_of_seeds_is_what_the_runs_one_by_one_say() {
    let names = ["fixed-window", "leaky-queue", "token-bucket"];
    let [a, b, c] = names;
    let page = get(&format!("/compare?a={a}&b={b}&c={c}&limit=20&stream=random&seeds=9"));
    page.is(200).says("Each band holds all 9 runs");
    for name in names {
        let title = mechanisms::by_name(name).unwrap().title;
        let traces: Vec<Trace> = (1..=9).map(|seed| trace(name, 20, "random", seed)).collect();
        let within =
            spread(traces.iter().map(|trace| trace.most_admitted_within_ms(1000)).collect());
        assert_eq!(cells(&page, title, 0), within.map(|number| number.to_string()), "{name}");
        let refused = spread(
            traces
                .iter()
                .map(|trace| trace.refused_until(trace.until) * 1000 / trace.verdicts().len())
                .collect(),
        );
        let percent = |permille: usize| format!("{}.{}\u{a0}%", permille / 10, permille % 10);
        assert_eq!(cells(&page, title, 1), refused.map(percent), "{name}");
    }
}

#[test]
fn the_band_of_one_seed_is_its_own_run() {
    // So many that some go in the last millisecond of a step.
    let page = get("/compare?a=fixed-window&b=token-bucket&limit=200&stream=random&seeds=1");
    let trace = trace("fixed-window", 200, "random", 1);
    let step = |i: u64| {
        let inside = |event: &&simulation::Event| event.at.as_millis() / 100 == i;
        let went = |event: &&simulation::Event| matches!(event.what, What::Out(Output::Admit(_)));
        trace.events.iter().filter(inside).filter(went).count()
    };
    let steps: Vec<usize> = (0..50).map(step).collect();
    let figure = piece(&page.body, "<figcaption>Fixed window</figcaption>", "</figure>");
    let top: usize = piece(figure, "y=\"12\">", "&#160;")["y=\"12\">".len()..]
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let median = piece(figure, "<path class=\"s-ok w2\" d=\"M", "\"/>");
    let ys: Vec<f64> =
        median.split('L').map(|point| point.rsplit(' ').next().unwrap().parse().unwrap()).collect();
    assert_eq!(ys.len(), 100);
    for (i, &count) in steps.iter().enumerate() {
        // Heights are rounded to a tenth of a hundredth.
        let expected = 100.0 - 100.0 * float(count) / float(top);
        assert!((ys[2 * i] - expected).abs() <= 0.1, "step {i}: {count} at {}", ys[2 * i]);
    }
}

#[test]
fn too_many_runs_are_an_error_that_says_what_to_lower() {
    let rows = "a=fixed-window&b=token-bucket&c=sliding-log&d=leaky-queue";
    get(&format!("/compare?{rows}&stream=random&load=500&seeds=400"))
        .is(422)
        .says("role=\"alert\"")
        .says("400 runs of about 2500 requests with 4 limiters would be about 4000000 requests")
        .says("fewer seeds");
}

#[test]
fn the_script_is_small_and_knows_no_rule() {
    let script = get("/assets/compare.js");
    assert!(script.is(200).body.len() <= 6000, "{} bytes", script.body.len());
    for word in ["bucket", "window-", "token", "refused", "admitted", "eval("] {
        assert!(!script.body.contains(word), "it says {word}");
    }
}

/// The same without the counts that are not known yet.
fn seen(html: &str) -> String {
    let mut parts = html.split("<g class=\"count\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |seen, part| {
        let (tag, count) = part.split_once('>').unwrap_or((part, ""));
        let after = count.split_once("</g>").map_or("", |(_, after)| after);
        seen + if tag.contains("hidden") { after } else { count }
    })
}

#[test]
fn one_frame_in_words_is_as_it_was_read() {
    let page = get("/compare?a=fixed-window&b=sliding-log&c=leaky-queue&d=token-bucket&t=1050");
    let words = text(&seen(piece(&page.body, "<main", "<aside")));
    insta::assert_snapshot!("boundary", words);
}
