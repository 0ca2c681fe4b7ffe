//! Predictions: what will a run do? Asked one by one, kept, and then answered.

use std::io::{self, BufRead};

use grader::predict::{Choice, Kind, Question, SKIPPED, questions};
use grader::{Progress, chapter_named, chapters};
use serde_json::{Value, json};

use super::prose::wrap;
use super::screen::WIDTH;
use super::{Desk, Ending};

/// Asks the questions of the exercise or chapter that `said` means.
pub fn predict(desk: &mut Desk, said: &str) -> anyhow::Result<Ending> {
    let name = desk.name(said)?;
    let questions = questions(desk.root(), &name);
    if desk.json {
        let progress = Progress::load(desk.root())?;
        let questions: Value = questions.iter().map(|q| of_question(q, &progress)).collect();
        let object = json!({ "command": "predict", "name": name, "questions": questions });
        desk.screen.line(&object.to_string());
        return Ok(Ending::Good);
    }
    if questions.is_empty() {
        desk.screen.line(&format!("{name} asks for no prediction."));
    }
    for (number, question) in (1..).zip(&questions) {
        if number > 1 {
            desk.screen.line("");
        }
        if !desk.ask(question, number, questions.len())? {
            break;
        }
    }
    Ok(Ending::Good)
}

impl Desk {
    fn name(&self, said: &str) -> anyhow::Result<String> {
        let chapters = chapters(self.root());
        if let Some(chapter) = chapter_named(&chapters, said) {
            return Ok(chapter.name.clone());
        }
        self.exercise(said).map(|exercise| exercise.name)
    }

    /// One question; whether somebody is there to be asked the next.
    fn ask(&mut self, question: &Question, number: usize, of: usize) -> anyhow::Result<bool> {
        let title = self.screen.paint().bold(&format!("Question {number} of {of}"));
        self.screen.line(&title);
        self.screen.line(&wrap(&question.ask, WIDTH));
        let before = Progress::load(self.root())?.prediction(&question.key()).map(str::to_owned);
        let said = match before {
            Some(said) => {
                self.screen.line(&format!("You said: {said}"));
                said
            }
            None => match self.hear(question)? {
                Some(said) => said,
                None => return Ok(false),
            },
        };
        // Kept before the answer is seen: the first word counts.
        Progress::change(self.root(), |progress| progress.predict(&question.key(), &said))?;
        self.answer(question, &said);
        Ok(true)
    }

    /// What somebody types, once it can be understood; `None` at the end of the input.
    fn hear(&mut self, question: &Question) -> anyhow::Result<Option<String>> {
        self.screen.line(&format!("({}; an empty line skips it)", how(question)));
        loop {
            self.screen.ask(">");
            let mut said = String::new();
            let read = io::stdin().lock().read_line(&mut said)?;
            self.screen.answered();
            if read == 0 {
                return Ok(None);
            }
            let said = chosen(question, said.trim());
            if said.is_empty() {
                return Ok(Some(SKIPPED.to_owned()));
            }
            match question.hears(&said) {
                Ok(()) => return Ok(Some(said)),
                Err(why) => self.screen.line(&why),
            }
        }
    }

    fn answer(&mut self, question: &Question, said: &str) {
        if question.model().is_some() {
            self.progress("Walking through every schedule; the first time builds for a minute.");
        }
        let judged = question.judge(said);
        let paint = self.screen.paint();
        let verdict = match (said == SKIPPED, judged.known, judged.right) {
            (_, false, _) => "It cannot be told here:".to_owned(),
            (true, ..) => "The run says:".to_owned(),
            (_, _, true) => format!("{} The run says:", paint.good("Right.")),
            (_, _, false) => format!("{} The run says:", paint.bad("Not so.")),
        };
        self.screen.line(&wrap(&format!("{verdict} {}", judged.answer), WIDTH));
        if !judged.why.is_empty() {
            self.screen.line(&wrap(&judged.why, WIDTH));
        }
        let link = question.link();
        self.screen.line(&format!("See it: {}{link}", self.address().url));
    }
}

/// A choice may be named by its number.
fn chosen(question: &Question, said: &str) -> String {
    let Kind::Choice(choices) = &question.kind else { return said.to_owned() };
    let number = said.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match number.and_then(|number| choices.get(number)) {
        // A label that is itself a number means what it says.
        Some(choice) if !choices.iter().any(|choice| choice.label == said) => choice.label.clone(),
        _ => said.to_owned(),
    }
}

/// How to answer.
fn how(question: &Question) -> String {
    match &question.kind {
        Kind::Number => match question.unit.as_str() {
            "" => "a number".to_owned(),
            unit => format!("a number of {unit}"),
        },
        Kind::Time => match question.unit.as_str() {
            "" => "a time in ms, or never".to_owned(),
            unit => format!("a time in {unit}, or never"),
        },
        Kind::Same => "same or different".to_owned(),
        Kind::Choice(choices) => {
            let label = |(number, choice): (usize, &Choice)| format!("{number} {}", choice.label);
            (1..).zip(choices).map(label).collect::<Vec<_>>().join(", ")
        }
    }
}

fn of_question(question: &Question, progress: &Progress) -> Value {
    let said = progress.prediction(&question.key());
    let judged = said.map(|said| question.judge(said));
    json!({
        "key": question.key(),
        "ask": question.ask,
        "how": how(question),
        "said": said,
        "right": judged.as_ref().map(|judged| judged.right),
        "answer": judged.as_ref().map(|judged| judged.answer.as_str()),
        "why": judged.as_ref().map(|judged| judged.why.as_str()),
    })
}
