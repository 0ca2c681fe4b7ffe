//! What was decided last, beside the bucket.
//!
//! It carries its own numbers: a stale "refused" beside a level of 1.6 would
//! contradict itself, so it also fades. In dense traffic single requests would
//! flicker, and the last second speaks instead.

use clock::Moment;
use simulation::{Trace, text};

use super::geometry::{count, n};
use super::history::{Decision, Verdict, decisions};
use super::outcome::Outcome;

/// With more other requests than this in the last second, the second speaks.
const DENSE_ABOVE: usize = 5;
/// With this many or fewer, the single request speaks again.
const QUIET_UNTIL: usize = 3;
const SECOND_NS: u64 = 1_000_000_000;

/// What stands beside the bucket.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) title: String,
    pub(super) rows: Vec<Row>,
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

/// All decisions of a run, and whether it was dense at each.
#[derive(Debug)]
pub(super) struct Verdicts<'d> {
    decisions: &'d [Decision],
    dense: Vec<bool>,
    /// Requests before each decision, and before the end.
    before: Vec<usize>,
    small: Small,
}

/// What a mechanism says of one request in its own words, if it has any.
pub(super) type Small = fn(&Verdict) -> Option<String>;

impl<'d> Verdicts<'d> {
    pub(super) fn of(decisions: &'d [Decision]) -> Self {
        Self::in_words(decisions, |_| None)
    }

    /// With words of the mechanism's own.
    pub(super) fn in_words(decisions: &'d [Decision], small: Small) -> Self {
        let mut before = vec![0];
        for decision in decisions {
            before.push(before[before.len() - 1] + decision.verdicts.len());
        }
        let mut verdicts = Self { decisions, dense: Vec::new(), before, small };
        let mut dense = false;
        for (i, decision) in decisions.iter().enumerate() {
            // Switching on needs more requests than switching off, so that it
            // does not flicker in between.
            dense = turned(dense, verdicts.others(i, decision.at));
            verdicts.dense.push(dense);
        }
        verdicts
    }

    /// Requests of the last second that are not of decision `i`.
    fn others(&self, i: usize, now: Moment) -> usize {
        self.before[i] - self.before[self.oldest(now).min(i)]
    }

    /// The first decision of the last second.
    fn oldest(&self, now: Moment) -> usize {
        let old = |decision: &Decision| now.as_nanos() >= decision.at.as_nanos() + SECOND_NS;
        self.decisions.partition_point(old)
    }

    fn past(&self, now: Moment) -> &'d [Decision] {
        &self.decisions[..self.decisions.partition_point(|decision| decision.at <= now)]
    }

    /// Whether the last second speaks.
    pub(super) fn is_dense(&self, now: Moment) -> bool {
        let last = self.past(now).len().checked_sub(1);
        last.is_some_and(|last| turned(self.dense[last], self.others(last, now)))
    }

    fn last_second(&self, now: Moment) -> &'d [Decision] {
        &self.past(now)[self.oldest(now)..]
    }

    /// When the last decision up to `now` was made.
    pub(super) fn last(&self, now: Moment) -> Option<Moment> {
        self.past(now).last().map(|decision| decision.at)
    }

    /// What stands beside the bucket at `now`; nothing before the first request.
    pub(super) fn shown(&self, now: Moment) -> Option<Shown> {
        let last = self.past(now).last()?;
        Some(if self.is_dense(now) {
            let rows = rows(totals(self.last_second(now)));
            Shown { title: "last second".to_owned(), rows }
        } else {
            let (title, words) = match last.verdicts.as_slice() {
                [one] => (format!("request {}", one.request.id), vec![self.single(last.at, one)]),
                many => (format!("{} at once", many.len()), together(last)),
            };
            Shown { title, rows: rows(words) }
        })
    }

    fn single(&self, at: Moment, verdict: &Verdict) -> Words {
        let (outcome, strong, small) = single(at, verdict);
        (outcome, strong, (self.small)(verdict).unwrap_or(small))
    }

    /// Those that the picture speaks of: the last one, or all of the last second.
    pub(super) fn spoken_of(&self, now: Moment) -> &'d [Decision] {
        let past = self.past(now);
        let last = past.len().saturating_sub(1);
        if self.is_dense(now) { self.last_second(now) } else { &past[last..] }
    }

    /// All of them.
    pub(super) fn decisions(&self) -> &'d [Decision] {
        self.decisions
    }

    /// The last decision in which something was refused, if it still belongs in the picture.
    pub(super) fn refusal(&self, now: Moment) -> Option<&'d Decision> {
        let refused = |decision: &&Decision| decision.count(Outcome::Refused) > 0;
        if self.is_dense(now) {
            self.last_second(now).iter().rev().find(refused)
        } else {
            self.past(now).last().filter(refused)
        }
    }
}

