//! The lab's routes.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use tower::ServiceExt as _;
use web::run::{Off, Runs};

struct Page {
    status: StatusCode,
    location: Option<String>,
    body: String,
}

async fn get(path: &str) -> Page {
    let request = Request::get(path).body(Body::empty()).unwrap();
    let response = web::lab::routes(Runs::off(Off::Asked)).oneshot(request).await.unwrap();
    let status = response.status();
    let location = response.headers().get(header::LOCATION);
    let location = location.map(|place| place.to_str().unwrap().to_owned());
    let body = to_bytes(response.into_body(), 4_000_000).await.unwrap();
    Page { status, location, body: String::from_utf8(body.to_vec()).unwrap() }
}

async fn shown(path: &str) -> String {
    let page = get(path).await;
    assert_eq!(page.status, StatusCode::OK, "{path}");
    page.body
}

/// The address of the link that is called `name`.
fn link(body: &str, name: &str) -> Option<String> {
    // The player's own buttons are not of this page yet.
    let body = body.split("<template").next().unwrap();
    let label = format!("aria-label=\"{name}\"");
    let before = body[..body.find(&label)?].rfind("href=\"")?;
    let rest = &body[before + 6..];
    Some(rest[..rest.find('"')?].replace("&#38;", "&").replace("&amp;", "&"))
}

#[tokio::test]
async fn a_frame_is_a_page_with_picture_sentence_and_steps() {
    let body = shown("/lab/token-bucket?run=after-a-pause").await;
    assert!(body.contains("<h1>Token bucket</h1>"));
    assert!(body.contains("At 1.000\u{a0}s: 8 requests at once: 5 admitted, 3 refused."));
    assert!(body.contains("<link rel=\"canonical\" href=\"/lab/token-bucket?run=after-a-pause\">"));
    assert!(!body.contains("style=") && !body.contains("<script>"));
}

#[tokio::test]
async fn every_curated_run_of_every_mechanism_is_shown() {
    for mechanism in web::mechanisms::all() {
        for curated in (mechanism.curated)() {
            let path = web::query::link(mechanism, &curated.scenario, curated.at_ms);
            assert!(shown(&path).await.contains("aria-current=\"true\""), "{path}");
        }
    }
}

#[tokio::test]
async fn next_and_previous_lead_from_event_to_event() {
    // Even arrivals, four a second: at 0, 250, 500 ms.
    let body = shown("/lab/token-bucket?even=4&t=300").await;
    assert_eq!(link(&body, "Next event").unwrap(), "/lab/token-bucket?even=4&t=500");
    assert_eq!(link(&body, "Previous event").unwrap(), "/lab/token-bucket?even=4&t=250");
    assert_eq!(link(&body, "100 ms ahead").unwrap(), "/lab/token-bucket?even=4&t=400");
    let body = shown("/lab/token-bucket?even=4&t=250").await;
    assert_eq!(link(&body, "Previous event").unwrap(), "/lab/token-bucket?even=4");
    assert_eq!(link(&body, "Last moment").unwrap(), "/lab/token-bucket?even=4&t=10000");
}

#[tokio::test]
async fn next_change_leads_to_the_first_refusal() {
    // Three tokens and none to come: the fourth of ten a second, at 300 ms, is refused.
    let body = shown("/lab/token-bucket?rate=0&burst=3&even=10").await;
    let next = link(&body, "Next change").unwrap();
    assert_eq!(next, "/lab/token-bucket?rate=0&burst=3&even=10&t=300");
    assert!(shown(&next).await.contains("request 4 refused"));
}

#[tokio::test]
async fn an_event_between_two_milliseconds_is_stepped_over_in_both_directions() {
    // Seven a second: a wait on credit ends between milliseconds.
    let from = "/lab/token-bucket?rate=7&burst=1&credit=3&burst-at=0x3";
    let mut path = from.to_owned();
    let mut there = vec![];
    while let Some(next) = link(&shown(&path).await, "Next event") {
        there.push(path);
        path = next;
        assert!(there.len() < 10, "{there:?}");
    }
    // 1/7 s and 2/7 s, rounded up.
    assert!(path.ends_with("&t=286"), "{path}");
    let mut back = vec![];
    while let Some(previous) = link(&shown(&path).await, "Previous event") {
        path = previous;
        back.insert(0, path.clone());
    }
    assert_eq!(back, there);
}

