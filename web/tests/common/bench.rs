//! A workbook of shell scripts: a cargo, a grader and two probes that do what a
//! test wants them to do. No learner's answer is built here.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use web::app::running;
use web::contents;
use web::run::{Limits, Runs, Workbook};
use web::safety::Hosts;

use super::{Answer, send_to};

/// The exercise that is run here; its task and its tests are the real ones.
pub const EXERCISE: &str = "last-token";
const FOLDER: &str = "06a-last-token";

/// A grader whose every test passes.
pub const PASSES: &str = r#"echo; echo "running 1 test"; echo "test $2 ... ok"; echo
echo "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 6 filtered out; finished in 0.00s""#;

/// The end of a test that failed, after its panic on stderr.
pub const FAILS: &str = r#"echo; echo "running 1 test"; echo "test $2 ... FAILED"; echo
echo "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 6 filtered out; finished in 0.00s"
exit 101"#;

/// Two requests, both admitted.
pub const RIGHT: &str = r#"echo "@bw trace 1"
echo "@bw event 0 arrive 1 1 -"; echo "@bw event 0 admit 1"
echo "@bw event 400000000 arrive 2 1 -"; echo "@bw event 400000000 admit 2"
echo "@bw end 600000000""#;

/// A folder with the scripts in it; it goes with the test.
pub struct Bench {
    pub root: PathBuf,
    runs: Runs,
}

impl Bench {
    /// Everything passes, and both runs are alike.
    pub fn new() -> Self {
        Self::with(Limits { build: MINUTE, test: MINUTE, probe: MINUTE })
    }

    pub fn with(limits: Limits) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bench-{}-{number}", std::process::id());
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(root.join("exercises").join(FOLDER).join("src")).unwrap();
        let cargo = root.join("cargo").into_os_string();
        let runs = Runs::at(Workbook { root: root.clone(), cargo, limits });
        let bench = Self { root, runs };
        bench.answer("pub struct Gate;\n");
        bench.grader_files();
        bench.script("cargo", &bench.builds());
        bench.script("grader", PASSES);
        bench.script("yours", RIGHT);
        bench.script("rights", RIGHT);
        bench
    }

    /// The grader's own files, with its tests in them.
    fn grader_files(&self) {
        let (_, exercise) = contents::exercise(EXERCISE).unwrap();
        let mut files: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for test in exercise.tests() {
            let (module, name) = test.split_once("::").unwrap();
            files.entry(module).or_default().push(format!("fn {name}() {{}}\n"));
        }
        for (module, text) in files {
            let path = format!("exercises/{FOLDER}/src/{module}.rs");
            fs::write(self.root.join(path), text.concat()).unwrap();
        }
    }

    /// What the real cargo says when everything could be built.
    pub fn builds(&self) -> String {
        let artifact = |target: &str, file: &str| {
            let file = self.root.join(file);
            format!(
                r#"echo '{{"reason":"compiler-artifact","target":{{"name":"{target}"}},"executable":"{}"}}'"#,
                file.display()
            )
        };
        format!(
            "case $1 in test) {};;\nbuild) {}; {};;\nesac\n{FINISHED}",
            artifact("last_token", "grader"),
            artifact("last-token-probe", "yours"),
            artifact("solutions-probe", "rights"),
        )
    }

    /// Another process writes it: if this one did, a child of another test
    /// could still have it open when it is to be run, which Linux refuses.
    pub fn script(&self, name: &str, text: &str) {
        let mut writer = Command::new("sh")
            .args(["-c", "cat > \"$0\" && chmod +x \"$0\""])
            .arg(self.root.join(name))
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        writeln!(writer.stdin.take().unwrap(), "#!/bin/sh\n{text}").unwrap();
        assert!(writer.wait().unwrap().success());
    }

    /// Writes the learner's file.
    pub fn answer(&self, text: &str) {
        let file = self.root.join("exercises").join(FOLDER).join("src/answer.rs");
        fs::write(file, text).unwrap();
    }

    pub fn app(&self) -> Router {
        running(Hosts::new(([127, 0, 0, 1], 4242).into()), self.runs.clone())
    }

    pub fn token(&self) -> &str {
        self.runs.token()
    }

    /// Presses Run, which must lead to the result.
    #[track_caller]
    pub fn press(&self) -> Answer {
        let pressed = self.post(&format!("token={}", self.token()), &[]);
        assert_eq!(pressed.header("location"), "/exercises/last-token#result");
        pressed.is(303);
        self.page()
    }

    pub fn runs(&self) -> &Runs {
        &self.runs
    }

    /// How often an answer was built to be graded, if the cargo does what [`COUNTS`] says.
    pub fn builds_counted(&self) -> usize {
        fs::read_to_string(self.root.join("calls")).unwrap_or_default().lines().count()
    }

    pub fn queued(&self) -> usize {
        self.runs.queued()
    }

    pub fn post(&self, form: &str, headers: &[(&str, &str)]) -> Answer {
        wait(send_to(self.app(), request(EXERCISE, form, headers)))
    }

    pub fn page(&self) -> Answer {
        wait(send_to(self.app(), reading()))
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // A folder that cannot be removed lies in target/, where it hurts nobody.
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Counts the builds of an answer in a file `calls`.
pub const COUNTS: &str = "if [ $1 = test ]; then echo x >> calls; fi";

/// A form, as a page of ours sends it.
pub fn request(exercise: &str, form: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(format!("/exercises/{exercise}/run"))
        .header("host", "127.0.0.1:4242")
        .header("content-type", "application/x-www-form-urlencoded");
    for &(name, value) in headers {
        request = request.header(name, value);
    }
    request.body(Body::from(form.to_owned())).unwrap()
}

pub fn reading() -> Request<Body> {
    let uri = format!("/exercises/{EXERCISE}");
    Request::builder().uri(uri).header("host", "127.0.0.1:4242").body(Body::empty()).unwrap()
}

pub fn wait<T>(future: impl Future<Output = T>) -> T {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(future)
}

pub const MINUTE: Duration = Duration::from_mins(1);
const FINISHED: &str = r#"echo '{"reason":"build-finished","success":true}'"#;
