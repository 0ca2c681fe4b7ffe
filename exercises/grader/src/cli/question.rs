//! Predictions: what will a run do? Asked one by one, kept, and then answered.

use std::io::{self, BufRead};

use grader::predict::{Kind, Question, SKIPPED, questions};
use grader::{Progress, chapter_named, chapters};
use serde_json::{Value, json};

use super::prose::wrap;
use super::screen::WIDTH;
use super::{Desk, Ending, say_unkept};

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
        let predict = |progress: &mut Progress| progress.predict(&question.key(), &said);
        say_unkept(Progress::change(self.root(), predict));
        self.answer(question, &said);
        Ok(true)
    }

    /// What somebody types, once it can be understood; `None` at the end of the input.
    fn hear(&mut self, question: &Question) -> anyhow::Result<Option<String>> {
        self.offer(question);
        loop {
            self.screen.ask(">");
            let mut said = String::new();
            let read = io::stdin().lock().read_line(&mut said)?;
            self.screen.answered();
            if read == 0 {
                return Ok(None);
            }
            let said = said.trim();
            if said.is_empty() {
                return Ok(Some(SKIPPED.to_owned()));
            }
            match question.meant(said) {
                Ok(meant) => {
                    if meant != said {
                        self.screen.line(&format!("You say: {meant}."));
                    }
                    return Ok(Some(meant));
                }
                Err(why) => self.screen.line(&why),
            }
        }
    }

    /// What can be said.
    fn offer(&mut self, question: &Question) {
        let options = lettered(question);
        for option in &options {
            self.screen.line(&format!("  {option}"));
        }
        let how = if options.is_empty() { how(question) } else { "a letter".to_owned() };
        self.screen.line(&format!("({how}; an empty line shows the answer)"));
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

/// The options of a choice with their letters, and nothing of another question.
/// Numbers would be taken for what the options speak of.
fn lettered(question: &Question) -> Vec<String> {
    let Kind::Choice(choices) = &question.kind else { return Vec::new() };
    let options = ('a'..='z').zip(choices);
    options.map(|(letter, choice)| format!("{letter}) {}", choice.label)).collect()
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
        Kind::Choice(_) => lettered(question).join("; "),
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
