//! Style sheets, scripts and icons, inside the binary.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::pages;

/// One file.
#[derive(Debug)]
pub struct Asset {
    /// Its name under `/assets/`.
    pub name: &'static str,
    content_type: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

/// All files.
pub static ASSETS: [Asset; 22] = [
    Asset {
        name: "page.css",
        content_type: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/page.css"),
    },
    Asset {
        name: "stage.css",
        content_type: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/stage.css"),
    },
    Asset {
        name: "favicon.svg",
        content_type: "image/svg+xml",
        bytes: include_bytes!("../assets/favicon.svg"),
    },
    Asset {
        name: "exercise.css",
        content_type: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/exercise.css"),
    },
    script("exercise.js", include_bytes!("../assets/exercise.js")),
    script("follow.js", include_bytes!("../assets/follow.js")),
    script("live.js", include_bytes!("../assets/live.js")),
    script("renew.js", include_bytes!("../assets/renew.js")),
    script("stream.js", include_bytes!("../assets/stream.js")),
    script("start.js", include_bytes!("../assets/start.js")),
    script("lab.js", include_bytes!("../assets/lab.js")),
    script("controls.js", include_bytes!("../assets/controls.js")),
    script("player.js", include_bytes!("../assets/player.js")),
    script("run.js", include_bytes!("../assets/run.js")),
    script("picture.js", include_bytes!("../assets/picture.js")),
    script("values.js", include_bytes!("../assets/values.js")),
    script("copy.js", include_bytes!("../assets/copy.js")),
    Asset {
        name: "lanes.css",
        content_type: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/lanes.css"),
    },
    script("lanes.js", include_bytes!("../assets/lanes.js")),
    script("tasks.js", include_bytes!("../assets/tasks.js")),
    Asset {
        name: "compare.css",
        content_type: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/compare.css"),
    },
    script("compare.js", include_bytes!("../assets/compare.js")),
];

/// A module of the player: the browser reads what stands in the repository.
const fn script(name: &'static str, bytes: &'static [u8]) -> Asset {
    Asset { name, content_type: "text/javascript; charset=utf-8", bytes }
}

/// `/assets/{file}`.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    match ASSETS.iter().find(|asset| asset.name == name) {
        Some(asset) => asset.answer(&headers),
        None => pages::message::not_found(&format!("/assets/{name}")),
    }
}

/// `/favicon.ico`, which browsers ask for on pages that name no icon.
pub async fn favicon(headers: HeaderMap) -> Response {
    ASSETS[2].answer(&headers)
}

impl Asset {
    /// The file, or word that the browser has it already: it asks each time,
    /// since a new build may bring another file under the same name.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let tag = format!("\"{:016x}\"", checksum(self.bytes));
        let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
        let fresh = [(CACHE_CONTROL, "no-cache".to_owned()), (ETAG, tag.clone())];
        if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
            return (StatusCode::NOT_MODIFIED, fresh).into_response();
        }
        (fresh, [(CONTENT_TYPE, self.content_type)], self.bytes).into_response()
    }
}

/// FNV-1a: tells two versions of a file apart, and nothing more is asked of it.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
