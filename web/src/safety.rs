//! What keeps other sites away from a server on the reader's own machine.
//!
//! A page of another site can send requests to 127.0.0.1. So the server
//! answers only to its own names (a foreign name that points here is not one),
//! asks the browser where a request comes from, and lets its pages load
//! nothing but itself.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::{Router, http};
use tower_http::csrf::{CsrfLayer, ProtectionError};

use crate::pages::message;

/// The longest address that is read, in bytes. A scenario fits 1500.
pub const ADDRESS_BYTES_MAX: usize = 16_384;

/// The largest body that is read, in bytes.
pub const BODY_BYTES_MAX: usize = 64 * 1024;

/// What a page may load and do: itself, from here, and nothing else.
pub const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; \
     script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'";

/// The names under which this server may be called.
#[derive(Clone, Debug)]
pub struct Hosts {
    at: SocketAddr,
}

impl Hosts {
    /// Of a server that listens at `at`.
    pub fn new(at: SocketAddr) -> Self {
        Self { at }
    }

    /// The address to open.
    pub fn url(&self) -> String {
        let at = if self.at.ip().is_unspecified() {
            SocketAddr::from(([127, 0, 0, 1], self.at.port()))
        } else {
            self.at
        };
        format!("http://{at}")
    }

    /// Whether `host`, as a request names it, is one of them.
    ///
    /// Bound to all of the machine's addresses, each of them is right: a
    /// foreign site can point a name here, but not an address.
    fn has(&self, host: &str) -> bool {
        let Some((name, port)) = parted(host) else { return false };
        if port != self.at.port() {
            return false;
        }
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let Ok(ip) = name.parse::<IpAddr>() else { return false };
        let ours = [IpAddr::from([127, 0, 0, 1]), "::1".parse().unwrap_or(ip), self.at.ip()];
        ours.contains(&ip) || self.at.ip().is_unspecified()
    }
}

/// `name:port`; without a port it is 80.
fn parted(host: &str) -> Option<(&str, u16)> {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => {
            // Digits only: `parse` would take `+80`.
            let digits = port.bytes().all(|byte| byte.is_ascii_digit());
            port.parse().ok().filter(|_| digits).map(|port| (name, port))
        }
        _ => Some((host, 80)),
    }
}

/// Puts all of it around `router`. What is named last stands outermost.
pub fn guarded(router: Router, hosts: Hosts) -> Router {
    let refused = |_: ProtectionError| foreign_form();
    router
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(CsrfLayer::new().with_rejection_response(refused))
        .layer(middleware::from_fn(same_site))
        .layer(middleware::from_fn(sized))
        .layer(middleware::from_fn_with_state(hosts, own_host))
        .layer(middleware::from_fn(headers))
}

async fn own_host(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut named = request.headers().get_all(header::HOST).iter();
    let (first, second) = (named.next(), named.next());
    let host = first.and_then(|host| host.to_str().ok()).filter(|_| second.is_none());
    let target = request.uri().authority().map(http::uri::Authority::as_str);
    if host.is_some_and(|host| hosts.has(host)) && target.is_none_or(|target| hosts.has(target)) {
        return next.run(request).await;
    }
    let url = hosts.url();
    message::Message::new(StatusCode::MISDIRECTED_REQUEST, "This is not the server's name")
        .line(&format!("This workbook answers only to its own address, {url}."))
        .line("It keeps other sites from reaching it under a name of theirs.")
        .link(&format!("{url}/"), "Open the workbook there")
        .answer()
}

async fn same_site(request: Request, next: Next) -> Response {
    if from_here(&request) || navigates(&request) {
        return next.run(request).await;
    }
    message::Message::new(StatusCode::FORBIDDEN, "Another site asked for this")
        .line("Pages of other sites may link to this workbook, but not load parts of it.")
        .home()
        .answer()
}

/// Whether the browser says that one of our own pages, or the reader, asks.
/// What sends no such word is no browser of today, and runs no page.
fn from_here(request: &Request) -> bool {
    let mut sites = request.headers().get_all("sec-fetch-site").iter();
    sites.all(|site| site == "same-origin" || site == "none")
}

/// A link on another site that the reader has followed.
fn navigates(request: &Request) -> bool {
    let says = |name: &str, value: &str| request.headers().get(name).is_some_and(|v| v == value);
    matches!(*request.method(), Method::GET | Method::HEAD)
        && says("sec-fetch-mode", "navigate")
        && says("sec-fetch-dest", "document")
}

async fn sized(request: Request, next: Next) -> Response {
    if request.uri().to_string().len() > ADDRESS_BYTES_MAX {
        return message::Message::new(StatusCode::URI_TOO_LONG, "This address is too long")
            .line(&format!("An address has {ADDRESS_BYTES_MAX} characters at most."))
            .line("A run with fewer presses has a shorter one.")
            .home()
            .answer();
    }
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > BODY_BYTES_MAX as u64) {
        return message::Message::new(StatusCode::PAYLOAD_TOO_LARGE, "This is too much to send")
            .line(&format!("A request carries {} KiB at most.", BODY_BYTES_MAX / 1024))
            .home()
            .answer();
    }
    next.run(request).await
}

fn foreign_form() -> Response {
    message::Message::new(StatusCode::FORBIDDEN, "Another site sent this form")
        .line("Only the pages of this workbook may change anything here.")
        .home()
        .answer()
}

async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    response
}

/// On every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(at: &str) -> Hosts {
        Hosts::new(at.parse().unwrap())
    }

    #[test]
    fn a_server_has_three_names_and_its_address() {
        let hosts = hosts("192.168.1.20:4242");
        let ours = ["127.0.0.1:4242", "localhost:4242", "LocalHost:4242", "[::1]:4242"];
        for host in ours.into_iter().chain(["192.168.1.20:4242"]) {
            assert!(hosts.has(host), "{host}");
        }
    }

    #[test]
    fn any_other_name_is_foreign() {
        let hosts = hosts("127.0.0.1:4242");
        for host in [
            "",
            ":4242",
            "localhost",
            "localhost:80",
            "localhost:04243",
            "localhost:",
            "example.com",
            "example.com:4242",
            "localhost.example.com:4242",
            "localhost:4242:4242",
            "127.0.0.2:4242",
            "127.0.0.1",
            "2130706433:4242",
            "127.1:4242",
            "0.0.0.0:4242",
            "[::1]",
            "::1:4242x",
            "localhost:+4242",
            "a@localhost:4242",
            "localhost.:4242",
            "[::ffff:127.0.0.1]:4242",
        ] {
            assert!(!hosts.has(host), "{host}");
        }
    }

    #[test]
    fn port_80_needs_no_mention() {
        let hosts = hosts("127.0.0.1:80");
        assert!(hosts.has("localhost") && hosts.has("[::1]") && hosts.has("127.0.0.1:80"));
    }

    #[test]
    fn on_all_addresses_an_address_is_right_and_a_name_is_not() {
        let hosts = hosts("0.0.0.0:4242");
        assert!(hosts.has("192.168.1.20:4242") && hosts.has("[fe80::1]:4242"));
        assert!(!hosts.has("example.com:4242") && !hosts.has("192.168.1.20:80"));
        assert_eq!(hosts.url(), "http://127.0.0.1:4242");
    }
}
