//! A verdict belongs to what the file says, whatever time the file has. Cargo
//! goes by times, so the cargo of these tests does as well.
#![cfg(unix)]

mod common;

use std::fs::File;
use std::time::{Duration, SystemTime};

use common::{ANSWER, Bench, PASSES, RIGHT, panics};

/// Long before anything is built here: in 2001.
const LONG_AGO: Duration = Duration::from_secs(1_000_000_000);
const WRONG: &str = "pub fn take() -> bool {\n    false\n}\n";

/// A cargo that builds what is newer than what it built (which it dates to
/// 2002), and a grader that passes what says `true`. `first` is done
/// before cargo reads the file.
fn bench(first: &str) -> Bench {
    let bench = Bench::new();
    let (answer, built) = (bench.root.join(ANSWER), bench.root.join("built.rs"));
    let (answer, built) = (answer.display(), built.display());
    let cargo = format!(
        "{first}\nif [ ! -e {built} ] || [ -n \"$(find {answer} -newer {built})\" ]; then\n\
         cp {answer} {built}; touch -t 200201010000 {built}; echo >> {built}.count\nfi\n{}",
        bench.builds()
    );
    bench.script("cargo", &cargo);
    let fails = panics("a/grade.rs:1:1", "It says no.");
    bench.script(
        "grader",
        &format!("if grep -q '^    true' {built}; then\n{PASSES}\nelse\n{fails}\nfi"),
    );
    bench
}

impl Bench {
    /// As `mv` does it: the file comes with its own time.
    fn move_in(&self, path: &str, text: &str) {
        self.write(path, text);
        File::options()
            .write(true)
            .open(self.root.join(path))
            .unwrap()
            .set_modified(SystemTime::UNIX_EPOCH + LONG_AGO)
            .unwrap();
    }

    fn builds_so_far(&self) -> usize {
        self.read("built.rs.count").lines().count()
    }
}

#[test]
fn an_older_answer_that_is_moved_back_is_built_anew() {
    let bench = bench("");
    bench.write(ANSWER, RIGHT);
    assert_eq!(bench.grade("last-token").code, Some(0));
    bench.move_in(ANSWER, WRONG);
    let said = bench.grade("last-token");
    assert_eq!(said.code, Some(1), "it is not the right one any more: {}", said.out);
    bench.move_in(ANSWER, RIGHT);
    let said = bench.grade("last-token");
    assert_eq!(said.code, Some(0), "and now it is again: {}", said.out);
}

#[test]
fn what_was_kept_by_a_reset_can_be_moved_back() {
    let bench = bench("");
    bench.move_in(ANSWER, RIGHT);
    assert_eq!(bench.grade("last-token").code, Some(0));
    bench.grade("reset last-token");
    assert_eq!(bench.grade("last-token").code, Some(1));
    bench.move_in(ANSWER, RIGHT);
    assert_eq!(bench.grade("last-token").code, Some(0));
}

#[test]
fn an_answer_that_is_replaced_while_it_is_built_is_not_taken_for_what_was_built() {
    let next = "next.rs";
    let moved = format!("[ -e {next} ] && mv {next} {ANSWER}");
    let bench = bench(&moved);
    bench.write(ANSWER, RIGHT);
    bench.move_in(next, WRONG);
    assert_eq!(bench.grade("last-token").code, Some(1), "the other one was built");
    bench.move_in(ANSWER, RIGHT);
    assert_eq!(bench.grade("last-token").code, Some(0));
}

#[test]
fn an_answer_that_could_not_be_built_leaves_nothing_that_is_taken_for_it() {
    let bench = bench("[ -e broken ] && { echo 'no disk' >&2; exit 101; }");
    bench.write(ANSWER, RIGHT);
    assert_eq!(bench.grade("last-token").code, Some(0));
    bench.write("broken", "");
    bench.write(ANSWER, WRONG);
    bench.grade("last-token");
    std::fs::remove_file(bench.root.join("broken")).unwrap();
    bench.move_in(ANSWER, RIGHT);
    assert_eq!(bench.grade("last-token").code, Some(0));
    assert_eq!(bench.builds_so_far(), 2, "nobody knows what the broken one left");
}

#[test]
fn an_answer_that_says_the_same_keeps_its_time() {
    let bench = bench("");
    bench.write(ANSWER, RIGHT);
    bench.grade("last-token");
    bench.move_in(ANSWER, RIGHT);
    bench.grade("last-token");
    let modified = bench.root.join(ANSWER).metadata().unwrap().modified().unwrap();
    assert_eq!(modified, SystemTime::UNIX_EPOCH + LONG_AGO, "an editor would ask why");
    assert_eq!(bench.builds_so_far(), 1);
}
