//! A prediction drawn beside the run that it was about.

use simulation::{Mechanism, Scenario};

use crate::pages::predict;

/// The keys of an address that say a prediction.
const KEYS: [&str; 2] = ["question", "said"];

/// What was predicted of this run, and what it says.
#[derive(Debug)]
pub(super) struct Guess {
    pub(super) words: String,
    /// Of a moment: where it stands on a line of 1000 from the start of the run
    /// to its end, and where the run stands; `None` if it never comes.
    pub(super) line: Option<(u64, Option<u64>)>,
    pub(super) until: String,
}

impl Guess {
    /// Takes a prediction out of `pairs`.
    pub(super) fn take(pairs: &mut Vec<(String, String)>) -> Option<(String, String)> {
        let of = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, v)| v.clone());
        let [question, said] = KEYS.map(of);
        pairs.retain(|(key, _)| !KEYS.contains(&key.as_str()));
        question.zip(said)
    }

    /// The prediction `said` for `question`, if it is about this very run.
    pub(super) fn of(
        (question, said): &(String, String),
        mechanism: &Mechanism,
        scenario: &Scenario,
    ) -> Option<Self> {
        let (name, number) = question.split_once('/')?;
        let (question, _) = predict::question(name, number.parse().ok()?)?;
        let run = question.run()?;
        if run.mechanism.name != mechanism.name || run.asked.scenario != *scenario {
            return None;
        }
        question.hears(said).ok()?;
        let judged = question.judge(said);
        let until_ms = scenario.until_ms.max(1);
        let place = |ms: u64| ms.min(until_ms) * 1000 / until_ms;
        let line = question.moment(said).map(|ms| (place(ms), judged.moment_ms.map(place)));
        let mark = if line.is_some() { ", the dotted mark" } else { "" };
        let right = if judged.right { "You were right" } else { "It is not that" };
        let words = format!("You predicted {said}{mark}. {right}: the run says {}.", judged.answer);
        let until = simulation::text::seconds(clock::Moment::from_millis(scenario.until_ms));
        Some(Self { words, line, until })
    }
}
