//! What was decided last, beside the bucket.
//!
//! It carries its own numbers: a stale "refused" beside a level of 1.6 would
//! contradict itself, so it also fades. In dense traffic single requests would
//! flicker, and the last second speaks instead.

use clock::Moment;
use simulation::text;

use super::geometry::{count, n};
use super::history::{Decision, Verdict};
use super::outcome::Outcome;

/// With more other requests than this in the last second, the second speaks.
const DENSE_ABOVE: usize = 5;
/// With this many or fewer, the single request speaks again.
const QUIET_UNTIL: usize = 3;
const SECOND_NS: u64 = 1_000_000_000;

/// What the template draws.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) title: String,
    pub(super) rows: Vec<Row>,
    /// From 1 down to 0.35.
    pub(super) opacity: String,
}

/// One row: a mark, a word, and a word about it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) class: &'static str,
    pub(super) mark: String,
    pub(super) y: String,
    pub(super) small_y: String,
    pub(super) strong: String,
    pub(super) small: String,
}

/// What stands beside the bucket at `now`; nothing before the first request.
pub(super) fn shown(now: Moment, decisions: &[Decision]) -> Option<Shown> {
    let last = decisions.last()?;
    Some(if is_dense(now, decisions) {
        let second = last_second(now, decisions);
        Shown { title: "last second".to_owned(), rows: rows(totals(second)), opacity: n(1.0) }
    } else {
        let (title, words) = match last.verdicts.as_slice() {
            [one] => (format!("request {}", one.request.id), vec![single(last.at, one)]),
            many => (format!("{} at once", many.len()), together(last)),
        };
        Shown { title, rows: rows(words), opacity: opacity(now, last.at) }
    })
}

/// The last decision in which something was refused, if it still belongs in the picture.
pub(super) fn refusal(now: Moment, decisions: &[Decision]) -> Option<&Decision> {
    let refused = |decision: &&Decision| decision.count(Outcome::Refused) > 0;
    if is_dense(now, decisions) {
        last_second(now, decisions).iter().rev().find(refused)
    } else {
        decisions.last().filter(refused)
    }
}

/// Whether the last second speaks. Switching on needs more requests than
/// switching off, so that it does not flicker in between.
fn is_dense(now: Moment, decisions: &[Decision]) -> bool {
    let mut dense = false;
    let mut oldest = 0;
    let mut inside = 0;
    for (i, decision) in decisions.iter().enumerate() {
        let others = advance(&mut oldest, &mut inside, decisions, i, decision.at);
        dense = turned(dense, others);
        inside += decision.verdicts.len();
    }
    let Some(last) = decisions.len().checked_sub(1) else { return false };
    inside -= decisions[last].verdicts.len();
    let others = advance(&mut oldest, &mut inside, decisions, last, now);
    turned(dense, others)
}

/// Lets go of what is older than a second; the rest are the others.
fn advance(
    oldest: &mut usize,
    inside: &mut usize,
    decisions: &[Decision],
    end: usize,
    now: Moment,
) -> usize {
    while *oldest < end && now.as_nanos() - decisions[*oldest].at.as_nanos() >= SECOND_NS {
        *inside -= decisions[*oldest].verdicts.len();
        *oldest += 1;
    }
    *inside
}

fn turned(dense: bool, others: usize) -> bool {
    others > if dense { QUIET_UNTIL } else { DENSE_ABOVE }
}

fn last_second(now: Moment, decisions: &[Decision]) -> &[Decision] {
    let old = |decision: &Decision| now.as_nanos() - decision.at.as_nanos() >= SECOND_NS;
    &decisions[decisions.partition_point(old)..]
}

type Words = (Outcome, String, String);

fn totals(decisions: &[Decision]) -> Vec<Words> {
    let of = |outcome| decisions.iter().map(|decision| decision.count(outcome)).sum::<usize>();
    let words = |outcome: Outcome| outcome.word_after_number().to_owned();
    let shown = Outcome::ALL.into_iter().map(|outcome| (outcome, of(outcome)));
    let shown = shown.filter(|&(_, number)| number > 0);
    shown.map(|(outcome, number)| (outcome, number.to_string(), words(outcome))).collect()
}

