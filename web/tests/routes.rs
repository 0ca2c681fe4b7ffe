//! Every route answers, and every error is a page that leads on.

mod common;

use axum::http::Method;
use common::{ask, get};
use web::assets::ASSETS;
use web::contents::{self, Exercise};

#[test]
fn the_first_page_lists_every_chapter_and_exercise() {
    let page = get("/");
    page.is(200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(contents::chapters().count(), 19);
    for chapter in contents::chapters() {
        page.says(chapter.title).says(chapter.question);
        let link = format!("href=\"/chapters/{}\"", chapter.name);
        assert_eq!(page.body.contains(&link), chapter.lesson.is_some(), "{link}");
    }
    for exercise in contents::exercises() {
        page.says(&format!("href=\"/exercises/{}\"", exercise.name()));
        page.says(&format!("cargo test -p {}", exercise.name()));
    }
}

#[test]
fn the_first_page_shows_one_frame_of_a_run() {
    let page = get("/");
    assert_eq!(page.body.matches("<figure").count(), 1);
    page.says("Twelve requests a second meet a limit of eight");
}

#[test]
fn chapters_are_numbered_in_order() {
    let numbers: Vec<u8> = contents::chapters().map(|chapter| chapter.number).collect();
    assert_eq!(numbers, (1..=19).collect::<Vec<u8>>());
}

#[test]
fn each_lesson_has_a_page_with_one_title() {
    for chapter in contents::chapters().filter(|chapter| chapter.lesson.is_some()) {
        let page = get(&format!("/chapters/{}", chapter.name));
        page.is(200).says(&format!("Chapter {} ", chapter.number));
        assert_eq!(page.body.matches("<h1").count(), 1, "{}", chapter.name);
    }
}

#[test]
fn each_exercise_has_a_page_with_its_file_and_command() {
    for exercise in contents::exercises() {
        let page = get(&format!("/exercises/{}", exercise.name()));
        page.is(200)
            .says(exercise.title())
            .says(&format!("exercises/{}/src/answer.rs", exercise.folder))
            .says(&format!("cargo test -p {}", exercise.name()))
            .says("Back to the chapter");
        assert_eq!(page.body.matches("<h1").count(), 1, "{}", exercise.name());
        assert!(exercise.minutes().is_some_and(|minutes| minutes > 0), "{}", exercise.name());
    }
}

#[test]
fn a_chapter_takes_as_long_as_its_lesson_says() {
    for chapter in contents::chapters() {
        let exercises: u32 = chapter.exercises.iter().filter_map(Exercise::minutes).sum();
        assert!(exercises < chapter.minutes, "{}: {exercises}", chapter.name);
        let Some((_, said)) =
            chapter.lesson.as_ref().and_then(|lesson| lesson.html.split_once("id=\"minutes\""))
        else {
            continue;
        };
        assert!(said.contains(&format!(": {}.", chapter.minutes)), "{}: {said}", chapter.name);
    }
}

#[test]
fn an_unknown_chapter_says_so_and_names_the_nearest() {
    get("/chapters/token-buket")
        .is(404)
        .says("No chapter is called “token-buket”.")
        .says("href=\"/chapters/token-bucket\"")
        .says("href=\"/\"");
    let far = get("/chapters/zzz");
    far.is(404).says("No chapter is called “zzz”.");
    assert!(!far.body.contains("Did you mean"), "{}", far.body);
}

#[test]
fn a_chapter_that_is_to_come_says_so() {
    get("/chapters/bulkhead").is(404).says("Chapter 8, Bulkhead, is not written yet.");
}

#[test]
fn an_unknown_exercise_says_so_and_names_the_nearest() {
    get("/exercises/06a-last-token")
        .is(404)
        .says("No exercise is called “06a-last-token”.")
        .says("href=\"/exercises/last-token\"");
}

#[test]
fn an_unknown_route_says_what_was_not_found() {
    for path in ["/wp-login.php", "/chapters/clock/more", "/assets", "/LAB", "/a%20b"] {
        get(path).is(404).says(&format!("Nothing is at {path}.")).says("href=\"/\"");
    }
    get("/chapters").is(404).says("listed on the first page");
    get("/assets/page.js").is(404).says("Nothing is at /assets/page.js.");
}

#[test]
fn what_the_address_says_is_never_markup() {
    for path in ["/%3Cscript%3E", "/chapters/%3Cscript%3E", "/exercises/%3Cscript%3E%22"] {
        let page = get(path);
        page.is(404);
        assert!(!page.body.contains("<script>"), "{}", page.body);
    }
    get("/chapters/%3Cb%3E").says("No chapter is called “&#60;b&#62;”.");
}

#[test]
fn assets_come_with_their_type_and_are_asked_for_only_once() {
    for asset in &ASSETS {
        let path = format!("/assets/{}", asset.name);
        let first = get(&path);
        first.is(200);
        let kind = match asset.name.rsplit_once('.') {
            Some((_, "svg")) => "image/svg+xml",
            Some((_, "js")) => "text/javascript; charset=utf-8",
            _ => "text/css; charset=utf-8",
        };
        assert_eq!(first.header("content-type"), kind);
        assert_eq!(first.header("cache-control"), "no-cache");
        let tag = first.header("etag");
        let again = ask(Method::GET, &path, &[("if-none-match", tag)]);
        assert_eq!((again.status.as_u16(), again.body.as_str()), (304, ""));
        assert_eq!(again.header("etag"), tag);
        let other = ask(Method::GET, &path, &[("if-none-match", "\"0\"")]);
        assert_eq!((other.status.as_u16(), &other.body), (200, &first.body));
    }
}

#[test]
fn the_icon_is_also_where_browsers_look_for_it() {
    let icon = get("/favicon.ico");
    assert_eq!((icon.status.as_u16(), icon.header("content-type")), (200, "image/svg+xml"));
}

#[test]
fn head_answers_as_get_without_a_body() {
    for path in ["/", "/chapters/clock", "/assets/page.css", "/nothing"] {
        let (get, head) = (get(path), ask(Method::HEAD, path, &[]));
        assert_eq!((head.status, head.body.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.headers.get("content-type"), get.headers.get("content-type"));
    }
}

#[test]
fn a_method_that_a_page_does_not_take_is_a_page() {
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let text = format!("It does not take {method} requests.");
        let page = ask(method, "/", &[]);
        page.is(405).says(&text).says("href=\"/\"");
        assert_eq!(page.header("allow"), "GET,HEAD");
    }
}
