//! How far the learner has come: words and marks for `/` and the chapters.

use grader::{Done, Progress, onward};

use crate::contents::{self, Chapter, Exercise};
use crate::run::{Runs, sign};

/// How the learner stands with one exercise.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The class of its mark.
    pub(crate) class: &'static str,
    /// All of it in words.
    pub(crate) words: String,
}

/// Where to go on.
#[derive(Debug)]
pub(crate) enum Onward {
    /// Nothing was done yet.
    Begin,
    /// The next thing to do.
    Continue(&'static Exercise),
    /// Every exercise has passed.
    Finished,
}

/// What the learner has done. A server that others can reach, or that runs
/// nothing, keeps it to itself.
#[derive(Debug)]
pub(crate) struct Standings(Option<Progress>);

impl Standings {
    /// What the file says now. One that cannot be read says nothing.
    pub(crate) fn load(runs: &Runs) -> Self {
        Self(runs.root().and_then(|root| Progress::load(root).ok()))
    }

    /// Of one exercise, if it is known.
    pub(crate) fn of(&self, exercise: &Exercise) -> Option<Standing> {
        self.0.as_ref().map(|progress| Standing::of(progress.of(exercise.name())))
    }

    /// Of the exercises of a chapter: how many have passed, if any has, and
    /// whether that is all.
    pub(crate) fn chapter(&self, chapter: &Chapter) -> Option<(String, bool)> {
        let progress = self.0.as_ref()?;
        let passed = |exercise: &&Exercise| progress.of(exercise.name()).passed;
        let (passed, all) =
            (chapter.exercises.iter().filter(passed).count(), chapter.exercises.len());
        (passed > 0).then(|| {
            let words =
                if passed == all { "done".to_owned() } else { format!("{passed} of {all} done") };
            (words, passed == all)
        })
    }

    /// As the terminal says it.
    pub(crate) fn onward(&self) -> Onward {
        let Some(progress) = &self.0 else { return Onward::Begin };
        let done: Vec<Done> = contents::exercises().map(|one| progress.of(one.name())).collect();
        if done.iter().all(|done| *done == Done::default()) {
            return Onward::Begin;
        }
        let next = onward(&done).and_then(|index| contents::exercises().nth(index));
        next.map_or(Onward::Finished, Onward::Continue)
    }
}

impl Standing {
    fn of(done: Done) -> Self {
        let mut words = Vec::new();
        let class = match (done.passed, done.last) {
            (true, last) => {
                words.push("passed".to_owned());
                let now = last.filter(|(passed, all)| passed < all);
                words.extend(now.map(|(passed, all)| format!("now {passed} of {all} tests")));
                "passed"
            }
            (false, Some((passed, all))) => {
                words.push(format!("begun: {passed} of {all} tests pass before one fails"));
                "begun"
            }
            (false, None) if done == Done::default() => {
                words.push("not begun".to_owned());
                "not-run"
            }
            (false, None) => {
                words.push("not run yet".to_owned());
                "not-run"
            }
        };
        match done.hints {
            0 => {}
            1 => words.push("1 hint taken".to_owned()),
            hints => words.push(format!("{hints} hints taken")),
        }
        words.extend(done.solution.then(|| "solution seen".to_owned()));
        Self { class, words: words.join(" · ") }
    }

    /// The shape of its mark.
    pub(crate) fn sign(&self) -> &'static str {
        sign(self.class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(done: Done) -> String {
        Standing::of(done).words
    }

    fn after(change: impl FnOnce(&mut Progress)) -> Onward {
        let mut progress = Progress::default();
        change(&mut progress);
        Standings(Some(progress)).onward()
    }

    fn continues(onward: &Onward) -> Option<&'static str> {
        match onward {
            Onward::Continue(exercise) => Some(exercise.name()),
            Onward::Begin | Onward::Finished => None,
        }
    }

    #[test]
    fn each_standing_has_words_of_its_own() {
        let done = Done::default();
        assert_eq!(words(done), "not begun");
        assert_eq!(words(Done { hints: 1, ..done }), "not run yet · 1 hint taken");
        let begun = Done { last: Some((5, 8)), hints: 2, ..done };
        assert_eq!(words(begun), "begun: 5 of 8 tests pass before one fails · 2 hints taken");
        assert_eq!(words(Done { passed: true, last: Some((8, 8)), ..done }), "passed");
        let broken = Done { passed: true, solution: true, ..begun };
        assert_eq!(words(broken), "passed · now 5 of 8 tests · 2 hints taken · solution seen");
    }

    #[test]
    fn each_class_has_a_shape_of_its_own() {
        let done = Done::default();
        let signs = [done, Done { last: Some((0, 1)), ..done }, Done { passed: true, ..done }]
            .map(|done| Standing::of(done).sign());
        assert!(signs[0] != signs[1] && signs[1] != signs[2] && signs[0] != signs[2], "{signs:?}");
    }

    #[test]
    fn whoever_has_done_nothing_begins() {
        assert!(matches!(after(|_| {}), Onward::Begin));
        assert!(matches!(Standings(None).onward(), Onward::Begin));
        assert!(matches!(after(|progress| progress.of_mut("nobody").passed = true), Onward::Begin));
    }

    #[test]
    fn what_was_begun_comes_first_and_then_what_follows() {
        let begun = after(|progress| {
            progress.of_mut("lost-fraction").last = Some((1, 3));
            progress.of_mut("debt").passed = true;
        });
        assert_eq!(continues(&begun), Some("lost-fraction"));
        let passed = after(|progress| progress.of_mut("last-token").passed = true);
        assert_eq!(continues(&passed), Some("lost-fraction"));
        let the_last = contents::exercises().last().expect("an exercise").name();
        let left_out = after(|progress| progress.of_mut(the_last).passed = true);
        assert_eq!(continues(&left_out), contents::exercises().next().map(Exercise::name));
        let all = after(|progress| {
            for exercise in contents::exercises() {
                progress.of_mut(exercise.name()).passed = true;
            }
        });
        assert!(matches!(all, Onward::Finished));
    }
}
