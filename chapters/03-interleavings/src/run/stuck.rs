//! Who waits for whom. A deadlock is found before loom is asked to wait, since
//! loom's own report of one is a panic in the middle of its scheduler.

use super::{Lane, Run, kill, with};
use crate::failure::Trouble;
use std::mem::replace;

/// The current lane is about to wait for the lock `object`.
pub(crate) fn wants(object: usize) {
    wait(|lane| lane.wants = Some(object));
}

/// The current lane is about to wait for the lanes it started.
pub(crate) fn joins() {
    wait(|lane| lane.joins = true);
}

/// The current lane is back from [`joins`].
pub(crate) fn joined() {
    with(|run| run.lanes[run.current].joins = false);
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

/// The current lane's closure returned.
pub(crate) fn done() {
    with(|run| run.lanes[run.current].done = true);
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
