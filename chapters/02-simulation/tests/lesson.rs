//! The figures and predictions of the two lessons are runs that exist, and the
//! answers are those that the text gives its reasons for.

use std::collections::BTreeMap;

use simulation::{Curated, Mechanism, Query, run, service, sleepers};

const LESSONS: [&str; 2] = [include_str!("../../01-clock/README.md"), include_str!("../README.md")];

const MECHANISMS: [&Mechanism; 4] =
    [&sleepers::MECHANISM, &sleepers::FIRST_TRY, &service::MECHANISM, &service::FIRST_TRY];

/// The fenced blocks of `kind`, each as its keys and values.
fn blocks(kind: &str) -> Vec<BTreeMap<&'static str, &'static str>> {
    let fence = format!("\n```{kind}\n");
    let block = |text: &'static str| {
        let (block, _) = text.split_once("\n```").expect("the end of the block");
        block.lines().map(|line| line.split_once('=').expect("key=value")).collect()
    };
    LESSONS.iter().flat_map(|lesson| lesson.split(&fence).skip(1).map(block)).collect()
}

fn named(block: &BTreeMap<&str, &str>) -> (&'static Mechanism, Curated) {
    let mechanism = MECHANISMS.into_iter().find(|mechanism| mechanism.name == block["mechanism"]);
    let mechanism = mechanism.unwrap_or_else(|| panic!("no mechanism for {block:?}"));
    let curated = mechanism.curated(block["run"]);
    (mechanism, curated.unwrap_or_else(|| panic!("no run for {block:?}")))
}

#[test]
fn every_figure_is_a_moment_of_a_run() {
    let figures = blocks("stage");
    assert_eq!(figures.len(), 4 + 6);
    for figure in figures {
        let (mechanism, curated) = named(&figure);
        let at_ms: u64 = figure["at"].parse().expect("milliseconds");
        assert!(at_ms <= curated.scenario.until_ms, "{figure:?}");
        assert!(figure["caption"].ends_with('.'), "{figure:?}");
        assert!((mechanism.build)(&curated.scenario.params).is_ok());
    }
}

// spec C-03, M-02, M-06
#[test]
fn every_prediction_has_the_answer_that_its_reason_explains() {
    let answers: Vec<String> = blocks("predict")
        .iter()
        .map(|block| {
            let (mechanism, curated) = named(block);
            let mut subject = (mechanism.build)(&curated.scenario.params).expect("its knobs");
            let trace = run(&curated.scenario, &mut *subject).expect("a run within the limits");
            Query::parse(block["query"]).expect("a question").ask(&trace).to_string()
        })
        .collect();
    assert_eq!(answers, ["4", "700 ms", "300 ms", "47000 ms", "never", "21000 ms", "501"]);
}
