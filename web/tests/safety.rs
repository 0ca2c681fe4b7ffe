//! Other sites cannot reach a server on the reader's own machine.

mod common;

use axum::body::Body;
use axum::http::{Method, Request};
use common::{Answer, ask, get, send};
use web::safety::{ADDRESS_BYTES_MAX, BODY_BYTES_MAX};

const PAGES: [&str; 6] = [
    "/",
    "/chapters/clock",
    "/exercises/last-token",
    "/assets/page.css",
    "/nothing",
    "/favicon.ico",
];

#[track_caller]
fn has_every_header(answer: &Answer) {
    let policy = answer.header("content-security-policy");
    let parts: Vec<&str> = policy.split(';').map(str::trim).collect();
    assert_eq!(
        parts,
        [
            "default-src 'none'",
            "style-src 'self'",
            "img-src 'self' data:",
            "script-src 'self'",
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
    );
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(answer.header("referrer-policy"), "no-referrer");
    assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
    let cors = answer.headers.keys().find(|name| name.as_str().starts_with("access-control"));
    assert_eq!(cors, None);
}

#[test]
fn every_answer_has_every_header() {
    for path in PAGES {
        for method in [Method::GET, Method::HEAD, Method::POST, Method::OPTIONS] {
            has_every_header(&ask(method, path, &[]));
        }
        has_every_header(&ask(Method::GET, path, &[("host", "example.com")]));
        has_every_header(&ask(Method::GET, path, &[("sec-fetch-site", "cross-site")]));
    }
}

#[test]
fn its_own_names_are_answered() {
    for host in ["127.0.0.1:4242", "localhost:4242", "[::1]:4242", "LOCALHOST:4242"] {
        ask(Method::GET, "/", &[("host", host)]).is(200);
    }
}

#[test]
fn a_foreign_name_is_421_and_says_where_to_go() {
    for host in
        ["example.com", "example.com:4242", "localhost:80", "localhost", "127.0.0.2:4242", ""]
    {
        for path in PAGES {
            let answer = ask(Method::GET, path, &[("host", host)]);
            answer.is(421).says("answers only to its own address, http://127.0.0.1:4242.");
        }
        ask(Method::POST, "/", &[("host", host)]).is(421);
    }
}

#[test]
fn no_name_and_two_names_are_421() {
    send(Request::get("/").body(Body::empty()).unwrap()).is(421);
    ask(Method::GET, "/", &[("host", "localhost:4242"), ("host", "localhost:4242")]).is(421);
}

#[test]
fn a_foreign_name_in_the_request_line_is_421() {
    ask(Method::GET, "http://example.com/", &[("host", "localhost:4242")]).is(421);
    ask(Method::GET, "http://localhost:4242/", &[("host", "localhost:4242")]).is(200);
}

#[test]
fn another_site_cannot_load_a_part() {
    for site in ["cross-site", "same-site", "something-new"] {
        for (mode, dest) in [
            ("no-cors", "script"),
            ("no-cors", "image"),
            ("cors", "empty"),
            ("navigate", "iframe"),
            ("navigate", "object"),
            ("no-cors", "document"),
        ] {
            for path in PAGES {
                let from =
                    [("sec-fetch-site", site), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)];
                let answer = ask(Method::GET, path, &from);
                answer.is(403).says("Another site asked for this");
            }
        }
        ask(Method::GET, "/", &[("sec-fetch-site", site)]).is(403);
    }
}

#[test]
fn a_second_header_cannot_hide_another_site() {
    let twice = [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")];
    ask(Method::GET, "/", &twice).is(403);
}

#[test]
fn a_link_on_another_site_can_be_followed() {
    for site in ["cross-site", "same-site", "same-origin", "none"] {
        let followed = [
            ("sec-fetch-site", site),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        ask(Method::GET, "/chapters/clock", &followed).is(200);
        ask(Method::HEAD, "/chapters/clock", &followed).is(200);
    }
}

#[test]
fn its_own_pages_and_the_reader_are_answered() {
    for site in ["same-origin", "none"] {
        let part =
            [("sec-fetch-site", site), ("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "style")];
        ask(Method::GET, "/assets/page.css", &part).is(200);
    }
}

#[test]
fn another_site_cannot_send_a_form() {
    let form = [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "navigate"),
        ("sec-fetch-dest", "document"),
    ];
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
        for path in PAGES {
            ask(method.clone(), path, &form).is(403).says("Another site asked for this");
        }
    }
}

#[test]
fn a_form_is_known_by_its_origin_where_the_browser_says_no_more() {
    for origin in ["http://example.com", "http://127.0.0.1:8080", "null"] {
        let answer = ask(Method::POST, "/", &[("origin", origin)]);
        answer.is(403).says("Another site sent this form");
    }
    ask(Method::POST, "/", &[("origin", "http://127.0.0.1:4242")]).is(405);
    ask(Method::POST, "/", &[]).is(405);
}

#[test]
fn a_long_address_is_414() {
    let address = |length: usize| format!("/?{}", "a".repeat(length - 2));
    get(&address(ADDRESS_BYTES_MAX)).is(200);
    get(&address(ADDRESS_BYTES_MAX + 1)).is(414).says("16384 characters at most");
}

#[test]
fn a_large_body_is_413() {
    let length = |length: usize| ask(Method::POST, "/", &[("content-length", &length.to_string())]);
    length(BODY_BYTES_MAX).is(405);
    length(BODY_BYTES_MAX + 1).is(413).says("64 KiB at most");
}
