//! What to do now. It says so, and changes nothing.

use std::fs;

use grader::{Chapter, Done, Exercise, Progress, chapter_named, chapters, onward};
use serde_json::{Value, json};

use super::prose::wrap;
use super::screen::WIDTH;
use super::{Desk, Ending, after, json};

/// Says what is next.
pub fn next(desk: &mut Desk) -> anyhow::Result<Ending> {
    let progress = Progress::load(desk.root())?;
    let done: Vec<Done> = desk.exercises.iter().map(|one| progress.of(&one.name)).collect();
    match onward(&done).map(|index| desk.exercises[index].clone()) {
        Some(exercise) => desk.say_next(&exercise, progress.of(&exercise.name)),
        None => desk.say_done(),
    }
    Ok(Ending::Good)
}

impl Desk {
    fn say_next(&mut self, exercise: &Exercise, done: Done) {
        let address = self.address();
        let task = self.task(exercise);
        if self.json {
            let mut object = json::about("next", exercise, &address);
            object.insert("minutes".into(), json!(exercise.minutes));
            object.insert("task".into(), json!(task));
            object.insert("begun".into(), json!(done.last.is_some()));
            return self.screen.line(&Value::Object(object).to_string());
        }
        let paint = self.screen.paint();
        let minutes = exercise.minutes.map(|m| format!(", {m} minutes")).unwrap_or_default();
        let name = paint.bold(&format!("{} · {}", exercise.name, exercise.title));
        self.screen.line(&format!("{name}{minutes}"));
        self.screen.line(&format!("{}.", exercise.description));
        if let Some((passed, of)) = done.last {
            self.screen.line(&format!("So far {passed} of {of} tests passed."));
        } else if let Some(chapter) = self.chapter_of(exercise) {
            let link = address.chapter(&chapter.name);
            self.screen.block(&format!("Read first:  {} {link}", chapter.title));
            self.screen.line(&format!("        or:  chapters/{}/README.md", chapter.folder));
        }
        let file = paint.bold(&exercise.answer());
        self.screen.block(&format!("Open:        {file}"));
        self.screen.line(&format!("The story:   exercises/{}/README.md", exercise.folder));
        self.screen.block(&wrap(&task, WIDTH));
        self.screen.line("");
        let predict = format!("  predict    cargo grade predict {}", exercise.name);
        self.screen.line(&predict);
        self.screen.line(&after::ways(exercise, None, &address).replace("  again ", "  grade "));
    }

    fn say_done(&mut self) {
        if self.json {
            let object = json!({ "command": "next", "exercise": null });
            return self.screen.line(&object.to_string());
        }
        self.screen.line("Every exercise has passed. What is to come is on the home page.");
        let home = self.address().url;
        self.screen.line(&format!("  the page   {home}"));
    }

    fn chapter_of(&self, exercise: &Exercise) -> Option<Chapter> {
        chapter_named(&chapters(self.root()), &exercise.chapter).cloned()
    }

    /// The first paragraph of its README's “The task”.
    fn task(&self, exercise: &Exercise) -> String {
        let path = self.root().join("exercises").join(&exercise.folder).join("README.md");
        let readme = fs::read_to_string(path).unwrap_or_default();
        let task = readme.split_once("\n## The task\n").map_or("", |(_, task)| task);
        let task = task.split("\n## ").next().unwrap_or_default().trim();
        task.split("\n\n").next().unwrap_or_default().to_owned()
    }
}
