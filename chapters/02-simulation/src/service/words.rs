//! The service's steps in words: what happened, and how much there is to do.

use crate::{Narrate, Outcome, Output, Reading, Step, What, text};

pub(super) struct Narrator;

impl Narrate for Narrator {
    fn start(&self, _first: &Reading) -> String {
        "Nobody has asked yet, and every worker is free. Send a request, or press play.".to_owned()
    }

    fn tell(&self, step: &Step<'_>) -> Option<String> {
        // Of what happens at one instant, the rarest is told.
        let mut told: Vec<(u8, String)> =
            step.events.iter().filter_map(|event| say(&event.what)).collect();
        told.sort_by_key(|&(rank, _)| rank);
        let (_, first) = told.into_iter().next()?;
        Some(format!("{first} {}", load(&step.after)))
    }
}

/// One event, with its rank: 0 is the rarest.
fn say(what: &What) -> Option<(u8, String)> {
    Some(match what {
        What::Out(Output::Change { to, why, .. }) => (0, format!("the dependency is {to}: {why}.")),
        What::Set(setting) => (1, format!("“{}” is {} now.", setting.name, setting.value)),
        What::Finish(id, _) => (1, format!("the caller of request {id} has gone; its work stays.")),
        What::Out(Output::Refuse { id, why, .. }) => (2, format!("request {id} refused: {why}.")),
        What::Out(Output::Done(id, Outcome::Ok)) => (3, format!("request {id} was answered.")),
        What::Out(Output::Done(id, _)) => (4, format!("request {id} ended without an answer.")),
        What::Out(Output::Note(note)) => (5, format!("{note}.")),
        What::Out(Output::Hold { id, .. }) => (6, format!("request {id} waits for a worker.")),
        What::Out(Output::Admit(id)) => (7, format!("a worker took request {id}.")),
        What::Arrive(_) => return None,
    })
}

/// `600 wait, 10 are worked on. In the last second 0 answers were in time and
/// 100 were for nobody.`
fn load(after: &Reading) -> String {
    let gauge = |name| usize::try_from(after.get(name).unwrap_or(0)).unwrap_or(0);
    let (answered, wasted) = (gauge("answered-last-second"), gauge("wasted-last-second"));
    format!(
        "{}, {} worked on. In the last second {} in time and {wasted} for nobody.",
        text::counted(gauge("queue"), "waits", "wait"),
        text::counted(gauge("busy"), "is", "are"),
        text::counted(answered, "answer came", "answers came"),
    )
}
