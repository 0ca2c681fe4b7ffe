use clock::Moment;

use crate::run::Runner;
use crate::{RunError, Scenario, Subject, Trace};

/// The first part of a run, to go on from: every fork after it is cheap.
pub struct Checkpoint {
    at: Moment,
    subject: Box<dyn Subject>,
    trace: Trace,
}

/// Runs `subject` through `scenario` up to `at_ms`, inclusive, and keeps a copy
/// of it there. `None` if the subject cannot be copied: its runs start at 0.
pub fn checkpoint(
    scenario: &Scenario,
    subject: &mut dyn Subject,
    at_ms: u64,
) -> Result<Option<Checkpoint>, RunError> {
    let at = Moment::from_millis(at_ms.min(scenario.until_ms));
    let mut trace = Trace::default();
    let mut runner = Runner::new(scenario, &mut *subject, &mut trace)?;
    runner.open();
    runner.go(at)?;
    let snapshot = subject.snapshot();
    Ok(snapshot.map(|subject| Checkpoint { at, subject, trace }))
}

impl Checkpoint {
    /// When it was taken: what happened at this moment is part of it.
    pub const fn at(&self) -> Moment {
        self.at
    }

    /// Runs on from here through a scenario that is the same up to here, and
    /// may go another way afterwards. The trace is the one that a run from 0
    /// would give, to the byte.
    ///
    /// # Panics
    ///
    /// If `scenario` ends before the checkpoint, or if the subject, which could
    /// be copied once, cannot be copied again.
    pub fn resume(&self, scenario: &Scenario) -> Result<Trace, RunError> {
        let until = Moment::from_millis(scenario.until_ms);
        assert!(until >= self.at, "this run ends at {until}, before the checkpoint at {}", self.at);
        let mut subject = self.subject.snapshot().expect("a copy of a copy");
        let mut trace = self.trace.clone();
        let events = trace.events.len();
        let mut runner = Runner::new(scenario, &mut *subject, &mut trace)?;
        runner.skip(self.at, events);
        runner.go(until)?;
        runner.close(until);
        Ok(trace)
    }
}

impl std::fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkpoint").field("at", &self.at).finish_non_exhaustive()
    }
}
