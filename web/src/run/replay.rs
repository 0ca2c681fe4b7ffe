//! One test of a result, with what it did: `?test=grade::name`.

use std::sync::{Arc, PoisonError};

use grader::{Test, Verdict};
use simulation::{Call, Replay};
use tokio::sync::OwnedSemaphorePermit;

use super::{Beside, Report, Runs};
use crate::contents::Exercise;

/// The test that was asked for.
#[derive(Debug)]
pub(crate) struct Replayed {
    /// Its name as a sentence.
    pub(crate) sentence: String,
    /// Where it stands in the list, from 1.
    pub(crate) number: usize,
    /// How it ended; nothing if it was not asked yet.
    pub(crate) word: Option<&'static str>,
    pub(crate) what: Shows,
}

/// What there is to see of it.
#[derive(Debug)]
pub(crate) enum Shows {
    /// Nobody has run the answer yet, or it is another one now.
    NotRun,
    /// It could not be asked: the result says why.
    Stopped,
    Passed,
    /// Its run cannot be made now, since another goes on.
    Busy,
    /// Both answers in the run in which it failed.
    Run(Arc<Beside>),
    /// What it called, and what came of it.
    Calls(Vec<Call>),
    /// The threads of its simplest failing schedule: they stand at the test.
    Lanes,
    /// Its words alone.
    Words,
}

impl Runs {
    /// What the test `name` of an exercise did in the last run; `None` if there
    /// is no such test.
    ///
    /// The run of a failed test is made when its page is asked for, once, and
    /// only if the answer is still the one that somebody with the token has had
    /// graded: an address alone runs nothing new.
    pub(crate) async fn replayed(
        &self,
        exercise: &'static Exercise,
        report: Option<&Arc<Report>>,
        name: &str,
    ) -> Option<Replayed> {
        let index = exercise.tests().iter().position(|test| test == name)?;
        let shown = report.map(|report| report.shown(Some(name)));
        let shown = shown.as_ref().and_then(|all| all.iter().find(|one| one.test.name == name));
        let what = match (report, shown) {
            (None, _) => Shows::NotRun,
            (Some(report), _) if self.has_changed(exercise, report) => Shows::NotRun,
            (Some(_), None) => Shows::Stopped,
            (Some(report), Some(one)) => match shows(one.test) {
                Ok(shows) if one.told().is_some() && matches!(shows, Shows::Words) => Shows::Lanes,
                Ok(shows) => shows,
                Err(scenario) => self.beside(exercise, report, name, scenario).await,
            },
        };
        let word = shown.map(|one| one.test.word());
        let word = word.filter(|_| !matches!(what, Shows::NotRun));
        Some(Replayed { sentence: grader::sentence(name), number: index + 1, word, what })
    }

    async fn beside(
        &self,
        exercise: &'static Exercise,
        report: &Arc<Report>,
        name: &str,
        scenario: &simulation::Scenario,
    ) -> Shows {
        let known =
            report.replays.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(beside) = known {
            return Shows::Run(beside);
        }
        let Ok(place) = self.shared.place.clone() else { return Shows::Busy };
        let turn: OwnedSemaphorePermit = match Arc::clone(&self.shared.turn).try_acquire_owned() {
            Ok(turn) => turn,
            Err(_) => return Shows::Busy,
        };
        let (shared, scenario) = (Arc::clone(&self.shared), scenario.clone());
        let work = move || {
            let beside = Beside::new(&place.replay(&exercise.about, &scenario, &shared.leash));
            drop(turn);
            Arc::new(beside)
        };
        let Ok(beside) = tokio::task::spawn_blocking(work).await else { return Shows::Busy };
        let mut replays = report.replays.lock().unwrap_or_else(PoisonError::into_inner);
        replays.insert(name.to_owned(), Arc::clone(&beside));
        Shows::Run(beside)
    }
}

/// What is known of a test without running anything; else the scenario to run.
fn shows(test: &Test) -> Result<Shows, &simulation::Scenario> {
    match (&test.verdict, &test.replay) {
        (Verdict::Passed, _) => Ok(Shows::Passed),
        (_, Some(Replay::Run(scenario))) => Err(scenario),
        (_, Some(Replay::Calls(calls))) => Ok(Shows::Calls(calls.clone())),
        (_, None) => Ok(Shows::Words),
    }
}
