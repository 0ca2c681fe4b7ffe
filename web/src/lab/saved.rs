//! A run as a file, for those that are too long for a link.
//!
//! It holds the address of the frame and a line for people. To open it is to go
//! to that address, in this workbook or in another one.

use axum::extract::{Path, RawQuery};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::pages::message;
use crate::{mechanisms, query};

/// Where the run of `link` is to be had as a file.
pub(super) fn address(link: &str) -> String {
    link.replacen('?', "/run.txt?", 1)
}

/// `/lab/{mechanism}/run.txt`.
pub(super) async fn file(Path(name): Path<String>, RawQuery(raw): RawQuery) -> Response {
    let Some(mechanism) = mechanisms::by_name(&name) else {
        return message::not_found(&format!("/lab/{name}/run.txt"));
    };
    let asked = query::parse(mechanism, &raw.unwrap_or_default());
    let link = query::link(mechanism, &asked.scenario, asked.at_ms);
    let text = format!(
        "A run of Breakwater: {}.\nOpen it with \"Open a saved run\" in any lab, or put this line behind the address of your workbook:\n\n{link}\n",
        mechanism.title
    );
    let named = format!("attachment; filename=\"{name}-run.txt\"");
    ([(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, named)], text)
        .into_response()
}
