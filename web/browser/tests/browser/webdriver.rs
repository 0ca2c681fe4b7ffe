//! Commands of Chromium's driver that the WebDriver standard does not have.

use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

/// A command to the driver, below the session's address.
#[derive(Debug)]
pub struct Vendor {
    path: &'static str,
    body: Value,
}

impl Vendor {
    /// A command of the DevTools protocol.
    pub fn devtools(command: &str, params: &Value) -> Self {
        Self { path: "goog/cdp/execute", body: json!({ "cmd": command, "params": params }) }
    }

    /// Reads a log, and empties it.
    pub fn log(kind: &str) -> Self {
        Self { path: "se/log", body: json!({ "type": kind }) }
    }
}

impl WebDriverCompatibleCommand for Vendor {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
