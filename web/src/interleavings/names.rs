//! What the memory of a schedule is called.

use grader::{Lanes, Step};

/// Names for the memory of one schedule.
#[derive(Debug)]
pub(super) struct Names<'n> {
    given: &'n [&'n str],
    /// Whether there are several, of atomics and of locks.
    several: [bool; 2],
}

impl<'n> Names<'n> {
    pub(super) fn new(lanes: &Lanes, given: &'n [&'n str]) -> Self {
        let several = [false, true].map(|is_lock| {
            let mut same = lanes.steps.iter().filter(|step| step.op.is_lock() == is_lock);
            let first = same.next().map(|step| step.object);
            same.any(|step| Some(step.object) != first)
        });
        Self { given, several }
    }

    /// `tokens`, `the lock`, `memory 2`
    pub(super) fn heading(&self, (is_lock, object): (bool, usize)) -> String {
        let given = object.checked_sub(1).and_then(|index| self.given.get(index));
        match (given, is_lock, self.several[usize::from(is_lock)]) {
            (Some(name), ..) => (*name).to_owned(),
            (None, false, false) => "the memory".to_owned(),
            (None, true, false) => "the lock".to_owned(),
            (None, false, true) => format!("memory {object}"),
            (None, true, true) => format!("lock {object}"),
        }
    }

    pub(super) fn of(&self, step: &Step) -> String {
        self.heading((step.op.is_lock(), step.object))
    }

    /// The name where a cell needs one: when there are several of its kind.
    pub(super) fn short(&self, step: &Step) -> String {
        if self.several[usize::from(step.op.is_lock())] { self.of(step) } else { String::new() }
    }
}
