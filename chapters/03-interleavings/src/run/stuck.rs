//! Who waits for whom. A deadlock is found before loom is asked to wait, since
//! loom's own report of one is a panic in the middle of its scheduler.

use super::{Lane, Run, kill, with};
use crate::failure::Trouble;
use std::mem::replace;

/// The current lane is about to wait for the lock `object`.
pub(crate) fn wants(object: usize) {
    wait(|lane| lane.wants = Some(object));
}

/// Whether the current lane must wait for lanes that it started.
pub(crate) fn joins() -> bool {
    let waits = with(|run| {
        let waits = run.has_children(run.current);
        run.lanes[run.current].joins = waits;
        waits
    });
    if waits == Some(true) {
        wait(|_| ());
    }
    waits == Some(true)
}

/// The current lane got the lock `object`.
pub(crate) fn locked(object: usize) {
    with(|run| {
        run.lanes[run.current].wants = None;
        run.held.push((object, run.current));
    });
}

/// The lock `object` is free again.
pub(crate) fn unlocked(object: usize) {
    with(|run| run.held.retain(|(held, _)| *held != object));
}

/// The current lane's closure returned. Whether the lane that started it is
/// waiting for just that.
pub(crate) fn done() -> bool {
    let last = with(|run| {
        run.lanes[run.current].done = true;
        let parent = run.lanes[run.current].parent;
        parent.is_some_and(|parent| run.lanes[parent].joins && !run.has_children(parent))
    });
    last == Some(true)
}

fn wait(how: impl FnOnce(&mut Lane)) {
    let stuck = with(|run| {
        how(&mut run.lanes[run.current]);
        let mut seen = vec![false; run.lanes.len()];
        run.waits_in_vain(run.current, &mut seen)
    });
    if stuck == Some(true) {
        kill(Trouble::Deadlock);
    }
}

impl Run {
    /// Whether following "waits for" from `lane` leads back to the current
    /// lane, or to one that is over and took a lock with it.
    fn waits_in_vain(&self, lane: usize, seen: &mut [bool]) -> bool {
        self.waits_for(lane).into_iter().any(|next| {
            next == self.current
                || self.lanes[next].done
                || (!replace(&mut seen[next], true) && self.waits_in_vain(next, seen))
        })
    }

    fn has_children(&self, lane: usize) -> bool {
        self.lanes.iter().any(|child| !child.done && child.parent == Some(lane))
    }

    fn waits_for(&self, lane: usize) -> Vec<usize> {
        let Lane { wants, joins, .. } = self.lanes[lane];
        let lock = self.held.iter().filter(|held| wants == Some(held.0));
        let started = self
            .lanes
            .iter()
            .enumerate()
            .filter(|(_, child)| joins && !child.done && child.parent == Some(lane));
        lock.map(|held| held.1).chain(started.map(|(child, _)| child)).collect()
    }
}
