//! `cargo grade watch`, by the real program: saves of all kinds, and an end at
//! any moment.

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use common::{ANSWER, Bench, OTHER, PASSES, is_alive};
use grader::Progress;

/// A test fails after so long, and passes much sooner.
const LONG: Duration = Duration::from_mins(1);

/// A watch, and the lines that it prints.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(bench: &Bench, words: &str) -> Self {
        let mut child = bench.spawn(words);
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (line, lines) = mpsc::channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|l| line.send(l)));
        let watch = Self { child, lines };
        watch.until("Watching");
        watch
    }

    /// Reads on to a line with these words; the lines up to it.
    #[track_caller]
    fn until(&self, words: &str) -> Vec<String> {
        let mut read = Vec::new();
        loop {
            let Ok(line) = self.lines.recv_timeout(LONG) else {
                panic!("no line with “{words}” after:\n{}", read.join("\n"))
            };
            let found = line.contains(words);
            read.push(line);
            if found {
                return read;
            }
        }
    }

    fn signal(&mut self, signal: &str) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // It may have been ended by its test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A test without an end, which says by its number that it runs.
const ENDLESS: &str = "echo $$ > \"$0.pid\"; mv \"$0.pid\" \"$0.runs\"; while :; do :; done";

/// Waits until that test runs; its number.
fn runs(bench: &Bench) -> String {
    let file = bench.root.join("grader.runs");
    let (ready, is_ready) = mpsc::channel();
    thread::spawn(move || {
        while !file.exists() {
            thread::yield_now();
        }
        ready.send(())
    });
    is_ready.recv_timeout(LONG).expect("it never ran");
    bench.read("grader.runs")
}

fn save_by_rename(bench: &Bench, file: &str, text: &str) {
    let new = format!("{file}.tmp");
    bench.write(&new, text);
    fs::rename(bench.root.join(new), bench.root.join(file)).unwrap();
}

#[test]
fn only_what_is_saved_is_graded_however_it_is_saved() {
    let bench = Bench::new();
    let watch = Watch::start(&bench, "watch");
    bench.write(ANSWER, "first");
    let said = watch.until("All 3 tests pass.");
    assert!(!said.iter().any(|line| line.contains("debt")), "{said:?}");
    watch.until("cargo grade next");
    save_by_rename(&bench, OTHER, "second");
    let said = watch.until("All 1 tests pass.");
    assert!(!said.iter().any(|line| line.contains("last-token")), "{said:?}");
    assert_eq!(bench.progress().len(), 4);
}

#[test]
fn an_exercise_that_is_named_is_graded_at_once_and_no_other_is() {
    let bench = Bench::new();
    let watch = Watch::start(&bench, "watch 06a");
    watch.until("cargo grade next");
    bench.write(OTHER, "other");
    bench.write(ANSWER, "mine");
    let said = watch.until("cargo grade next");
    assert!(!said.iter().any(|line| line.contains("debt")), "{said:?}");
}

#[test]
fn a_pass_goes_on_to_nothing_and_its_own_writes_start_nothing() {
    let bench = Bench::new();
    bench.script("cargo", &format!("echo built >> \"$0.log\"\n{}", bench.builds()));
    let watch = Watch::start(&bench, "watch last-token");
    watch.until("cargo grade next");
    // The next save is the second build, so there was none of itself in between.
    bench.write(ANSWER, "again");
    watch.until("cargo grade next");
    assert_eq!(bench.read("cargo.log"), "built\nbuilt\n");
}

#[test]
fn no_error_is_ever_cleared_away() {
    let bench = Bench::new();
    bench.script("cargo", &Bench::mistake());
    let watch = Watch::start(&bench, "watch last-token");
    let said = watch.until("--> src/answer.rs").concat();
    bench.script("cargo", &bench.builds());
    bench.write(ANSWER, "mended");
    let then = watch.until("cargo grade next").concat();
    assert!(!said.contains('\u{1b}') && !then.contains('\u{1b}'), "no order to the terminal");
}

#[test]
fn a_save_while_it_is_graded_begins_anew() {
    let bench = Bench::new();
    bench.grader(&[("one", ENDLESS)]);
    let watch = Watch::start(&bench, "watch last-token --limit 600");
    runs(&bench);
    bench.grader(&[]);
    bench.write(ANSWER, "mended");
    watch.until("Saved again meanwhile: it begins anew.");
    watch.until("All 3 tests pass.");
}

#[test]
fn json_is_one_object_a_run() {
    let bench = Bench::new();
    let mut child = bench.spawn("watch --json last-token");
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let json: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(json["result"], "passed");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_what_runs() {
    let bench = Bench::new();
    bench.grader(&[("one", ENDLESS)]);
    let mut watch = Watch::start(&bench, "watch last-token --limit 600");
    let pid = runs(&bench);
    assert_eq!(watch.signal("-INT"), Some(130));
    // It was sent the signal; the kernel takes a moment.
    assert!((0..1000).any(|_| !is_alive(&pid)), "{pid} is still there");
}

/// Whatever it is doing: before, while and after the file is written.
#[cfg(unix)]
#[test]
fn killed_at_any_moment_it_leaves_a_whole_file() {
    let bench = Bench::new();
    bench.grade("hint debt");
    for round in 0..40 {
        bench.write(ANSWER, &format!("round {round}"));
        // What is to be written differs from what stands there.
        let of = |bench: &Bench| Progress::load(&bench.root).unwrap().of("last-token").last;
        let expected = if of(&bench) == Some((3, 3)) { 2 } else { 3 };
        let does = if expected == 3 { PASSES } else { "exit 3" };
        bench.grader(&[("three", does)]);
        let before = bench.progress();
        let mut watch = Watch::start(&bench, "watch last-token");
        match round % 4 {
            0 => drop(watch.until("two is taken")),
            1 => drop(watch.until("three is taken")),
            2 => written(&bench, &before),
            _ => drop(watch.until(" tests pass")),
        }
        watch.signal("-KILL");
        let last = of(&bench);
        assert!([None, Some((2, 3)), Some((3, 3))].contains(&last), "round {round}: {last:?}");
        if round % 4 == 3 {
            assert_eq!(last, Some((expected, 3)), "round {round}: what was told is kept");
        }
        let known = ["hints debt 1", "passed last-token"];
        let mut lines = bench.progress();
        assert_eq!(lines[0], known[0], "round {round}: what was there stays");
        lines.retain(|line| !known.contains(&line.as_str()));
        assert!(lines.len() <= 1, "round {round}: {lines:?}");
    }
    // Nothing stands in the way of the next.
    bench.grader(&[]);
    assert_eq!(bench.grade("last-token").code, Some(0));
    assert_eq!(bench.progress()[1..], ["passed last-token", "tests last-token 3 of 3"]);
}

/// Waits for the moment in which the file is written, or for the one after it.
#[cfg(unix)]
fn written(bench: &Bench, before: &[String]) {
    let new = bench.root.join(".breakwater/progress.txt.new");
    let (root, before) = (bench.root.clone(), before.to_vec());
    let (ready, is_ready) = mpsc::channel();
    thread::spawn(move || {
        let text = || fs::read_to_string(root.join(".breakwater/progress.txt")).unwrap_or_default();
        while !new.exists() && text().lines().skip(1).eq(before.iter().map(String::as_str)) {
            thread::yield_now();
        }
        ready.send(())
    });
    is_ready.recv_timeout(LONG).expect("nothing was written");
}
