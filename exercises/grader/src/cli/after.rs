//! What there is to say after a verdict.

use std::path::Path;

use grader::{Address, Debrief, Exercise, Known, Likeness};

use super::prose::wrap;
use super::screen::{Screen, WIDTH};

/// So many answers that behave alike are named.
const ALIKE_MAX: usize = 3;

/// Where to go from a failure: its page, a hint, and once more.
pub fn ways(exercise: &Exercise, test: Option<&str>, address: &Address) -> String {
    let link = match test {
        Some(test) => address.test(exercise, test),
        None => address.exercise(exercise),
    };
    format!(
        "  again      cargo grade {name}\n  a hint     cargo grade hint {name}\n  the page   {link}{}",
        start(address),
        name = exercise.name,
    )
}

/// How to make a link work that does not yet.
pub fn start(address: &Address) -> &'static str {
    if address.runs { "" } else { "\n             (start it with: cargo run)" }
}

/// What was learned, what libraries do, and the next question.
pub fn debrief(screen: &mut Screen, root: &Path, exercise: &Exercise) {
    let debrief = match Debrief::read(root, exercise) {
        Ok(debrief) => debrief.unwrap_or_default(),
        Err(error) => return screen.block(&format!("There is more to say, but {error}.")),
    };
    for section in debrief.sections {
        let title = screen.paint().bold(&section.title);
        screen.block(&title);
        screen.line(&wrap(&section.text, WIDTH));
    }
}

/// Where to go after a pass.
pub fn beside(screen: &mut Screen, exercise: &Exercise, address: &Address) {
    screen.block(&format!(
        "  beside the reference   cargo grade solution --diff {}\n  \
           the page               {}{}\n  \
           what is next           cargo grade next",
        exercise.name,
        address.exercise(exercise),
        if address.runs { "" } else { " (cargo run)" },
    ));
}

/// Whom the answer behaves like, and the question that leads out.
pub fn likeness(screen: &mut Screen, likeness: &Likeness) {
    let Some((first, others)) = likeness.answers.split_first() else { return };
    let title = screen.paint().bold(&first.headline());
    screen.block(&title);
    let words = if first.is_a_test() {
        format!("Yours is like the test “{}”: {}", first.name, idea(first))
    } else {
        idea(first)
    };
    screen.line(&wrap(&words, WIDTH));
    for other in others.iter().take(ALIKE_MAX - 1) {
        screen.line(&wrap(&format!("Or like “{}”: {}", other.name, idea(other)), WIDTH));
    }
    if !first.ask.is_empty() {
        screen.line(&wrap(&format!("A question: {}", first.ask), WIDTH));
    }
}

fn idea(known: &Known) -> String {
    let shipped = match known.shipped_by.as_str() {
        "" => String::new(),
        by => format!(" In the wild: {by}."),
    };
    format!("{}{shipped}", known.idea)
}
