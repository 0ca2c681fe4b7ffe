//! What the terminal asks for is what it understands, and it says back what it
//! understood.
#![cfg(unix)]

mod common;

use common::Bench;

/// A workbook whose exercise asks this.
fn asks(lines: &str) -> Bench {
    let bench = Bench::new();
    let head = "mechanism=token-bucket\nrun=after-a-pause\nask=How many pass?\nwhy=The cap.\n";
    let text = format!("# An exercise\n\n## Predict\n\n```predict\n{head}{lines}\n```\n");
    bench.write("exercises/06a-last-token/README.md", &text);
    bench
}

fn kept(said: &str) -> Vec<String> {
    vec![format!("predicted last-token/1 {said}")]
}

const SIX: &str = "query=admitted-between 999 1000\nkind=choice\n\
                   options=in none of them: 0 | in two: 2 | in four: 5 | in all six: 6";

#[test]
fn options_have_letters_so_that_a_number_is_what_it_says() {
    let bench = asks(SIX);
    let said = bench.typing("predict last-token", "5\n4\n").out;
    let options = "  a) in none of them\n  b) in two\n  c) in four\n  d) in all six\n(a letter;";
    assert!(said.contains(options), "{said}");
    assert!(said.contains("Say one of: in none of them | in two"), "five of four: {said}");
    assert!(said.contains("You say: in four."), "{said}");
    assert!(said.contains("Right. The run says: in four"), "{said}");
    assert_eq!(bench.progress(), kept("in four"));
}

#[test]
fn a_letter_and_a_label_are_kept_as_the_label() {
    for (typed, label) in [("d", "in all six"), ("B)", "in two"), ("In Two", "in two")] {
        let bench = asks(SIX);
        bench.typing("predict last-token", &format!("{typed}\n"));
        assert_eq!(bench.progress(), kept(label), "{typed}");
    }
}

#[test]
fn what_cannot_be_read_is_asked_again_and_never_kept() {
    let bench = asks("query=admitted-between 999 1000\nunit=requests");
    let said = bench.typing("predict last-token", "5 not\nfive and a half\n").out;
    assert_eq!(said.matches("Write a number, such as").count(), 2, "{said}");
    assert_eq!(bench.progress(), [""; 0]);
    bench.typing("predict last-token", "about five\n");
    assert_eq!(bench.progress(), kept("about five"));
}

#[test]
fn a_time_is_understood_as_it_is_asked_for() {
    for (unit, how, ways) in [
        ("", "(a time in ms, or never;", ["1000", "1000 ms", "1 s"]),
        ("unit=ms\n", "(a time in ms, or never;", ["1000", "1000ms", "1.0 s"]),
        ("unit=s\n", "(a time in s, or never;", ["1", "1 s", "1000 ms"]),
    ] {
        for way in ways.into_iter().chain(["never"]) {
            let bench = asks(&format!("{unit}query=admitted-at 9"));
            let said = bench.typing("predict last-token", &format!("{way}\n")).out;
            assert!(said.contains(how), "{said}");
            assert_eq!(said.contains("Right."), way != "never", "{way}: {said}");
            assert_eq!(bench.progress(), kept(way));
        }
    }
}

#[test]
fn a_prediction_that_cannot_be_kept_is_answered_all_the_same() {
    let bench = asks("query=admitted-between 999 1000\nunit=requests");
    bench.write(".breakwater/progress.lock/in-the-way", "");
    let said = bench.typing("predict last-token", "5\n");
    assert!(said.out.contains("Right. The run says: 5"), "{}", said.out);
    assert!(said.err.contains("could not be kept: .breakwater/progress.lock"), "{}", said.err);
    assert_eq!((said.code, bench.progress()), (Some(0), Vec::new()));
}
