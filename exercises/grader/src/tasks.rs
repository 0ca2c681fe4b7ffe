//! Things to do in the lab that tick themselves: a run that keeps a condition.
//!
//! A `task` block of a README says what to do (`ask`), where to begin (the run,
//! in the words of a link) and when it is done: `until=refused-until 1000 >= 1`,
//! a [`simulation::Query`] and a comparison. Several are joined by `and`.

use simulation::{Answer, Mechanism, Trace};

use crate::block::Block;
use crate::predict::read_query;

/// One task.
#[derive(Clone, Debug)]
pub struct Task {
    /// The chapter or exercise that sets it: `token-bucket`.
    pub name: String,
    /// Its number there, from 1.
    pub number: usize,
    /// What is to be done, as Markdown.
    pub ask: String,
    /// What it is done with.
    pub mechanism: &'static Mechanism,
    /// The address of the run to begin with.
    pub start: String,
    until: Vec<Condition>,
}

/// A query and what its answer has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Condition {
    query: String,
    compare: Compare,
    value: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compare {
    AtLeast,
    AtMost,
    Is,
    More,
    Less,
}

/// Those of two signs come first, for the others are their beginnings.
const COMPARE: [(&str, Compare); 5] = [
    (">=", Compare::AtLeast),
    ("<=", Compare::AtMost),
    ("=", Compare::Is),
    (">", Compare::More),
    ("<", Compare::Less),
];

/// The tasks that `markdown` sets, which is the README of `name`; of one that
/// cannot be understood, why.
pub fn read(name: &str, markdown: &str) -> Vec<Result<Task, String>> {
    let texts = Block::texts(markdown, "task");
    let task = |(text, number): (&String, _)| Task::parse(name, number, text);
    texts.iter().zip(1..).map(task).collect()
}

impl Task {
    /// Reads the lines of a block.
    pub fn parse(name: &str, number: usize, text: &str) -> Result<Self, String> {
        let mut block = Block::parse(text)?;
        let ask = block.need("ask")?.to_owned();
        let until = block.need("until")?;
        let until = until.split(" and ").map(Condition::parse).collect::<Result<_, _>>()?;
        let named = block.named()?;
        let (mechanism, start) = (named.mechanism, named.lab);
        Ok(Self { name: name.to_owned(), number, ask, mechanism, start, until })
    }

    /// Its name in the file of what was done: `token-bucket/2`.
    pub fn key(&self) -> String {
        format!("{}/{}", self.name, self.number)
    }

    /// Whether a run does it.
    pub fn is_done(&self, trace: &Trace) -> bool {
        self.until.iter().all(|condition| condition.holds(trace))
    }
}

impl Condition {
    fn parse(words: &str) -> Result<Self, String> {
        let error = || format!("“{}” is not a query and a comparison", words.trim());
        let part = |(sign, compare): (&str, Compare)| {
            words.split_once(sign).map(|(query, value)| (query.trim(), compare, value.trim()))
        };
        let (query, compare, value) = COMPARE.into_iter().find_map(part).ok_or_else(error)?;
        let value = value.parse().map_err(|_| error())?;
        read_query(query, |_| Some(0)).ok_or_else(error)?;
        Ok(Self { query: query.to_owned(), compare, value })
    }

    /// Moments are compared in milliseconds; what never happens keeps nothing.
    fn holds(&self, trace: &Trace) -> bool {
        let gauge = |name: &str| trace.heads.iter().position(|gauge| gauge.name == name);
        let Some(query) = read_query(&self.query, gauge) else { return false };
        let answer = match query.ask(trace) {
            Answer::Number(number) => number,
            Answer::At(at) => i64::try_from(at.as_millis()).unwrap_or(i64::MAX),
            Answer::Never => return false,
        };
        match self.compare {
            Compare::AtLeast => answer >= self.value,
            Compare::AtMost => answer <= self.value,
            Compare::Is => answer == self.value,
            Compare::More => answer > self.value,
            Compare::Less => answer < self.value,
        }
    }
}

#[cfg(test)]
mod tests {
    use simulation::{Params, run};

    use super::*;
    use crate::mechanisms;

    fn trace(run_name: &str) -> Trace {
        let mechanism = mechanisms::by_name("token-bucket").unwrap();
        let scenario = mechanism.curated(run_name).unwrap().scenario;
        let mut subject = (mechanism.build)(&Params::clone(&scenario.params)).unwrap();
        run(&scenario, &mut *subject).unwrap()
    }

    #[test]
    fn a_condition_is_a_query_and_a_comparison() {
        // T-03: after a pause five of eight pass, so three of all are refused.
        let trace = trace("after-a-pause");
        for (words, expected) in [
            ("refused-until 1000 >= 3", true),
            ("refused-until 1000 >= 4", false),
            ("refused-until 1000 <= 2", false),
            ("refused-until 1000 = 3", true),
            ("refused-until 1000 > 3", false),
            ("refused-until 1000 < 4", true),
            ("first-refusal = 1000", true),
            ("gauge-at 1000 level = 0", true),
            ("gauge-at 1000 nothing = 0", false),
            // Fourteen never come.
            ("admitted-at 14 >= 0", false),
        ] {
            let condition = Condition::parse(words).unwrap();
            assert_eq!(condition.holds(&trace), expected, "{words}");
        }
    }

    #[test]
    fn what_is_no_condition_is_said() {
        for words in ["", "refused-until 1000", "refused >= 1", "refused-until 1 >= x", ">= 1"] {
            assert!(Condition::parse(words).is_err(), "{words}");
        }
    }

    #[test]
    fn a_task_is_done_when_all_of_its_conditions_hold() {
        let task = |until: &str| {
            let text = format!("ask=?\nmechanism=token-bucket\nrun=overload\nuntil={until}");
            Task::parse("token-bucket", 1, &text).unwrap()
        };
        let trace = trace("after-a-pause");
        assert!(task("refused-until 1000 = 3 and first-refusal = 1000").is_done(&trace));
        assert!(!task("refused-until 1000 = 3 and first-refusal = 999").is_done(&trace));
    }
}
