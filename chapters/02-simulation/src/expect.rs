use clock::Moment;

use crate::{Accepted, RequestId, Trace};

/// How many steps a lesson shows: the last ones.
const SHOWN_MAX: usize = 15;

/// What a grader expects of one request. Times are milliseconds of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Let through at this moment.
    AdmittedAt(u64),
    /// Refused, whenever that is.
    Refused,
    /// Refused at this moment.
    RefusedAt(u64),
    /// Accepted, and still waiting when the run ends or when it is dropped.
    Waiting,
}

impl Trace {
    /// Compares what became of the requests with what should have. At the first
    /// that differs it panics with a lesson: the steps up to there with their
    /// times, what was expected, what happened instead, and the `rule`.
    ///
    /// # Panics
    ///
    /// If any of the requests ended in another way.
    #[track_caller]
    pub fn expect(&self, rule: &str, expected: &[(u32, Expected)]) {
        let verdicts = self.verdicts();
        for &(number, expected) in expected {
            let verdict = verdicts.get(&RequestId(number));
            let got = verdict.map_or(Accepted::Open, |verdict| verdict.accepted);
            if holds(expected, got) {
                continue;
            }
            let arrived = verdict.map_or(Moment::ZERO, |verdict| verdict.arrived);
            let until = match got {
                Accepted::At(at) | Accepted::Refused(at) => at,
                _ => arrived,
            };
            let want = format!("request {number} {}", wanted(expected));
            let got = format!("request {number} {}", happened(got, expected, self.until));
            panic!("{}", self.lesson(until, &want, &got, rule));
        }
    }

    /// The text of a failed check: the last steps up to `until`, and the three
    /// lines that say what they mean.
    pub fn lesson(&self, until: Moment, expected: &str, got: &str, rule: &str) -> String {
        format!(
            "\n\nWhat your code did:\n{}\nExpected: {expected}\nGot:      {got}\nRule:     {rule}\n",
            self.timeline_end(until, SHOWN_MAX)
        )
    }
}

fn holds(expected: Expected, got: Accepted) -> bool {
    match (expected, got) {
        (Expected::AdmittedAt(ms), Accepted::At(at))
        | (Expected::RefusedAt(ms), Accepted::Refused(at)) => at == Moment::from_millis(ms),
        (Expected::Refused, Accepted::Refused(_)) | (Expected::Waiting, Accepted::Waiting) => true,
        _ => false,
    }
}

fn wanted(expected: Expected) -> String {
    match expected {
        Expected::AdmittedAt(ms) => format!("is let through at {ms} ms"),
        Expected::Refused => "is refused".to_owned(),
        Expected::RefusedAt(ms) => format!("is refused at {ms} ms"),
        Expected::Waiting => "is accepted, and waits".to_owned(),
    }
}

fn happened(got: Accepted, expected: Expected, until: Moment) -> String {
    match got {
        Accepted::At(at) => format!("was let through at {at}"),
        Accepted::Refused(at) => format!("was refused at {at}"),
        Accepted::Waiting if matches!(expected, Expected::Refused | Expected::RefusedAt(_)) => {
            "was accepted, and waits".to_owned()
        }
        Accepted::Waiting => {
            format!("was accepted, and still waits at {until}, the end of the run")
        }
        Accepted::Open => "got no answer at all".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Output, Request, What};

    /// Requests 1 to `last`, one a millisecond, all of them refused.
    fn refusals(last: u32) -> Trace {
        let one = |number: u32| {
            let (at, id) = (Moment::from_millis(number.into()), RequestId(number));
            let refuse = Output::Refuse { id, why: "none left".into(), retry_at: None };
            let request = Request { id, cost: 1, patience: None };
            [What::Arrive(request), What::Out(refuse)].map(|what| Event { at, what })
        };
        let events = (1..=last).flat_map(one).collect();
        Trace { events, until: Moment::from_millis(u64::from(last)), ..Trace::default() }
    }

    #[test]
    fn of_many_steps_the_last_are_told() {
        let text = refusals(40).lesson(Moment::from_millis(30), "one", "two", "three");
        let steps: Vec<&str> = text.lines().filter(|line| line.contains("asks")).collect();
        assert!(text.contains("  … 15 steps before these\n 16. at 16 ms "), "{text}");
        assert_eq!(steps.len(), SHOWN_MAX, "{text}");
        assert!(steps[SHOWN_MAX - 1].starts_with(" 30. at 30 ms "), "{text}");
    }

    fn one_refusal() -> Trace {
        let request = Request { id: RequestId(1), cost: 1, patience: None };
        let refuse = Output::Refuse { id: RequestId(1), why: "none left".into(), retry_at: None };
        let at = Moment::from_millis(5);
        Trace {
            events: vec![
                Event { at, what: What::Arrive(request) },
                Event { at, what: What::Out(refuse) },
            ],
            until: Moment::from_millis(9),
            ..Trace::default()
        }
    }

    #[test]
    fn what_is_as_expected_passes() {
        one_refusal().expect("none", &[(1, Expected::Refused)]);
    }

    #[test]
    fn the_first_difference_is_told_step_by_step() {
        let check = || {
            let expected = [(1, Expected::AdmittedAt(5)), (2, Expected::Refused)];
            one_refusal().expect("A new bucket is full.", &expected);
        };
        let text = std::panic::catch_unwind(check).unwrap_err().downcast::<String>().unwrap();
        assert_eq!(
            *text,
            "\n\nWhat your code did:\n\
             \x20 1. at 5 ms      request 1 asks: refused, none left\n\n\
             Expected: request 1 is let through at 5 ms\n\
             Got:      request 1 was refused at 5 ms\n\
             Rule:     A new bucket is full.\n"
        );
    }
}
