//! The right answer, after a question.

use std::fs;
use std::io::{self, BufRead};

use anyhow::Context;
use grader::{Debrief, DiffLine, Exercise, Progress, diff};
use serde_json::{Value, json};

use super::prose::wrap;
use super::screen::{Paint, WIDTH};
use super::{Desk, Ending, after, json};

/// Asks, keeps that it was seen, and shows it with its debrief.
pub fn solution(desk: &mut Desk, said: &str, yes: bool, beside: bool) -> anyhow::Result<Ending> {
    let exercise = desk.exercise(said)?;
    let path = desk.root().join("solutions").join(&exercise.folder).join("right.rs");
    let right =
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    // Who has passed gives nothing away any more.
    let passed = Progress::load(desk.root())?.of(&exercise.name).passed;
    if !passed {
        if !yes && !desk.may_show(&exercise)? {
            if desk.json {
                let mut object = json::about("solution", &exercise, &desk.address());
                object.insert("error".into(), json!("Not shown: it takes --yes"));
                desk.screen.line(&Value::Object(object).to_string());
            } else {
                desk.screen.line("Not shown.");
            }
            return Ok(Ending::NotYet);
        }
        Progress::change(desk.root(), |progress| progress.of_mut(&exercise.name).solution = true)?;
    }
    if desk.json {
        let line = desk.solution_json(&exercise, &right)?;
        desk.screen.line(&line);
        return Ok(Ending::Good);
    }
    let shown = if beside { desk.beside(&exercise, &right) } else { right };
    desk.screen.line(shown.trim_end());
    after::debrief(&mut desk.screen, &desk.workbook.root, &exercise);
    let folder = &exercise.folder;
    desk.screen.block(&format!("The file: solutions/{folder}/right.rs"));
    Ok(Ending::Good)
}

impl Desk {
    fn may_show(&mut self, exercise: &Exercise) -> anyhow::Result<bool> {
        let given = Progress::load(self.root())?.of(&exercise.name).hints;
        let all = grader::hints(self.root(), exercise).map_or(0, |hints| hints.len());
        let left = all.saturating_sub(given);
        let hints = match left {
            0 => String::new(),
            _ => format!(" There are hints that you have not seen: {left}."),
        };
        let question = format!("This shows the right answer, and is kept in your progress.{hints}");
        self.progress(&wrap(&question, WIDTH));
        if self.json {
            return Ok(false);
        }
        self.screen.ask("Show it? (y/N)");
        let mut said = String::new();
        io::stdin().lock().read_line(&mut said)?;
        self.screen.answered();
        Ok(["y", "yes"].contains(&said.trim().to_lowercase().as_str()))
    }

    fn solution_json(&self, exercise: &Exercise, right: &str) -> anyhow::Result<String> {
        let mut object = json::about("solution", exercise, &self.address());
        let debrief = Debrief::read(self.root(), exercise)?;
        object.insert("right".into(), json!(right));
        let debrief = debrief.as_ref().map_or(Value::Null, json::of_debrief);
        object.insert("debrief".into(), debrief);
        Ok(Value::Object(object).to_string())
    }

    fn beside(&self, exercise: &Exercise, right: &str) -> String {
        let yours = self.workbook.answer(exercise).unwrap_or_default();
        let yours = String::from_utf8_lossy(&yours);
        let paint = self.screen.paint();
        let lines = diff(&yours, right).into_iter().map(|line| marked(line, paint));
        let head = "- yours, + the right answer".to_owned();
        std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n")
    }
}

fn marked(line: DiffLine<'_>, paint: Paint) -> String {
    match line {
        DiffLine::Both(text) => format!("  {text}").trim_end().to_owned(),
        DiffLine::Yours(text) => paint.bad(&format!("- {text}")),
        DiffLine::Right(text) => paint.good(&format!("+ {text}")),
    }
}
