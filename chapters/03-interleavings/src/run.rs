//! The recorder: what happens in the one execution that is under way.
//!
//! Loom runs a model's threads as coroutines on the one OS thread that called
//! it, so an ordinary thread-local is shared by all of them, and there is no
//! data race in here by construction. Two rules keep it so:
//!
//! - the `RefCell` is never borrowed across a call into loom (loom may switch
//!   to another coroutine in any of them);
//! - after each call into loom the lane that made it is the current one again.
//!
//! The same applies to the panic count of the OS thread: while one lane
//! unwinds, `std::thread::panicking()` is true for all. So a lane that unwinds
//! never lets loom switch: its last operations (in `Drop`) act on plain memory,
//! and the execution ends with it.

mod kill;
mod stuck;

use crate::failure::Trouble;
use crate::step::{Act, RawStep};
use std::cell::{Cell, RefCell};
use std::mem::replace;
use std::panic::Location;

pub(crate) use kill::{arrive, dead, kill, survive};
pub(crate) use stuck::{done, joins, locked, unlocked, wants};

/// Loom models at most this many threads, main included.
pub(crate) const THREADS_MAX: usize = loom::MAX_THREADS;

thread_local! {
    static RUN: RefCell<Option<Run>> = const { RefCell::new(None) };
    static SERIAL: Cell<u64> = const { Cell::new(0) };
}

/// One execution of a model.
pub(crate) struct Run {
    /// Tells this execution's memory from that of earlier ones.
    pub serial: u64,
    /// The lane that is running now.
    current: usize,
    lanes: Vec<Lane>,
    /// Threads that loom was asked for, without main.
    spawned: usize,
    pub steps: Vec<RawStep>,
    steps_max: usize,
    /// How many objects were made so far.
    objects: usize,
    /// Who has which lock: (object, lane).
    held: Vec<(usize, usize)>,
    /// A destructor used plain memory while its lane unwound.
    unwound: bool,
    /// Why the execution ended early.
    pub trouble: Option<Trouble>,
}

#[derive(Clone, Copy, Default)]
struct Lane {
    /// The lane that started it; main has none.
    parent: Option<usize>,
    done: bool,
    /// The lock it waits for.
    wants: Option<usize>,
    /// Waits for the lanes it started.
    joins: bool,
}

/// Which execution a traced value belongs to, and its number in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub serial: u64,
    pub object: usize,
}

/// Begins an execution; the caller runs on lane 0, "main".
pub(crate) fn begin(steps_max: usize) {
    let serial = SERIAL.get() + 1;
    SERIAL.set(serial);
    let run = Run {
        serial,
        current: 0,
        lanes: vec![Lane::default()],
        spawned: 0,
        steps: Vec::new(),
        steps_max,
        objects: 0,
        held: Vec::new(),
        unwound: false,
        trouble: None,
    };
    RUN.set(Some(run));
}

/// Ends it in the ordinary way.
pub(crate) fn end() -> Option<Run> {
    RUN.take()
}

/// Whether an execution is under way on this OS thread.
pub(crate) fn inside() -> bool {
    RUN.with_borrow(Option::is_some)
}

/// A tag for new memory; `None` outside an execution.
pub(crate) fn tag() -> Option<Tag> {
    with(|run| {
        run.objects += 1;
        Tag { serial: run.serial, object: run.objects }
    })
}

/// Counts one more thread of loom's, if it has one more.
pub(crate) fn may_spawn() -> bool {
    let may = with(|run| {
        run.spawned += 1;
        run.spawned < THREADS_MAX
    });
    may == Some(true)
}

/// The number of the next lane.
pub(crate) fn new_lane() -> usize {
    let lane = with(|run| {
        let parent = Some(run.current);
        run.lanes.push(Lane { parent, ..Lane::default() });
        run.lanes.len() - 1
    });
    lane.unwrap_or(0)
}

/// Whether other lanes may run beside this one. Main is alone: it runs before
/// it starts them and after it has waited for them.
pub(crate) fn has_company() -> bool {
    with(|run| run.current != 0) == Some(true)
}

/// From here on `lane` is running. Returns the one that was.
pub(crate) fn enter_lane(lane: usize) -> usize {
    with(|run| replace(&mut run.current, lane)).unwrap_or(0)
}

/// Whether the execution that `tag` belongs to is under way.
pub(crate) fn is_live(tag: Tag) -> bool {
    with(|run| run.serial == tag.serial) == Some(true)
}

/// Calls into loom, and is the current lane again afterwards.
pub(crate) fn in_loom<R>(call: impl FnOnce() -> R) -> R {
    let lane = with(|run| run.current).unwrap_or(0);
    let mut back = Back { lane, returned: false };
    let result = call();
    back.returned = true;
    result
}

struct Back {
    lane: usize,
    returned: bool,
}

impl Drop for Back {
    fn drop(&mut self) {
        if self.returned {
            enter_lane(self.lane);
        } else {
            // A panic out of loom: it gave up (or cancels this coroutine). It
            // must not be called again, so from here on memory is plain.
            kill::die(None);
        }
    }
}

/// Writes one operation of the current lane down.
pub(crate) fn note(act: Act, fresh: bool, place: &'static Location<'static>) {
    with(|run| {
        let lane = run.current;
        run.steps.push(RawStep { lane, act, fresh, place });
    });
}

fn with<R>(look: impl FnOnce(&mut Run) -> R) -> Option<R> {
    RUN.with_borrow_mut(|run| run.as_mut().map(look))
}
