//! The table: each answer against each of its exercise's tests, one process a test.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A grader's own limit is shorter; this one is for an answer that stops the
/// grader itself.
const LIMIT: Duration = Duration::from_mins(1);

/// Which answer and which test the ignored test of a table is to run.
const ASKED: &str = "BREAKWATER_ANSWER_AND_TEST";

/// The answers of one exercise, compiled into the running test binary.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The folder: `06a-last-token`.
    pub exercise: &'static str,
    /// The wrong answers that were compiled, by their file names.
    pub wrong: &'static [&'static str],
    /// The tests of the grader that were compiled, in learning order.
    pub tests: &'static [&'static str],
}

/// How one process of one test ended.
struct Ran {
    /// The exit code; `None` if a signal or the limit ended it.
    code: Option<i32>,
    output: String,
}

/// The first lines of a wrong answer.
struct Header {
    caught_by: String,
    never_ends: bool,
}

/// The answer and the test that this process was started for.
///
/// # Panics
///
/// If it was started by hand: the table does that.
pub fn asked() -> (String, String) {
    let asked = std::env::var(ASKED).unwrap_or_default();
    let (answer, test) = asked.split_once(' ').unwrap_or_else(|| {
        panic!("set {ASKED} to an answer and a test, such as \"right grade::one_of_its_tests\"")
    });
    (answer.to_owned(), test.to_owned())
}

impl Table {
    /// Every file is in the table, every wrong answer says who catches it and
    /// who shipped it, and every test of the grader is in the table and in the
    /// manifest.
    ///
    /// # Panics
    ///
    /// If not.
    pub fn assert_whole(&self) {
        let mut files: Vec<String> = fs::read_dir(self.folder().join("wrong"))
            .expect("a folder of wrong answers")
            .map(|entry| entry.expect("an entry").path())
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        files.sort();
        let mut listed = self.wrong.to_vec();
        listed.sort_unstable();
        assert_eq!(files, listed, "the files in wrong/, and the answers in the table");
        for wrong in self.wrong {
            let header = self.header(wrong);
            let known = self.tests.iter().any(|test| ends_with(test, &header.caught_by));
            assert!(known, "{wrong}: the grader has no test {:?}", header.caught_by);
        }
        assert_eq!(self.in_manifest(), self.tests, "the exercise's Cargo.toml, and the table");
        let mut listed = self.tests.to_vec();
        listed.sort_unstable();
        assert_eq!(self.in_grader(), listed, "the `#[test]`s of the grader, and the table");
    }