#[tokio::test]
async fn a_press_is_a_link_to_the_run_that_has_it() {
    let body = shown("/lab/token-bucket?t=3000").await;
    assert!(
        body.contains("href=\"/lab/token-bucket?n=3000x1&#38;t=3000\" data-press=\"n={t}x1\""),
        "{body}"
    );
    assert!(
        body.contains("href=\"/lab/token-bucket?n=3000x10&#38;t=3000\" data-press=\"n={t}x10\"")
    );
}

#[tokio::test]
async fn what_was_pressed_can_be_taken_back() {
    let body = shown("/lab/token-bucket?n=3000x8&t=3000").await;
    let back = link(&body, "Take back: 3.000\u{a0}s: you send 8").unwrap();
    assert_eq!(back, "/lab/token-bucket?t=3000");
}

#[tokio::test]
async fn a_form_is_answered_with_the_link_to_its_frame() {
    let page =
        get("/lab/token-bucket?rate=10&burst=5&credit=0&load=6&seed=7&until=10000&t=200&was=200")
            .await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    assert_eq!(page.location.unwrap(), "/lab/token-bucket?rate=10&t=200");
    // What it could not take as it was must be said, so there is a page.
    assert!(
        shown("/lab/token-bucket?rate=999&t=200&was=200").await.contains("999 was taken as 50")
    );
}

#[tokio::test]
async fn the_forms_keep_what_they_do_not_show_and_its_order() {
    let path = "/lab/token-bucket?even=3&load=4&burst-at=50x2&set=100.rate.2&n=3000x8&seed=3&t=40";
    let body = shown(path).await;
    let form = &body[body.find("<form class=\"controls\"").unwrap()..];
    let form = &form[..form.find("</form>").unwrap()];
    let fields: Vec<(&str, &str)> = form
        .split("<input ")
        .skip(1)
        // A slider says what its number says.
        .filter(|input| !input.starts_with("class=\"slider\""))
        .map(|input| {
            let value = |name: &str| input.split(name).nth(1).unwrap().split('"').next().unwrap();
            (value("name=\""), value("value=\""))
        })
        .collect();
    let query: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let page = get(&format!("/lab/token-bucket?{}", query.join("&"))).await;
    assert_eq!(page.location.as_deref(), Some(path));
}

#[tokio::test]
async fn an_unknown_mechanism_is_a_page_that_leads_on() {
    let page = get("/lab/leaky-b%3Cucket").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(page.body.contains("There is no “leaky-b&#60;ucket” in the lab"), "{}", page.body);
    assert!(page.body.contains("href=\"/lab/token-bucket\""));
}

#[tokio::test]
async fn what_was_not_taken_as_it_was_is_said_and_escaped() {
    let body = shown("/lab/token-bucket?rate=abc&%3Cb%3E=1&t=999999").await;
    assert!(body.contains("“Tokens per second”: “abc” is not a whole number, so it is 8."));
    assert!(body.contains("“&#60;b&#62;” means nothing here and was left out."));
    assert!(body.contains("The run ends at 10.000\u{a0}s"));
}

#[tokio::test]
async fn a_run_over_the_limits_names_two_controls_and_keeps_the_form() {
    let page = get("/lab/token-bucket?load=400&until=100000").await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.body.contains("lower the arrivals per second or the length of the run"));
    assert!(page.body.contains("name=\"load\" min=\"0\" max=\"500\" value=\"400\""));
    assert!(page.body.contains("name=\"until\" min=\"1\" max=\"600000\" value=\"100000\""));
    assert!(!page.body.contains("class=\"ribbon\""));
}

