//! Where the workbook's pages are.

use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use crate::exercise::Exercise;

/// Each server has a line there while it runs.
const FILE: &str = ".breakwater/address";
/// Where it is looked for without that file.
const DEFAULT: &str = "http://127.0.0.1:4242";
/// So many lines are read.
const LINES_MAX: usize = 8;
/// A server on this machine answers at once.
const WAIT: Duration = Duration::from_millis(100);

/// The address of the workbook in a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// `http://127.0.0.1:4242`.
    pub url: String,
    /// Whether somebody listens there.
    pub runs: bool,
}

impl Address {
    /// That of the workbook in `root`. A server that was killed leaves its line
    /// behind, so they are asked one after another.
    pub fn find(root: &Path) -> Self {
        let file = fs::read_to_string(root.join(FILE)).unwrap_or_default();
        let said: Vec<&str> = file
            .lines()
            .map(|line| line.trim().trim_end_matches('/'))
            .filter(|line| socket(line).is_some())
            .take(LINES_MAX)
            .collect();
        let listens = |at: SocketAddr| TcpStream::connect_timeout(&at, WAIT).is_ok();
        let runs = said.iter().find(|line| socket(line).is_some_and(listens));
        // Whoever starts one now finds it at the usual place.
        let url = runs.copied().unwrap_or(DEFAULT).to_owned();
        Self { url, runs: runs.is_some() }
    }

    /// The page of a chapter.
    pub fn chapter(&self, name: &str) -> String {
        format!("{}/chapters/{name}", self.url)
    }

    /// The page of an exercise.
    pub fn exercise(&self, exercise: &Exercise) -> String {
        format!("{}/exercises/{}", self.url, exercise.name)
    }

    /// The same, at one of its tests.
    pub fn test(&self, exercise: &Exercise, test: &str) -> String {
        format!("{}?test={test}", self.exercise(exercise))
    }
}

/// What is no plain address is not printed either.
fn socket(url: &str) -> Option<SocketAddr> {
    url.strip_prefix("http://")?.trim_end_matches('/').parse().ok()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn found(name: &str, file: Option<&str>) -> Address {
        let root = std::env::temp_dir().join(format!("address-{}-{name}", std::process::id()));
        fs::create_dir_all(root.join(".breakwater")).unwrap();
        if let Some(file) = file {
            fs::write(root.join(FILE), file).unwrap();
        }
        let found = Address::find(&root);
        fs::remove_dir_all(root).unwrap();
        found
    }

    #[test]
    fn a_server_that_listens_is_found() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", server.local_addr().unwrap());
        let expected = Address { url: url.clone(), runs: true };
        assert_eq!(found("listens", Some(&format!("{url}\n"))), expected);
        let after_a_killed_one = format!("http://127.0.0.1:1\n{url}\n");
        assert_eq!(found("second", Some(&after_a_killed_one)), expected);
        drop(server);
        let usual = Address { url: DEFAULT.to_owned(), runs: false };
        assert_eq!(found("gone", Some(&url)), usual);
    }

    #[test]
    fn without_a_file_or_with_a_strange_one_the_usual_address_is_told() {
        let usual = Address { url: DEFAULT.to_owned(), runs: false };
        assert_eq!(found("none", None), usual);
        for strange in ["", "file:///etc", "http://example.org\u{1b}[2J", "127.0.0.1:1"] {
            assert_eq!(found("strange", Some(strange)), usual, "{strange}");
        }
    }
}
