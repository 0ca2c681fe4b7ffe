//! The hints, one at a time, and counted.

use grader::{Done, Hint, Progress, hints};
use serde_json::{Value, json};

use super::prose::wrap;
use super::screen::WIDTH;
use super::{Desk, Ending, json, say_unkept};

/// Gives the next hint; with `again` those that were given.
pub fn hint(desk: &mut Desk, said: &str, again: bool) -> anyhow::Result<Ending> {
    let exercise = desk.exercise(said)?;
    let hints = hints(desk.root(), &exercise)?;
    let before = Progress::load(desk.root())?.of(&exercise.name).hints.min(hints.len());
    let fresh = !again && before < hints.len();
    let shown = before + usize::from(fresh);
    if fresh {
        // Kept before it is shown: who sees it has had it.
        let change = |done: &mut Done| done.hints = done.hints.max(shown);
        let change = |progress: &mut Progress| change(progress.of_mut(&exercise.name));
        say_unkept(Progress::change(desk.root(), change));
    }
    let from = if fresh { shown - 1 } else { 0 };
    if desk.json {
        let mut object = json::about("hint", &exercise, &desk.address());
        object.insert("seen".into(), json!(shown));
        object.insert("of".into(), json!(hints.len()));
        object.insert("hints".into(), hints[from..shown].iter().map(of_hint).collect());
        desk.screen.line(&Value::Object(object).to_string());
        return Ok(Ending::Good);
    }
    if shown == 0 {
        desk.screen.line("You have seen none yet.");
    }
    desk.say_hints(&hints, from, shown);
    desk.screen.block(&what_else(&exercise.name, hints.len() - shown, fresh));
    Ok(Ending::Good)
}

impl Desk {
    fn say_hints(&mut self, hints: &[Hint], from: usize, to: usize) {
        for (number, hint) in (1..).zip(hints).take(to).skip(from) {
            let title = format!("Hint {number} of {}: {}", hints.len(), hint.title);
            let title = self.screen.paint().bold(&title);
            if number > from + 1 {
                self.screen.line("");
            }
            self.screen.line(&title);
            self.screen.line(&wrap(&hint.text, WIDTH));
        }
    }
}

fn what_else(name: &str, left: usize, fresh: bool) -> String {
    match left {
        0 if fresh => format!("That was the last. The right answer: cargo grade solution {name}"),
        0 => format!("These are all. The right answer: cargo grade solution {name}"),
        1 => format!("There is one more: cargo grade hint {name}"),
        _ => format!("There are {left} more, one at a time: cargo grade hint {name}"),
    }
}

fn of_hint(hint: &Hint) -> Value {
    json!({ "title": hint.title, "text": hint.text })
}
