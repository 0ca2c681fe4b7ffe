//! One schedule as swimlanes: a column for each thread, a row for each step, and
//! what the memory holds after it.

use std::collections::BTreeSet;

use super::act::{Act, sentence};
use super::names::Names;
use grader::{Lanes, Op, Step, Value};

/// What the template draws.
#[derive(Debug)]
pub(crate) struct Swim {
    /// The threads that have a step; main is last.
    pub(crate) threads: Vec<String>,
    pub(crate) memory: Vec<String>,
    /// What it holds before the first step, as far as the steps tell.
    pub(crate) before: Vec<String>,
    pub(crate) rows: Vec<Row>,
    /// How many steps are left out at the end.
    pub(crate) more: usize,
}

/// One step.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) number: usize,
    /// A cell for each thread, of which one is filled.
    pub(crate) cells: Vec<Option<Act>>,
    /// A cell for each memory; whether this step changed it.
    pub(crate) memory: Vec<(String, bool)>,
    /// `answer.rs`
    pub(crate) file: String,
    pub(crate) line: u32,
    /// The step in a sentence.
    pub(crate) says: String,
}

/// Locks and atomics have numbers of their own where a drawing leaves them out.
type Place = (bool, usize);

fn place(step: &Step) -> Place {
    (step.op.is_lock(), step.object)
}

impl Row {
    /// Where a reader stops for it: 0 is before the first step.
    pub(super) fn stop(&self) -> usize {
        self.number
    }
}

impl Swim {
    /// Draws `lanes`, whose memory is called by `given` names if there are any.
    pub(crate) fn new(lanes: &Lanes, given: &[&str], more: usize) -> Self {
        let names = Names::new(lanes, given);
        let columns = columns(lanes);
        let places: BTreeSet<Place> = lanes.steps.iter().map(place).collect();
        let places: Vec<Place> = places.into_iter().collect();
        let mut now: Vec<String> = places.iter().map(|place| first(lanes, *place)).collect();
        let before = now.clone();
        let rows = lanes.steps.iter().enumerate().map(|(index, step)| {
            let at = places.iter().position(|known| *known == place(step)).unwrap_or_default();
            let held = after(lanes, step).filter(|after| *after != now[at]);
            let changed = held.is_some();
            now[at] = held.unwrap_or_else(|| now[at].clone());
            let memory = now.iter().enumerate().map(|(i, held)| (held.clone(), changed && i == at));
            Row {
                number: index + 1,
                cells: cells(&columns, step, &names),
                memory: memory.collect(),
                file: file_name(&step.file).to_owned(),
                line: step.line,
                says: sentence(&lanes.threads[step.lane], step, &names, &now[at]),
            }
        });
        let rows = rows.collect();
        Self {
            threads: columns.iter().map(|lane| lanes.threads[*lane].clone()).collect(),
            memory: places.iter().map(|place| names.heading(*place)).collect(),
            before,
            rows,
            more,
        }
    }

    /// `tokens is 1, in_flight is 3`: what is known before the first step.
    pub(crate) fn before_words(&self) -> String {
        let known = self.memory.iter().zip(&self.before).filter(|(_, held)| *held != UNKNOWN);
        let words: Vec<String> = known.map(|(name, held)| format!("{name} is {held}")).collect();
        words.join(", ")
    }
}

fn columns(lanes: &Lanes) -> Vec<usize> {
    let all = (1..lanes.threads.len()).chain([0]);
    all.filter(|lane| lanes.steps.iter().any(|step| step.lane == *lane)).collect()
}

fn cells(columns: &[usize], step: &Step, names: &Names<'_>) -> Vec<Option<Act>> {
    let cell = |column: &usize| (*column == step.lane).then(|| Act::new(step, names));
    columns.iter().map(cell).collect()
}