/// The decisions that a window from `from` on needs: those after it, and so
/// many before it that nothing earlier can be seen in it.
pub(super) fn near(trace: &Trace, from: Moment) -> Vec<Decision> {
    let since = Moment::from_nanos(from.as_nanos().saturating_sub(NEAR_NS));
    let near = decisions(trace, since);
    let verdicts = Verdicts::of(&near);
    let whole_second = Moment::from_nanos(since.as_nanos() + SECOND_NS);
    // Wherever there are more than some or fewer than others, what was before is forgotten.
    let forgets =
        |i: usize| !(QUIET_UNTIL + 1..=DENSE_ABOVE).contains(&verdicts.others(i, near[i].at));
    let first = near.partition_point(|decision| decision.at < whole_second);
    let past = near.partition_point(|decision| decision.at <= from);
    // Three more than that, since lines begin before the window.
    let known = (first..past.saturating_sub(4)).any(forgets);
    if known || since == Moment::ZERO { near } else { decisions(trace, Moment::ZERO) }
}

/// So far back one looks before looking at everything.
const NEAR_NS: u64 = 10 * SECOND_NS;

fn turned(dense: bool, others: usize) -> bool {
    others > if dense { QUIET_UNTIL } else { DENSE_ABOVE }
}

/// How strong the words are, in percent: whole for 400 ms, then fading until 700 ms,
/// and never so pale that a paused frame could not be read.
pub(super) fn strength(now: Moment, last: Moment) -> i64 {
    let age_ms = now.since(last).as_millis();
    let faded = i64::try_from(age_ms.clamp(400, 700)).unwrap_or(400) - 400;
    100 - faded * 18 / 300
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

fn single(at: Moment, verdict: &Verdict) -> Words {
    let Verdict { request, outcome, when, why } = verdict;
    let (strong, small) = match (outcome, when) {
        (Outcome::Admitted, _) => {
            let cost = usize::try_from(request.cost).unwrap_or(usize::MAX);
            ("admitted", format!("took {}", text::counted(cost, "token", "tokens")))
        }
        (Outcome::Waits, Some(when)) => {
            ("accepted", format!("waits {}", text::wait(when.since(at))))
        }
        (Outcome::Waits, None) => ("accepted", "waits".to_owned()),
        (Outcome::Refused, _) => ("refused", shortly(why).to_owned()),
        (other, _) => (other.word(), String::new()),
    };
    (*outcome, strong.to_owned(), small)
}

/// The mechanism's reason, in as many letters as there is room for.
fn shortly(why: &str) -> &str {
    match why {
        "not enough tokens" => "not enough",
        "the wait is longer than its patience" => "waits too long",
        "no token will come" => "none will come",
        "more than the bucket can hold" | "more than a whole window lets through" => {
            "asks too much"
        }
        "the window is full" => "window full",
        "all places are taken" => "no place",
        "it would wait too long" => "too long",
        "nobody leaves any more" => "nobody leaves",
        "there will never be room" => "never room",
        other => other,
    }
}

fn rows(words: Vec<Words>) -> Vec<Row> {
    // Three rows stand closer: below them "refused at" needs its place.
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

#[cfg(test)]
mod tests {
    use simulation::{Request, RequestId};

    use super::*;

    fn decision(at_ms: u64, outcomes: &[Outcome]) -> Decision {
        let request = |id| Request { id: RequestId(id), cost: 1, patience: None };
        let verdicts = (1..).zip(outcomes);
        let verdict =
            |(id, &outcome)| Verdict { request: request(id), outcome, when: None, why: "".into() };
        Decision { at: Moment::from_millis(at_ms), verdicts: verdicts.map(verdict).collect() }
    }

    fn title(now_ms: u64, decisions: &[Decision]) -> String {
        Verdicts::of(decisions).shown(Moment::from_millis(now_ms)).unwrap().title
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
        let at = |ms| strength(Moment::from_millis(ms), Moment::ZERO);
        assert_eq!([at(0), at(400), at(550), at(700), at(9000)], [100, 100, 91, 82, 82]);
    }
}
