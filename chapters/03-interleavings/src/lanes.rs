//! One schedule, drawn: a column for each thread, a row for each step.

// The workbook's server includes this file and `step.rs` as text, since it must
// not link loom: so the parts are named by path, and nothing says `crate::`.
#[path = "lanes/draw.rs"]
mod draw;
#[path = "lanes/lines.rs"]
mod lines;
#[path = "lanes/read.rs"]
mod read;

use super::step::{Op, RawStep, Value};

pub use lines::ParseError;
pub(crate) use lines::{escape, unescape};
pub use read::Drawing;

/// One schedule as data. `Display` draws it as text with threads as columns;
/// [`Lanes::to_lines`] and [`Lanes::parse`] carry it to another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// The threads' names, by lane: "main", then "A", "B", …
    pub threads: Vec<String>,
    /// What happened, in order. That a thread wants a lock is left out where it
    /// gets it at once.
    pub steps: Vec<Step>,
    /// What the model returned, as its `Debug` text.
    pub outcome: String,
}

/// One operation on shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index into [`Lanes::threads`].
    pub lane: usize,
    /// What the thread did.
    pub op: Op,
    /// Which memory: numbered from 1, in the order of creation.
    pub object: usize,
    /// The value it saw; none for stores and locks.
    pub read: Option<Value>,
    /// The value it wrote; none for loads, locks and refused exchanges.
    pub wrote: Option<Value>,
    /// What a refused compare-exchange hoped to see.
    pub expected: Option<Value>,
    /// False when it saw something other than the value written last.
    pub fresh: bool,
    /// The learner's file, as the compiler names it.
    pub file: String,
    /// The learner's line, from 1. For an unlock, the line of its lock.
    pub line: u32,
}

impl Lanes {
    pub(crate) fn new(steps: &[RawStep], outcome: &str) -> Lanes {
        let lanes = steps.iter().map(|step| step.lane + 1).max().unwrap_or(1);
        Lanes {
            threads: (0..lanes).map(name).collect(),
            steps: without_idle_wants(steps).map(Step::new).collect(),
            outcome: outcome.to_owned(),
        }
    }

    /// What step `index` did, in words, with its values: `load: 1`,
    /// `fetch_add: 1 → 2`, `wants the lock`. Memory has its number when there
    /// is more than one of its kind. Empty when there is no such step.
    pub fn words(&self, index: usize) -> String {
        self.steps
            .get(index)
            .map_or_else(String::new, |step| draw::words(step, self.is_ambiguous(step)))
    }

    /// How often another thread than before takes a step.
    pub fn switches(&self) -> usize {
        let two = self.steps.windows(2);
        two.filter(|two| two[0].lane != two[1].lane).count()
    }

    fn is_ambiguous(&self, step: &Step) -> bool {
        self.steps
            .iter()
            .any(|other| other.op.is_lock() == step.op.is_lock() && other.object != step.object)
    }
}

/// Leaves out that a thread wants a lock where it gets it at once.
fn without_idle_wants(steps: &[RawStep]) -> impl Iterator<Item = &RawStep> {
    let next = steps.iter().map(Some).skip(1).chain([None]);
    let pairs = steps.iter().zip(next).filter(|(step, next)| {
        let gets_it = next.is_some_and(|next| (next.act.op, next.lane) == (Op::Lock, step.lane));
        step.act.op != Op::Want || !gets_it
    });
    pairs.map(|(step, _)| step)
}

fn name(lane: usize) -> String {
    let letter = lane.checked_sub(1).and_then(|letter| LETTERS.get(letter..=letter));
    letter.unwrap_or("main").to_owned()
}

/// More than loom's five threads can make of themselves.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Step {
    fn new(raw: &RawStep) -> Step {
        Step {
            lane: raw.lane,
            op: raw.act.op,
            object: raw.act.object,
            read: raw.act.read,
            wrote: raw.act.wrote,
            expected: raw.act.expected,
            fresh: raw.fresh,
            file: raw.place.file().to_owned(),
            line: raw.place.line(),
        }
    }
}
