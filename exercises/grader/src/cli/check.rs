//! Grades one answer: each test as it ends, and then what came of it.

use std::sync::Arc;

use grader::{Event, Exercise, Graded, Leash, Likeness, Manner, Outcome, Report};

use super::screen::Screen;
use super::verdict::Told;
use super::{Desk, Ending, after, json, say_unkept};

/// Grades the exercise that `said` means.
pub fn check(desk: &mut Desk, said: &str) -> anyhow::Result<Ending> {
    let exercise = desk.exercise(said)?;
    let leash = desk.reins.fresh();
    desk.grade(&exercise, &leash)
}

impl Desk {
    /// Builds the answer, asks its tests up to the first that fails, keeps and
    /// says what came of it.
    pub(super) fn grade(
        &mut self,
        exercise: &Exercise,
        leash: &Arc<Leash>,
    ) -> anyhow::Result<Ending> {
        self.ground()?;
        let report = self.run(exercise, leash);
        if leash.is_over() {
            return Ok(Ending::NotYet);
        }
        let kept = grader::record(self.root(), exercise, &report);
        let likeness = if self.json {
            let likeness = self.likeness(exercise, &report, leash);
            let address = self.address();
            let line = json::report(exercise, &report, likeness.as_ref(), &address, self.root());
            self.screen.line(&line.to_string());
            None
        } else {
            self.tell(exercise, &report);
            self.likeness(exercise, &report, leash)
        };
        if let Some(likeness) = likeness {
            after::likeness(&mut self.screen, &likeness);
        }
        say_unkept(kept);
        Ok(ending(&report))
    }

    fn run(&mut self, exercise: &Exercise, leash: &Leash) -> Report {
        let Self { workbook, screen, json, .. } = self;
        if *json {
            return workbook.run(exercise, Manner::ToTheFirst, leash, &mut |_| {});
        }
        let paint = screen.paint();
        screen.line(&format!(
            "{} · {}",
            paint.bold(&exercise.title),
            paint.faint(&exercise.answer())
        ));
        let mut told = Told::new(paint, exercise.tests.len());
        let mut hear = |event: Event<'_>| {
            if let Some(line) = told.hear(&event)
                && !leash.is_over()
            {
                screen.line(&line);
            }
        };
        workbook.run(exercise, Manner::ToTheFirst, leash, &mut hear)
    }

    fn tell(&mut self, exercise: &Exercise, report: &Report) {
        let address = self.address();
        let told = Told::new(self.screen.paint(), exercise.tests.len());
        self.screen.block(&told.report(exercise, report, &address));
        if report.is_passed() {
            after::debrief(&mut self.screen, &self.workbook.root, exercise);
            after::beside(&mut self.screen, exercise, &address);
        }
    }

    /// It takes a moment, and nobody waits for it: the verdict was told before.
    fn likeness(&self, exercise: &Exercise, report: &Report, leash: &Leash) -> Option<Likeness> {
        let graded: &Graded = match &report.outcome {
            Outcome::Graded(graded) => graded,
            Outcome::Stopped(_) => return None,
        };
        self.workbook.likeness(exercise, graded, leash)
    }
}

fn ending(report: &Report) -> Ending {
    match &report.outcome {
        Outcome::Graded(_) if report.is_passed() => Ending::Good,
        Outcome::Graded(_) => Ending::NotYet,
        // A mistake in the answer is the learner's to mend, all else is not.
        Outcome::Stopped(stopped) if stopped.mistake.is_some() => Ending::NotYet,
        Outcome::Stopped(_) => Ending::Trouble,
    }
}

/// A line above what comes next, where several runs follow each other.
pub fn rule(screen: &mut Screen) {
    let line = screen.paint().faint(&"─".repeat(super::screen::WIDTH));
    screen.block(&line);
}
