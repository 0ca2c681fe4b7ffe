//! All chapters at a glance.

use grader::{Chapter, Done, Exercise, Progress, chapters};
use serde_json::{Value, json};

use super::screen::Paint;
use super::{Desk, Ending};

/// Says what was done.
pub fn status(desk: &mut Desk) -> anyhow::Result<Ending> {
    let progress = Progress::load(desk.root())?;
    let chapters = chapters(desk.root());
    if desk.json {
        let exercises: Value =
            desk.exercises.iter().map(|e| of_exercise(e, progress.of(&e.name))).collect();
        let object = json!({ "command": "status", "exercises": exercises });
        desk.screen.line(&object.to_string());
        return Ok(Ending::Good);
    }
    for chapter in &chapters {
        desk.say_chapter(chapter, &progress);
    }
    let passed = desk.exercises.iter().filter(|e| progress.of(&e.name).passed).count();
    let all = desk.exercises.len();
    desk.screen.block(&format!("{passed} of {all} exercises passed. What is next: cargo grade"));
    Ok(Ending::Good)
}

impl Desk {
    fn say_chapter(&mut self, chapter: &Chapter, progress: &Progress) {
        let paint = self.screen.paint();
        let number = chapter.folder.split('-').next().unwrap_or_default();
        let own: Vec<&Exercise> =
            self.exercises.iter().filter(|exercise| exercise.chapter == chapter.name).collect();
        let passed = own.iter().filter(|exercise| progress.of(&exercise.name).passed).count();
        let count = if own.is_empty() { String::new() } else { format!("{passed}/{}", own.len()) };
        let title = paint.bold(&format!("{number} {:<32}", chapter.title));
        let mut lines = vec![format!("{title} {count}").trim_end().to_owned()];
        lines.extend(own.iter().map(|exercise| line(exercise, progress.of(&exercise.name), paint)));
        for line in lines {
            self.screen.line(&line);
        }
    }
}

fn line(exercise: &Exercise, done: Done, paint: Paint) -> String {
    let mark = match done {
        Done { passed: true, .. } => paint.good("✓"),
        Done { last: Some(_), .. } => "…".to_owned(),
        _ => "·".to_owned(),
    };
    let mut words = Vec::new();
    match done.last {
        _ if done.passed => words.push("passed".to_owned()),
        Some((passed, of)) => words.push(format!("{passed} of {of} tests")),
        None => {}
    }
    match done.hints {
        0 => {}
        1 => words.push("1 hint".to_owned()),
        hints => words.push(format!("{hints} hints")),
    }
    words.extend(done.solution.then(|| "solution seen".to_owned()));
    let number = exercise.folder.split('-').next().unwrap_or_default();
    let line = format!("   {mark} {number} {:<27} {}", exercise.name, words.join(", "));
    line.trim_end().to_owned()
}

fn of_exercise(exercise: &Exercise, done: Done) -> Value {
    json!({
        "exercise": exercise.name,
        "folder": exercise.folder,
        "chapter": exercise.chapter,
        "passed": done.passed,
        "tests_passed": done.last.map(|(passed, _)| passed),
        "tests": exercise.tests.len(),
        "hints": done.hints,
        "solution": done.solution,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_came_and_what_helped() {
        let manifest = "[package]\nname = 'debt'\n[package.metadata.exercise]\nchapter = 'c'\n\
             tests = []";
        let exercise = Exercise::read("06c-debt", manifest).unwrap();
        let says = |done: Done| line(&exercise, done, Paint::OFF);
        assert_eq!(says(Done::default()), "   · 06c debt");
        let begun = Done { last: Some((2, 8)), hints: 1, ..Done::default() };
        assert_eq!(says(begun), format!("   … 06c debt{}2 of 8 tests, 1 hint", " ".repeat(24)));
        let passed = Done { passed: true, last: Some((1, 8)), hints: 2, solution: true };
        let expected = format!("   ✓ 06c debt{}passed, 2 hints, solution seen", " ".repeat(24));
        assert_eq!(says(passed), expected, "a later failure takes nothing away");
    }
}
