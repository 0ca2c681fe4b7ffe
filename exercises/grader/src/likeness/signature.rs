//! What an answer does in the runs and tests of its exercise, and who is known
//! to do the same.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use simulation::Scenario;

use super::words::{self, ENDLESS, NOT_RUN, UNWRITTEN};
use crate::process::Ended;
use crate::verdict::Verdict;

/// After so many tests that do not end, the others are not asked; and after one
/// such run, no other.
const ENDLESS_MAX: usize = 2;
/// Answers that do the same in each run and fail the same tests with the same
/// outcome, if these came about in different ways. Of more than so many nothing
/// can be said.
const LOOSE_MAX: usize = 3;

/// What an answer does: a word for each run and test, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature(BTreeMap<String, String>);

impl Signature {
    /// Lets an answer go through all of `corpus` and then through all `tests`.
    pub fn take(
        corpus: &[Scenario],
        tests: &[String],
        run: impl Fn(&Scenario) -> Option<Ended>,
        ask: impl Fn(&str) -> Verdict,
    ) -> Self {
        let mut signature = Self::default();
        for (number, scenario) in (1..).zip(corpus) {
            let word = match signature.endless() {
                0 => run(scenario).map_or(NOT_RUN.to_owned(), |ended| words::run(&ended)),
                _ => NOT_RUN.to_owned(),
            };
            signature.0.insert(format!("run-{number:02}"), word);
        }
        let before = signature.endless();
        for test in tests {
            let word = match signature.endless() - before {
                0..ENDLESS_MAX => words::test(&ask(test)),
                _ => NOT_RUN.to_owned(),
            };
            signature.0.insert(test.clone(), word);
        }
        signature
    }

    /// Whether it came to a `todo!`.
    pub fn is_unwritten(&self) -> bool {
        self.0.values().any(|word| word == UNWRITTEN)
    }

    /// The runs and tests that it has a word for.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    fn endless(&self) -> usize {
        self.0.values().filter(|&word| word == ENDLESS).count()
    }

    fn is_loosely(&self, other: &Self) -> bool {
        let loosely = |(name, word): (&String, &String)| {
            other.0.get(name).is_some_and(|other| words::loosely(other) == words::loosely(word))
        };
        self.0.len() == other.0.len() && self.0.iter().all(loosely)
    }
}

/// The signatures of all answers to an exercise, as `signatures.txt` has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signatures {
    right: Signature,
    wrong: BTreeMap<String, Signature>,
}

const HEAD: &str = "\
# What each answer does in the runs and tests of its exercise, as hashes. First the right one; of the
# others, what differs from it. Do not edit: a test computes it, and says how to write it anew.
";

impl Signatures {
    /// Of the right answer and the wrong ones, by their names.
    pub fn new(right: Signature, wrong: impl IntoIterator<Item = (String, Signature)>) -> Self {
        Self { right, wrong: wrong.into_iter().collect() }
    }

    /// Reads what [`Signatures::text`] wrote; `None` if it is something else.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(line);
        let (name, right) = lines.next()??;
        let mut read = Self::new(Signature(right.into_iter().collect()), []);
        for line in lines {
            let (name, differs) = line?;
            let mut signature = read.right.clone();
            signature.0.extend(differs);
            read.wrong.insert(name, signature);
        }
        (name == "right").then_some(read)
    }

    /// One line an answer.
    pub fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        write(&mut text, "right", self.right.0.iter());
        for (name, signature) in &self.wrong {
            let differs =
                signature.0.iter().filter(|&(name, word)| self.right.0.get(name) != Some(word));
            write(&mut text, name, differs);
        }
        text
    }

    /// The wrong answers that do the same: in every step, or else, of at most a
    /// few, in what comes out. None do if the right one does, too, and none if
    /// all that is different does not end: that can have any cause.
    pub fn like(&self, signature: &Signature) -> Vec<&str> {
        let of = |same: &dyn Fn(&Signature) -> bool| -> Vec<&str> {
            let known = self.wrong.iter().filter(|(_, known)| same(known));
            known.map(|(name, _)| name.as_str()).collect()
        };
        if !self.tells(signature) || signature.is_unwritten() {
            return Vec::new();
        }
        let same = of(&|known| known == signature);
        if same.is_empty() {
            return Some(of(&|known| known.is_loosely(signature)))
                .filter(|like| like.len() <= LOOSE_MAX)
                .unwrap_or_default();
        }
        same
    }

    /// Whether something tells `signature` from the right answer and from
    /// answers with other mistakes.
    fn tells(&self, signature: &Signature) -> bool {
        let differs = |(name, word): &(&String, &String)| self.right.0.get(*name) != Some(*word);
        signature.0.iter().filter(differs).any(|(_, word)| words::tells(word))
    }

    /// The right answer, and the wrong ones.
    pub fn all(&self) -> (&Signature, &BTreeMap<String, Signature>) {
        (&self.right, &self.wrong)
    }
}

fn write<'w>(text: &mut String, name: &str, words: impl Iterator<Item = (&'w String, &'w String)>) {
    let words: Vec<String> = words.map(|(name, word)| format!(" {name}={word}")).collect();
    let _ = writeln!(text, "{name}:{}", words.concat());
}