    /// The right answer passes everything.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn assert_right_passes(&self) {
        for test in self.tests {
            let ran = run("right", test);
            assert_eq!(ran.code, Some(0), "{test}: {}", ran.output);
        }
    }

    /// The stub compiles and ends by itself, and at least one test fails; a
    /// `todo!` says what is wanted.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn assert_stub_fails_cleanly(&self) {
        let has_todo = read(&self.folder().join("stub.rs")).contains("todo!(");
        let mut failed = 0;
        for test in self.tests {
            let Ran { code, output } = run("stub", test);
            assert!(matches!(code, Some(0 | 101)), "{test}: an abort or a hang: {output}");
            failed += usize::from(code == Some(101));
            let told = output.contains("not yet implemented: ");
            assert!(code == Some(0) || told == has_todo, "{test}: {output}");
        }
        assert!(failed > 0, "the stub passes every test");
    }

    /// Each wrong answer fails the test that its first line names; the texts of
    /// the failures, by answer.
    ///
    /// # Panics
    ///
    /// If one does not fail, or fails in another way than by a panic of its test.
    pub fn assert_wrong_answers_fail(&self) -> Vec<(String, String)> {
        self.wrong.iter().map(|&wrong| (wrong.to_owned(), self.caught(wrong))).collect()
    }

    fn caught(&self, wrong: &str) -> String {
        let header = self.header(wrong);
        let named = self.tests.iter().find(|test| ends_with(test, &header.caught_by));
        let test = named.expect("the table is whole");
        let Ran { code, output } = run(wrong, test);
        assert_eq!(code, Some(101), "{test} must catch {wrong}: {output}");
        let text = failure(&output);
        assert!(!text.contains("no test "), "{text}");
        let timed_out = text.contains("still running after");
        assert_eq!(timed_out, header.never_ends, "{wrong}: (never ends) in its header? {output}");
        text
    }

    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(self.exercise)
    }

    fn exercise(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../exercises").join(self.exercise)
    }

    fn header(&self, wrong: &str) -> Header {
        let text = read(&self.folder().join("wrong").join(format!("{wrong}.rs")));
        let mut lines = text.lines();
        let caught_by = lines.next().and_then(|line| line.strip_prefix("// Caught by: "));
        let shipped_by = lines.next().and_then(|line| line.strip_prefix("// Shipped by: "));
        let ask = lines.next().and_then(|line| line.strip_prefix("// Ask: "));
        let idea = lines.next().and_then(|line| line.strip_prefix("// "));
        let (Some(caught_by), Some(_), Some(_), Some(_)) = (caught_by, shipped_by, ask, idea)
        else {
            panic!(
                "{wrong}.rs must begin `// Caught by: …`, `// Shipped by: …`, `// Ask: …` and a \
                 line on the mistake"
            );
        };
        assert!(ask.is_some_and(|ask| ask.ends_with('?')), "{wrong}.rs must ask a question");
        let never_ends = caught_by.ends_with(" (never ends)");
        let caught_by = caught_by.trim_end_matches(" (never ends)").to_owned();
        Header { caught_by, never_ends }
    }

    /// The grader's tests, in learning order, as the exercise's manifest has them.
    fn in_manifest(&self) -> Vec<String> {
        let manifest: toml::Table =
            read(&self.exercise().join("Cargo.toml")).parse().expect("a manifest");
        let exercise = &manifest["package"]["metadata"]["exercise"];
        let tests = exercise["tests"].as_array().expect("a list of tests");
        tests.iter().map(|test| test.as_str().expect("a name").to_owned()).collect()
    }

    /// The functions below a `#[test]` in the grader's files, sorted.
    fn in_grader(&self) -> Vec<String> {
        let mut found = Vec::new();
        for grader in ["grade", "interleavings"] {
            let path = self.exercise().join(format!("src/{grader}.rs"));
            let text = if path.exists() { read(&path) } else { String::new() };
            let tests = text.split("\n#[test]\nfn ").skip(1);
            let name = |rest: &str| rest.split('(').next().unwrap_or_default().to_owned();
            found.extend(tests.map(|rest| format!("{grader}::{}", name(rest))));
        }
        found.sort();
        found
    }
}

/// The words of the panic, without the place of this machine's folders.
fn failure(output: &str) -> String {
    let start = output.find("---- one_answer_and_one_test stdout ----").expect("its output");
    let text = &output[start..];
    let end = text.find("\n\nfailures:").or(text.find("\nfailures:")).unwrap_or(text.len());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let lines = text[..end].lines().skip(1).map(str::trim_end).filter(|line| {
        let noise = line.starts_with("thread '") || line.starts_with("note: run with");
        !noise
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    text.replace(&format!("{}/", root.display()), "").trim().to_owned()
}

fn ends_with(test: &str, name: &str) -> bool {
    test == name || test.ends_with(&format!("::{name}"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs one test of one answer: this binary once more, in another process.
fn run(answer: &str, test: &str) -> Ran {
    let this = std::env::current_exe().expect("the path of this test binary");
    let mut child = Command::new(this)
        .args(["--ignored", "--exact", "one_answer_and_one_test"])
        .env(ASKED, format!("{answer} {test}"))
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the test binary runs again");
    let output = read_within(&mut child, LIMIT);
    let code = child.wait().expect("a child").code();
    Ran { code, output }
}

/// What the child prints until it ends; at the limit it is killed.
fn read_within(child: &mut Child, limit: Duration) -> String {
    let mut stdout = child.stdout.take().expect("a pipe");
    let (send, receive) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut output = Vec::new();
        let result = stdout.read_to_end(&mut output);
        let _ = send.send(());
        result.map(|_| String::from_utf8_lossy(&output).into_owned()).unwrap_or_default()
    });
    if receive.recv_timeout(limit).is_err() {
        // It may have ended just now; then there is nothing to kill.
        let _ = child.kill();
    }
    reader.join().expect("the reader")
}
