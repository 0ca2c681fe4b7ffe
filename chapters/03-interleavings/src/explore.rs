//! The walk over every execution of a model.

use crate::exploration::Exploration;
use crate::failure::{Failure, Trouble, words};
use crate::lanes::Lanes;
use crate::run::{self, Run, THREADS_MAX};
use crate::tally::Book;
use loom::model::Builder;
use std::any::Any;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// Beyond this many executions (about ten seconds) a walk gives up.
const EXECUTIONS_MAX: usize = 60_000;

/// Beyond this many operations in one execution a loop counts as endless.
const STEPS_MAX: usize = 300;

/// Loom's own limit counts a few branches for each operation; ours comes first.
const BRANCHES_MAX: usize = 4 * STEPS_MAX + 400;

/// Runs `model` once for every order in which its threads can interleave, and
/// counts in how many the `rule` about its outcome is broken.
///
/// The model returns its outcome instead of asserting, so that the walk goes on
/// to the end. It makes what it shares itself, shares it through
/// [`std::sync::Arc`] (with loom's own, a panic would abort the process), and
/// runs its threads with [`thread::both`](crate::thread::both) or
/// [`three`](crate::thread::three).
///
/// # Panics
///
/// With the model's own panic; and when it deadlocks, loops for ever, or has
/// more than 60 000 executions. See [`Explorer::try_explore`].
#[track_caller]
pub fn explore<O>(
    model: impl Fn() -> O + Send + Sync + 'static,
    rule: impl Fn(&O) -> bool,
) -> Exploration<O>
where
    O: Ord + Clone + Debug + Send + 'static,
{
    Explorer::new().explore(model, rule)
}

/// [`explore`] with bounds. A bound belongs in the name or the text of the test:
/// what is beyond it was not looked at.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    preemptions: Option<usize>,
    permutations_max: Option<usize>,
}

impl Explorer {
    /// Without bounds: exhaustive. Good for two threads with two operations.
    pub fn new() -> Self {
        Self::default()
    }

    /// Only executions in which threads are interrupted at most `most` times
    /// (not counting those that wait or end). Two are enough for most bugs.
    #[must_use]
    pub fn preemptions(self, most: usize) -> Self {
        Self { preemptions: Some(most), ..self }
    }

    /// Stops after `most` executions, and says so: see
    /// [`Exploration::is_cut`].
    #[must_use]
    pub fn permutations_max(self, most: usize) -> Self {
        Self { permutations_max: Some(most), ..self }
    }

    /// As the function [`explore`], within the bounds.
    ///
    /// # Panics
    ///
    /// With the model's own panic, or in the words of the [`Failure`].
    #[track_caller]
    pub fn explore<O>(
        &self,
        model: impl Fn() -> O + Send + Sync + 'static,
        rule: impl Fn(&O) -> bool,
    ) -> Exploration<O>
    where
        O: Ord + Clone + Debug + Send + 'static,
    {
        match self.try_explore(model, rule) {
            Ok(exploration) => exploration,
            Err(failure) => failure.raise(),
        }
    }

    /// As the function [`explore`], within the bounds, with the failure as data.
    ///
    /// # Errors
    ///
    /// When the model panics, deadlocks, loops for ever, or has more executions
    /// than anyone should wait for.
    ///
    /// # Panics
    ///
    /// When it is called inside a model.
    pub fn try_explore<O>(
        &self,
        model: impl Fn() -> O + Send + Sync + 'static,
        rule: impl Fn(&O) -> bool,
    ) -> Result<Exploration<O>, Failure>
    where
        O: Ord + Clone + Debug + Send + 'static,
    {
        assert!(!run::inside(), "a model cannot explore another model");
        let book = Arc::new(Mutex::new(Book::new()));
        let pages = book.clone();
        let walk = move || {
            let (outcome, run) = execute(&model);
            let mut book = pages.lock().unwrap_or_else(PoisonError::into_inner);
            book.add(outcome, &run.steps);
        };
        let ended = catch_unwind(AssertUnwindSafe(|| self.builder().check(walk)));
        let dead = run::dead();
        if let Err(payload) = ended {
            return Err(failure(dead, payload.as_ref()));
        }
        let book = book.lock().unwrap_or_else(PoisonError::into_inner);
        self.read(&book, rule)
    }

    fn read<O: Ord + Clone + Debug>(
        &self,
        book: &Book<O>,
        rule: impl Fn(&O) -> bool,
    ) -> Result<Exploration<O>, Failure> {
        let executions = book.executions;
        let cut = executions >= self.limit();
        if cut && self.permutations_max.is_none() {
            return Err(Failure::TooMany { executions });
        }
        Ok(Exploration::read(book, cut, rule))
    }

    fn limit(&self) -> usize {
        self.permutations_max.unwrap_or(EXECUTIONS_MAX)
    }

    /// Every field that loom would otherwise read from the environment.
    fn builder(&self) -> Builder {
        let mut builder = Builder::new();
        builder.max_threads = THREADS_MAX;
        builder.max_branches = BRANCHES_MAX;
        builder.max_duration = None;
        builder.checkpoint_file = None;
        builder.preemption_bound = self.preemptions;
        // Loom looks at its limit every `checkpoint_interval` executions, before
        // it runs the next one.
        builder.max_permutations = Some(self.limit() + 1);
        builder.checkpoint_interval = self.limit() + 1;
        builder.location = false;
        builder.log = false;
        builder
    }
}

/// One execution, on loom's main thread.
fn execute<O>(model: impl Fn() -> O) -> (O, Run) {
    run::begin(STEPS_MAX);
    let outcome = run::survive(catch_unwind(AssertUnwindSafe(model)));
    match run::end() {
        Some(run) => (outcome, run),
        None => unreachable!("`survive` returns only inside an execution"),
    }
}

fn failure(dead: Option<Run>, payload: &(dyn Any + Send)) -> Failure {
    let Some(run) = dead else {
        return Failure::Unsupported(words(payload));
    };
    let lanes = || Lanes::new(&run.steps, "(not reached)");
    match run.trouble {
        Some(Trouble::Panic(payload)) => Failure::Panicked(payload),
        Some(Trouble::Deadlock) => Failure::Deadlock(lanes()),
        Some(Trouble::Endless) => Failure::Endless { steps: STEPS_MAX, lanes: lanes() },
        Some(Trouble::Caught) => Failure::Unsupported(CAUGHT.to_owned()),
        Some(Trouble::Crowded) => Failure::Unsupported(CROWDED.to_owned()),
        None if words(payload).starts_with("deadlock") => Failure::Deadlock(lanes()),
        None => Failure::Unsupported(words(payload)),
    }
}

const CAUGHT: &str = "a model cannot catch a panic and go on: the destructors \
    that ran used shared memory without the model's eye on it";

const CROWDED: &str = "a model has at most 5 threads, main and those that have \
    ended included";