fn together(decision: &Decision) -> Vec<Words> {
    let all = decision.verdicts.len();
    let shown = Outcome::ALL.into_iter().map(|outcome| (outcome, decision.count(outcome)));
    shown
        .filter(|&(_, number)| number > 0)
        .map(|(outcome, number)| match outcome {
            Outcome::Waits => (outcome, "accepted".to_owned(), format!("{number} of {all}, wait")),
            other => (other, other.word().to_owned(), format!("{number} of {all}")),
        })
        .collect()
}

fn single(at: Moment, Verdict { request, outcome, when }: &Verdict) -> Words {
    let (strong, small) = match (outcome, when) {
        (Outcome::Admitted, _) => {
            let cost = usize::try_from(request.cost).unwrap_or(usize::MAX);
            ("admitted", format!("took {}", text::counted(cost, "token", "tokens")))
        }
        (Outcome::Waits, Some(when)) => {
            ("accepted", format!("waits {}", text::wait(when.since(at))))
        }
        (Outcome::Waits, None) => ("accepted", "waits".to_owned()),
        (Outcome::Refused, Some(_)) => ("refused", "not enough".to_owned()),
        (Outcome::Refused, None) if request.cost > 1 => ("refused", "asks too much".to_owned()),
        (Outcome::Refused, None) => ("refused", "none will come".to_owned()),
        (other, _) => (other.word(), String::new()),
    };
    (*outcome, strong.to_owned(), small)
}

fn rows(words: Vec<Words>) -> Vec<Row> {
    // Three rows stand closer: below them "it found" needs its place.
    let (pitch, r) = if words.len() > 2 { (46.0, 16.0) } else { (56.0, 20.0) };
    let row = |(i, (outcome, strong, small)): (usize, Words)| {
        let y = 100.0 + pitch * count(i);
        Row {
            class: outcome.class(),
            mark: outcome.big(36.0, y, if outcome == Outcome::Refused { r - 2.5 } else { r }),
            y: n(y - 3.0),
            small_y: n(y + 17.0),
            strong,
            small,
        }
    };
    words.into_iter().enumerate().map(row).collect()
}

/// Whole for 400 ms, then fading until 700 ms.
fn opacity(now: Moment, at: Moment) -> String {
    let age_ms = now.since(at).as_millis();
    let faded = age_ms.clamp(400, 700) - 400;
    // From 100 % down to 35 %, in whole percent.
    let percent = 100 - faded * 65 / 300;
    format!("{}.{:02}", percent / 100, percent % 100)
}

#[cfg(test)]
mod tests {
    use simulation::{Request, RequestId};

    use super::*;

    fn decision(at_ms: u64, outcomes: &[Outcome]) -> Decision {
        let request = |id| Request { id: RequestId(id), cost: 1, patience: None };
        let verdicts = (1..).zip(outcomes);
        let verdict = |(id, &outcome)| Verdict { request: request(id), outcome, when: None };
        Decision { at: Moment::from_millis(at_ms), verdicts: verdicts.map(verdict).collect() }
    }

    fn title(now_ms: u64, decisions: &[Decision]) -> String {
        shown(Moment::from_millis(now_ms), decisions).unwrap().title
    }

    #[test]
    fn six_others_in_the_last_second_make_it_dense_and_three_make_it_quiet() {
        let each = |at_ms| decision(at_ms, &[Outcome::Admitted]);
        let mut decisions: Vec<Decision> = (0..6).map(|i| each(i * 100)).collect();
        assert_eq!(title(500, &decisions), "request 1");
        decisions.push(each(600));
        assert_eq!(title(600, &decisions), "last second");
        // At 1199 the others since 199 are those at 200 … 500: four, still dense.
        assert_eq!(title(1199, &decisions), "last second");
        assert_eq!(title(1200, &decisions), "request 1");
    }

    #[test]
    fn a_press_of_eight_is_named_as_such_however_large_it_is() {
        let press = decision(3000, &[Outcome::Admitted; 8]);
        assert_eq!(title(3000, &[press]), "8 at once");
    }

    #[test]
    fn it_fades_from_400_to_700_ms() {
        let at = |ms| opacity(Moment::from_millis(ms), Moment::ZERO);
        assert_eq!(
            [at(0), at(400), at(550), at(700), at(9000)],
            ["1.00", "1.00", "0.68", "0.35", "0.35"]
        );
    }
}
