//! Grades an answer whenever it is saved.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use grader::{Exercise, Leash};

use super::{Desk, Ending, check, say_error};

/// Waits for saves until Ctrl-C. Nothing goes on by itself to another exercise,
/// and what was said stays on the screen.
pub fn watch(desk: &mut Desk, said: Option<&str>) -> anyhow::Result<Ending> {
    let only = said.map(|said| desk.exercise(said)).transpose()?;
    let watched = match &only {
        Some(exercise) => vec![exercise.clone()],
        None => desk.exercises.clone(),
    };
    // From here on a save is heard, also one while the first run goes on.
    let running = Arc::new(Running::default());
    let saved = again(grader::watch(desk.root(), &watched), Arc::clone(&running));
    let queue = Queue { saved, waiting: VecDeque::new() };
    desk.progress(&match &only {
        Some(exercise) => format!("Watching {}; Ctrl-C ends it.", exercise.answer()),
        None => "Watching every answer.rs: save one, and it is graded; Ctrl-C ends it.".to_owned(),
    });
    if let Some(exercise) = only {
        desk.round(&exercise, &running);
    }
    for name in queue {
        if let Some(exercise) = watched.iter().find(|exercise| exercise.name == name) {
            desk.round(exercise, &running);
        }
    }
    Ok(Ending::Good)
}

impl Desk {
    fn round(&mut self, exercise: &Exercise, running: &Running) {
        if !self.json {
            check::rule(&mut self.screen);
        }
        let leash = self.reins.fresh();
        running.is(Some((exercise.name.clone(), Arc::clone(&leash))));
        let graded = self.grade(exercise, &leash);
        running.is(None);
        if leash.is_over() {
            self.progress("Saved again meanwhile: it begins anew.");
        }
        // What went wrong once may go well at the next save.
        if let Err(error) = graded {
            say_error(&format!("{error:#}"), self.json);
        }
    }
}

/// What is graded now.
#[derive(Default)]
struct Running {
    now: Mutex<Option<(String, Arc<Leash>)>>,
}

impl Running {
    fn is(&self, now: Option<(String, Arc<Leash>)>) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// The run of an answer that is not the newest any more is of no use.
    fn end(&self, name: &str) {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((running, leash)) = now.as_ref()
            && running == name
        {
            leash.end_all();
        }
    }
}

/// Passes the names on; a run of the same exercise ends.
fn again(saved: Receiver<String>, running: Arc<Running>) -> Receiver<String> {
    let (pass, passed) = mpsc::channel();
    thread::spawn(move || {
        for name in saved {
            running.end(&name);
            if pass.send(name).is_err() {
                return;
            }
        }
    });
    passed
}

/// Who was saved and is still to be graded, each once, in that order.
struct Queue {
    saved: Receiver<String>,
    waiting: VecDeque<String>,
}

impl Iterator for Queue {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        if self.waiting.is_empty() {
            self.waiting.push_back(self.saved.recv().ok()?);
        }
        for name in self.saved.try_iter() {
            if !self.waiting.contains(&name) {
                self.waiting.push_back(name);
            }
        }
        self.waiting.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_twice_while_it_waits_is_graded_once() {
        let (save, saved) = mpsc::channel();
        let mut queue = Queue { saved, waiting: VecDeque::new() };
        for name in ["debt", "last-token", "debt"] {
            save.send(name.to_owned()).unwrap();
        }
        assert_eq!(queue.next().as_deref(), Some("debt"));
        save.send("debt".to_owned()).unwrap();
        drop(save);
        assert_eq!(queue.collect::<Vec<_>>(), ["last-token", "debt"]);
    }

    #[test]
    fn a_save_ends_the_run_of_its_own_exercise_alone() {
        let running = Running::default();
        let leash = Arc::new(Leash::default());
        running.is(Some(("debt".to_owned(), Arc::clone(&leash))));
        running.end("last-token");
        assert!(!leash.is_over());
        running.end("debt");
        assert!(leash.is_over());
    }
}
