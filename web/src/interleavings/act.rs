//! One step as it stands in a cell, and in a sentence.

use super::names::Names;
use grader::{Op, Step, Value};

/// What stands in the cell of a thread.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Act {
    /// The method that the code calls.
    pub(crate) verb: &'static str,
    /// Which memory, where there are several.
    pub(crate) of: String,
    pub(crate) values: String,
    pub(crate) stale: bool,
    /// Its sign: a shape for each kind of step.
    pub(crate) class: &'static str,
    pub(crate) path: &'static str,
}

impl Act {
    pub(super) fn new(step: &Step, names: &Names<'_>) -> Self {
        let (class, path) = sign(step);
        let verb = match step.op {
            Op::ExchangeRefused => Op::Exchange.word(),
            Op::Want => "waits for",
            op => op.word(),
        };
        let of = if step.op == Op::Want { names.of(step) } else { names.short(step) };
        let values = values(step);
        Self { verb, of, values, stale: !step.fresh, class, path }
    }
}

/// 18 px wide around the origin.
fn sign(step: &Step) -> (&'static str, &'static str) {
    match step.op {
        _ if !step.fresh => ("act-stale", "M0-8l8 8-8 8-8-8z"),
        Op::Load => ("act-read", "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"),
        Op::ExchangeRefused => ("act-refused", "M-6-6h12v12h-12zM-3-3l6 6m0-6l-6 6"),
        Op::Want => ("act-wants", "M-6-6h12v12h-12z"),
        Op::Lock => ("act-locks", "M-6-6h12v12h-12z"),
        Op::Unlock => ("act-read", "M-6-6h12v12h-12z"),
        _ => ("act-write", "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"),
    }
}

fn values(step: &Step) -> String {
    match (step.read, step.wrote, step.expected) {
        (Some(read), Some(wrote), _) => format!("{read} → {wrote}"),
        (Some(read), None, Some(expected)) => format!("{read}, not {expected}"),
        (Some(value), None, None) | (None, Some(value), _) => value.to_string(),
        (None, None, _) => String::new(),
    }
}

/// The step in a sentence: who did what. `held` is what is there after it.
pub(super) fn sentence(thread: &str, step: &Step, names: &Names<'_>, held: &str) -> String {
    let name = names.of(step);
    let word = |value: Option<Value>| value.map_or("?".to_owned(), |value| value.to_string());
    let (read, wrote) = (word(step.read), word(step.wrote));
    let lock = if name == "the lock" { name.clone() } else { format!("the lock of {name}") };
    match step.op {
        Op::Load if !step.fresh => {
            format!("{thread} reads {read} from {name}, an old value: it is {held} by now.")
        }
        Op::Load => format!("{thread} reads {read} from {name}."),
        Op::Store => format!("{thread} writes {wrote} to {name}, whatever is there."),
        Op::Exchange => {
            format!(
                "{thread} finds {read} in {name}, as it expects, and writes {wrote} in one step."
            )
        }
        Op::ExchangeRefused => {
            let expected = word(step.expected);
            format!("{thread} expects {expected} in {name}, finds {read}, and writes nothing.")
        }
        Op::Want => format!("{thread} wants {lock} and has to wait: it is {held}."),
        Op::Lock => format!("{thread} takes {lock}."),
        Op::Unlock => format!("{thread} gives {lock} back."),
        op => {
            format!("{thread} changes {name} from {read} to {wrote} in one step ({}).", op.word())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grader::Lanes;

    fn told(step: &str) -> (Act, String) {
        let text =
            format!("lanes 1\nthread main\nthread A\nstep 1 {step} 7 a.rs\noutcome x\nend\n");
        let lanes = Lanes::parse(&text).unwrap();
        let names = Names::new(&lanes, &["tokens"]);
        let step = &lanes.steps[0];
        (Act::new(step, &names), sentence("A", step, &names, "5"))
    }

    #[test]
    fn every_kind_of_step_has_its_words() {
        for (step, values, says) in [
            ("load 1 1 - - fresh", "1", "A reads 1 from tokens."),
            ("load 1 1 - - stale", "1", "A reads 1 from tokens, an old value: it is 5 by now."),
            ("store 1 - 0 - fresh", "0", "A writes 0 to tokens, whatever is there."),
            (
                "fetch_sub 1 1 0 - fresh",
                "1 → 0",
                "A changes tokens from 1 to 0 in one step (fetch_sub).",
            ),
            (
                "compare_exchange 1 1 0 - fresh",
                "1 → 0",
                "A finds 1 in tokens, as it expects, and writes 0 in one step.",
            ),
            (
                "compare_exchange_refused 1 0 - 1 fresh",
                "0, not 1",
                "A expects 1 in tokens, finds 0, and writes nothing.",
            ),
            ("locks 1 - - - fresh", "", "A takes the lock of tokens."),
            ("unlocks 2 - - - fresh", "", "A gives the lock back."),
            ("wants 2 - - - fresh", "", "A wants the lock and has to wait: it is 5."),
        ] {
            let (act, said) = told(step);
            assert_eq!((act.values.as_str(), said.as_str()), (values, says), "{step}");
            assert_eq!(act.stale, step.ends_with("stale"));
        }
    }

    #[test]
    fn a_stale_read_and_a_refusal_have_shapes_of_their_own() {
        let path = |step| told(step).0.path;
        let paths = [
            path("load 1 1 - - fresh"),
            path("load 1 1 - - stale"),
            path("compare_exchange_refused 1 0 - 1 fresh"),
        ];
        assert!(paths[0] != paths[1] && paths[1] != paths[2] && paths[0] != paths[2]);
    }
}
