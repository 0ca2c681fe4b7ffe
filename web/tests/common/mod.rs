//! Asks the app without a network.
#![allow(dead_code, reason = "each test file uses a part")]

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use tower::ServiceExt;
use web::app::app;
use web::safety::Hosts;

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    /// The value of a header, which must be there.
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).unwrap_or_else(|| panic!("no header {name}"));
        value.to_str().unwrap()
    }

    /// Asserts that the page says `text`.
    #[track_caller]
    pub fn says(&self, text: &str) -> &Self {
        assert!(self.body.contains(text), "“{text}” is not in\n{}", self.body);
        self
    }

    /// Asserts the status.
    #[track_caller]
    pub fn is(&self, status: u16) -> &Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self
    }
}

/// Asks as a browser does that is at 127.0.0.1:4242, with `headers` on top; a
/// second `host` stands beside the first.
pub fn ask(method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
    let hosted = headers.iter().any(|&(name, _)| name == "host");
    let own = [("host", "127.0.0.1:4242")];
    let own = own.iter().filter(|_| !hosted);
    let mut request = Request::builder().method(method).uri(path);
    for &(name, value) in own.chain(headers) {
        request = request.header(name, value);
    }
    send(request.body(Body::empty()).unwrap())
}

/// Reads one page.
pub fn get(path: &str) -> Answer {
    ask(Method::GET, path, &[])
}

/// Sends `request` as it stands.
pub fn send(request: Request<Body>) -> Answer {
    let app = app(Hosts::new(([127, 0, 0, 1], 4242).into()));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(send_to(app, request))
}

/// Sends `request` to `app`.
pub async fn send_to(app: axum::Router, request: Request<Body>) -> Answer {
    let (parts, body) = app.oneshot(request).await.unwrap().into_parts();
    let body = to_bytes(body, 16 << 20).await.unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    Answer { status: parts.status, headers: parts.headers, body }
}