fn line(line: &str) -> Option<(String, Vec<(String, String)>)> {
    let (name, words) = line.split_once(':')?;
    let word = |word: &str| {
        let (name, word) = word.split_once('=')?;
        Some((name.to_owned(), word.to_owned()))
    };
    Some((name.to_owned(), words.split_whitespace().map(word).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured::Captured;
    use crate::process::End;
    use crate::verdict::Panic;

    fn failed(words: &str) -> Verdict {
        Verdict::Failed(Panic { place: String::new(), words: words.to_owned() })
    }

    /// Of two tests and no run.
    #[expect(clippy::needless_pass_by_value, reason = "the tests read better so")]
    fn of(first: Verdict, second: Verdict) -> Signature {
        let tests = ["grade::a".to_owned(), "grade::b".to_owned()];
        let ask = |name: &str| if name == "grade::a" { first.clone() } else { second.clone() };
        Signature::take(&[], &tests, |_| None, ask)
    }

    fn known() -> Signatures {
        let wrong = [
            ("early", of(failed("step 1\ngot: 1"), Verdict::Passed)),
            ("late", of(failed("step 2\ngot: 1"), Verdict::Passed)),
            ("later", of(failed("step 2\ngot: 1"), Verdict::Passed)),
            ("both", of(failed("got: 1"), failed("got: 1"))),
        ];
        let wrong = wrong.map(|(name, signature)| (name.to_owned(), signature));
        Signatures::new(of(Verdict::Passed, Verdict::Passed), wrong)
    }

    #[test]
    fn answers_that_do_the_same_in_every_step_are_named_together() {
        let known = known();
        assert_eq!(known.like(&of(failed("step 1\ngot: 1"), Verdict::Passed)), ["early"]);
        assert_eq!(known.like(&of(failed("step 2\ngot: 1"), Verdict::Passed)), ["late", "later"]);
        assert_eq!(known.like(&of(failed("got: 1"), failed("got: 1"))), ["both"]);
    }

    #[test]
    fn where_nobody_does_the_same_in_every_step_the_outcome_counts() {
        let known = known();
        let other = of(failed("another way\ngot: 1"), Verdict::Passed);
        assert_eq!(known.like(&other), ["early", "late", "later"]);
        assert_eq!(known.like(&of(failed("got: 2"), Verdict::Passed)), [""; 0]);
        assert_eq!(known.like(&of(Verdict::Passed, failed("got: 1"))), [""; 0]);
    }

    #[test]
    fn of_an_outcome_that_many_have_nothing_is_said() {
        let way = |number: u32| of(failed(&format!("step {number}\ngot: 1")), Verdict::Passed);
        let wrong = (0..4).map(|number| (number.to_string(), way(number)));
        let known = Signatures::new(of(Verdict::Passed, Verdict::Passed), wrong);
        assert_eq!(known.like(&way(9)), [""; 0]);
        assert_eq!(known.like(&way(3)), ["3"]);
    }

    #[test]
    fn who_only_hangs_is_like_nobody_and_who_panics_like_those_with_its_words() {
        let hangs = || of(Verdict::Endless(String::new()), Verdict::NotRun(""));
        let panics = |words: &str| of(failed(words), Verdict::Passed);
        let both = || of(Verdict::Endless(String::new()), failed("got: 1"));
        let wrong = [
            ("hangs", hangs()),
            ("divides", panics("attempt to divide by zero")),
            ("both", both()),
        ];
        let wrong = wrong.map(|(name, signature)| (name.to_owned(), signature));
        let known = Signatures::new(of(Verdict::Passed, Verdict::Passed), wrong);
        assert_eq!(known.like(&hangs()), [""; 0]);
        assert_eq!(known.like(&panics("a rate is no zero")), [""; 0]);
        assert_eq!(known.like(&panics("attempt to divide by zero")), ["divides"]);
        assert_eq!(known.like(&both()), ["both"]);
    }

    #[test]
    fn the_right_answer_and_an_unwritten_one_are_like_nobody() {
        let todo = || Verdict::NotWritten(Panic::default());
        let right = of(Verdict::Passed, Verdict::Passed);
        let wrong = [("same".to_owned(), right.clone()), ("todo".to_owned(), of(todo(), todo()))];
        let known = Signatures::new(right.clone(), wrong);
        assert_eq!(known.like(&right), [""; 0]);
        assert_eq!(known.like(&of(todo(), todo())), [""; 0]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let known = known();
        assert_eq!(Signatures::read(&known.text()), Some(known));
        assert_eq!(Signatures::read("# nothing\n"), None);
        assert_eq!(Signatures::read("wrong: a=b\n"), None);
        assert_eq!(Signatures::read("right: a\n"), None);
    }

    #[test]
    fn after_what_does_not_end_little_is_asked() {
        let asked = std::cell::Cell::new(0);
        let ask = |_: &str| {
            asked.set(asked.get() + 1);
            Verdict::Endless(String::new())
        };
        let run = |_: &Scenario| {
            asked.set(asked.get() + 10);
            let (stdout, stderr) = (Captured::default(), Captured::default());
            Some(Ended { end: End::Overtime, stdout, stderr, closed: true })
        };
        let tests = ["a", "b", "c"].map(str::to_owned);
        Signature::take(&[Scenario::default(), Scenario::default()], &tests, run, ask);
        assert_eq!(asked.get(), 12);
    }
}