#[tokio::test]
async fn a_run_that_is_too_long_for_a_link_says_so_and_is_shown() {
    let presses: Vec<String> = (0..190).map(|i| format!("{}x1", 10_000 + i)).collect();
    let body = shown(&format!("/lab/token-bucket?until=20000&n={}", presses.join(","))).await;
    assert!(body.contains("A link to this run would have "), "{}", presses.join(",").len());
    let file = body.split("href=\"/lab/token-bucket/run.txt").nth(1).expect("a file is offered");
    let file = file.split('"').next().unwrap().replace("&#38;", "&");
    let text = shown(&format!("/lab/token-bucket/run.txt{file}")).await;
    // The file leads to the whole run.
    let line = text.lines().find(|line| line.starts_with("/lab/")).expect("an address");
    assert_eq!(shown(line).await, body);
    assert!(!body.contains("rel=\"canonical\""));
    assert!(body.contains(
        "<span class=\"button off\" data-press=\"n={t}x1\" data-key=\"S\">Send one</span>"
    ));
}

#[tokio::test]
async fn the_log_has_the_rows_around_the_moment_and_marks_the_last_step() {
    let body = shown("/lab/token-bucket?even=4&t=5100").await;
    let log = &body[body.find("<table class=\"log\">").unwrap()..];
    // From 3.6 s to 6.6 s, four a second: 3.75 … 6.5.
    assert_eq!(log.matches("<td class=\"time\">").count(), 12);
    assert!(log.contains(
        "aria-current=\"step\"><td class=\"time\"><a href=\"/lab/token-bucket?even=4&#38;t=5000\">"
    ));
    let crowded = shown("/lab/token-bucket?even=500&t=5100").await;
    assert_eq!(crowded.matches("<td class=\"time\">").count(), 50);
}

#[tokio::test]
async fn every_control_has_a_name() {
    let body = shown("/lab/token-bucket?t=300").await;
    for (i, input) in body.split("<input ").skip(1).enumerate() {
        let tag = input.split('>').next().unwrap();
        let before = body.split("<input ").nth(i).unwrap();
        let labelled = before.rfind("<label").is_some_and(|at| !before[at..].contains("</label>"));
        assert!(tag.contains("type=\"hidden\"") || tag.contains("aria-label") || labelled, "{tag}");
    }
    for link in body.split("<a ").skip(1) {
        let (tag, rest) = link.split_once('>').unwrap();
        let words = rest.split("</a>").next().unwrap();
        assert!(tag.contains("aria-label") || !words.starts_with('<'), "{tag}");
    }
}

#[tokio::test]
async fn a_service_can_be_broken_and_healed_and_the_page_shows_the_one_that_changes_something() {
    // The one that is shown is marked; without the mark the other one is.
    let marked = "data-b-on=\"failing 0\" data-on>Break the service</a>";
    let well = shown("/lab/breaker?load=0&t=1000").await;
    assert!(well.contains(marked));
    let broken = "/lab/breaker?load=0&set=1000.failing.100&t=1000";
    assert!(well.contains(&format!("href=\"{}\"", broken.replace('&', "&#38;"))), "{well}");
    let broken = shown(broken).await;
    assert!(!broken.contains(marked) && broken.contains("Heal the service"));
    // Whatever it was that broke it.
    assert!(broken.contains("data-press=\"set={t}.failing.0,{t}.hole.0\""));
    assert!(!shown("/lab/token-bucket").await.contains("the service"));
}

#[tokio::test]
async fn a_knob_whose_values_have_names_is_a_list_of_them() {
    let body = shown("/lab/breaker?trigger=2&set=500.hole.1").await;
    assert!(body.contains("<option value=\"2\" selected>failures in a row</option>"));
    assert!(body.contains("\u{201c}Calls are answered\u{201d} becomes never"));
    assert!(!body.contains("<input type=\"number\" name=\"trigger\""));
    // The knobs after the first few are behind a word, which is open if one is set.
    assert!(body.contains("<details class=\"more\">\n<summary>Seed and length"));
    assert!(!shown("/lab/breaker").await.contains("<details class=\"more\" open>"));
    let service = shown("/lab/service?policy=1").await;
    assert!(service.contains("<option value=\"1\" selected>bounded queue</option>"));
}
