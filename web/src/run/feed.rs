//! What happens in the runs of one exercise, told to every page that follows it.
//!
//! A page first hears how far things are, and from then on what changes. Both
//! are taken under one lock, so nothing is missed and nothing is heard twice.
//! Whoever reads too slowly is told how far things are once more.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grader::{Event, Test};
use serde::Serialize;
use tokio::sync::broadcast;

use super::report::{class, sign};

/// So much is kept for a page that reads slowly. A run has about a dozen.
const KEPT_MAX: usize = 32;

/// The runs of one exercise.
#[derive(Debug)]
pub(crate) struct Feed {
    told: Mutex<Told>,
}

#[derive(Debug)]
struct Told {
    /// The number of what was told last.
    number: u64,
    so_far: SoFar,
    to: broadcast::Sender<Arc<News>>,
}

/// One thing that a page is told.
#[derive(Debug)]
pub(crate) struct News {
    /// Counted from 1 since the server began.
    pub(crate) number: u64,
    /// What it is: `test`.
    pub(crate) kind: &'static str,
    /// The rest of it, as JSON.
    pub(crate) data: String,
}

/// How far things are.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct SoFar {
    phase: Phase,
    /// Of the run that goes on: the tests that have ended, and how many there are.
    tests: Vec<Mark>,
    all: usize,
    /// The number of the last result.
    run: u64,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
enum Phase {
    #[default]
    Idle,
    Building,
    Asking,
    Drawing,
}

/// A test that has ended.
#[derive(Clone, Copy, Debug, Serialize)]
struct Mark {
    class: &'static str,
    word: &'static str,
    /// Its shape, as the path of a drawing.
    sign: &'static str,
}

#[derive(Serialize)]
struct Ended {
    index: usize,
    #[serde(flatten)]
    mark: Mark,
}

#[derive(Serialize)]
struct Asking {
    all: usize,
}

#[derive(Serialize)]
struct Finished<'r> {
    run: u64,
    title: &'r str,
}

#[derive(Serialize)]
struct More {
    run: u64,
}

impl Feed {
    pub(crate) fn new() -> Self {
        let to = broadcast::Sender::new(KEPT_MAX);
        Self { told: Mutex::new(Told { number: 0, so_far: SoFar::default(), to }) }
    }

    /// How far things are, the number of what was told last, and what will be
    /// told from now on.
    pub(crate) fn listen(&self) -> (SoFar, u64, broadcast::Receiver<Arc<News>>) {
        let told = self.lock();
        (told.so_far.clone(), told.number, told.to.subscribe())
    }

    /// A run has to wait for others.
    pub(crate) fn waiting(&self) {
        self.lock().tell("waiting", &());
    }

    /// Something has happened in a run.
    pub(crate) fn happened(&self, event: &Event<'_>) {
        let mut told = self.lock();
        match event {
            Event::Building => {
                told.begin(Phase::Building, 0);
                told.tell("building", &());
            }
            Event::Asking(all) => {
                told.begin(Phase::Asking, *all);
                told.tell("asking", &Asking { all: *all });
            }
            Event::Test(test) => told.ended(test),
            Event::Asked => {
                told.so_far.phase = Phase::Drawing;
                told.tell("drawing", &());
            }
        }
    }

    /// A run is over, and its result can be had, under this number.
    pub(crate) fn finished(&self, run: u64, title: &str) {
        let mut told = self.lock();
        told.so_far = SoFar { run, ..SoFar::default() };
        told.tell("finished", &Finished { run, title });
    }

    /// All that can be found out about the result is there; it has this number now.
    pub(crate) fn more(&self, run: u64) {
        let mut told = self.lock();
        told.so_far.run = run;
        told.tell("more", &More { run });
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Told {
    fn begin(&mut self, phase: Phase, all: usize) {
        self.so_far = SoFar { phase, all, tests: Vec::new(), run: self.so_far.run };
    }

    fn ended(&mut self, test: &Test) {
        let class = class(test);
        let mark = Mark { class, word: test.word(), sign: sign(class) };
        let index = self.so_far.tests.len();
        self.so_far.tests.push(mark);
        self.tell("test", &Ended { index, mark });
    }

    fn tell(&mut self, kind: &'static str, what: &impl Serialize) {
        self.number += 1;
        // Numbers and words that are known here: they can always be written.
        let data = serde_json::to_string(what).unwrap_or_default();
        // An error says that nobody listens.
        let _ = self.to.send(Arc::new(News { number: self.number, kind, data }));
    }
}