/// What was there before the first step: what somebody read before it was
/// written, or an old value that nobody wrote.
fn first(lanes: &Lanes, (is_lock, object): Place) -> String {
    if is_lock {
        return FREE.to_owned();
    }
    let steps = || lanes.steps.iter().filter(move |step| place(step) == (false, object));
    let written = |value: Value| steps().any(|step| step.wrote == Some(value));
    let mut unwritten = steps().take_while(|step| step.wrote.is_none() || step.read.is_some());
    let seen = unwritten.find_map(|step| step.read);
    let old = || steps().filter(|s| !s.fresh).filter_map(|s| s.read).find(|old| !written(*old));
    seen.or_else(old).map_or(UNKNOWN.to_owned(), |value| value.to_string())
}

/// What is there after `step`, if that step says it.
fn after(lanes: &Lanes, step: &Step) -> Option<String> {
    match step.op {
        Op::Lock => Some(format!("held by {}", lanes.threads[step.lane])),
        Op::Unlock => Some(FREE.to_owned()),
        _ => step.wrote.map(|value| value.to_string()),
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

const FREE: &str = "free";
const UNKNOWN: &str = "–";

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(steps: &str) -> Lanes {
        let text = format!("lanes 1\nthread main\nthread A\nthread B\n{steps}outcome x\nend\n");
        Lanes::parse(&text).unwrap()
    }

    fn memory(swim: &Swim) -> Vec<String> {
        let row = |row: &Row| {
            let cell = |(held, changed): &(String, bool)| {
                format!("{held}{}", if *changed { "!" } else { "" })
            };
            row.memory.iter().map(cell).collect::<Vec<_>>().join(" ")
        };
        swim.rows.iter().map(row).collect()
    }

    #[test]
    fn the_memory_is_what_was_written_last() {
        let swim = Swim::new(
            &lanes(
                "step 1 load 1 1 - - fresh 9 a/b.rs\nstep 2 load 1 1 - - fresh 9 a/b.rs\n\
                 step 2 store 1 - 0 - fresh 13 a/b.rs\nstep 1 store 1 - 0 - fresh 13 a/b.rs\n",
            ),
            &["tokens"],
            0,
        );
        assert_eq!(
            (swim.threads.as_slice(), &swim.memory),
            (&["A".into(), "B".into()][..], &vec!["tokens".into()])
        );
        assert_eq!(swim.before, ["1"]);
        assert_eq!(memory(&swim), ["1", "1", "0!", "0"], "the second 0 changes nothing");
        assert_eq!(swim.before_words(), "tokens is 1");
        let cells: Vec<bool> = swim.rows.iter().map(|row| row.cells[0].is_some()).collect();
        assert_eq!(cells, [true, false, false, true]);
        assert_eq!((swim.rows[2].file.as_str(), swim.rows[2].line), ("b.rs", 13));
    }

    #[test]
    fn an_old_value_tells_what_was_there_before_and_changes_nothing() {
        let swim = Swim::new(
            &lanes(
                "step 1 store 1 - 42 - fresh 1 a\nstep 1 store 2 - true - fresh 2 a\n\
                 step 2 load 2 true - - fresh 3 a\nstep 2 load 1 0 - - stale 4 a\n",
            ),
            &["message", "ready"],
            0,
        );
        assert_eq!(swim.before, ["0", UNKNOWN]);
        assert_eq!(memory(&swim), ["42! –", "42 true!", "42 true", "42 true"]);
        assert_eq!(swim.before_words(), "message is 0");
        let says = &swim.rows[3].says;
        assert_eq!(says, "B reads 0 from message, an old value: it is 42 by now.");
    }

    #[test]
    fn a_lock_is_held_by_a_thread_or_free() {
        let swim = Swim::new(
            &lanes(
                "step 1 locks 1 - - - fresh 1 a\nstep 2 wants 1 - - - fresh 1 a\n\
                 step 1 unlocks 1 - - - fresh 1 a\nstep 0 locks 1 - - - fresh 2 a\n",
            ),
            &[],
            0,
        );
        assert_eq!(swim.threads, ["A", "B", "main"], "main looks at the end");
        assert_eq!(memory(&swim), ["held by A!", "held by A", "free!", "held by main!"]);
        assert_eq!(swim.memory, ["the lock"]);
    }
}
