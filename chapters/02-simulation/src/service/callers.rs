//! Those who ask the service: they wait for a while, and then ask again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use clock::Moment;

use crate::{Outcome, Output, RequestId};

/// One attempt of one request, as it lies in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// Whose.
    pub(crate) id: RequestId,
    /// 1 is the first.
    pub(crate) number: u32,
    /// When its caller gives up; `None`: never.
    pub(crate) deadline: Option<Moment>,
}

/// The callers who wait for an answer.
///
/// A caller whose patience is over asks again in the same instant, as often as
/// it has attempts. Its earlier attempts stay where they are: nobody tells the
/// service. A caller who is refused does not ask again, since it would meet
/// the same full queue in the same instant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Callers {
    waiting: BTreeMap<RequestId, (Attempt, Option<Duration>)>,
    deadlines: BTreeSet<(Moment, RequestId)>,
}

impl Callers {
    /// A caller asks for the first time.
    pub(crate) fn ask(
        &mut self,
        now: Moment,
        id: RequestId,
        patience: Option<Duration>,
    ) -> Attempt {
        self.attempt(now, id, 1, patience)
    }

    /// Whether somebody still waits for the answer to this very attempt.
    pub(crate) fn wait_for(&self, attempt: Attempt) -> bool {
        self.waiting.get(&attempt.id).is_some_and(|&(now, _)| now == attempt)
    }

    /// A caller has its answer, or has gone.
    pub(crate) fn leave(&mut self, id: RequestId) {
        if let Some((Attempt { deadline: Some(at), .. }, _)) = self.waiting.remove(&id) {
            self.deadlines.remove(&(at, id));
        }
    }

    /// A caller learns that its attempt came to nothing. It asks again, or
    /// that was its last attempt.
    pub(crate) fn fail(
        &mut self,
        now: Moment,
        id: RequestId,
        attempts_max: u32,
        out: &mut Vec<Output>,
    ) -> Option<Attempt> {
        let &(Attempt { number, .. }, patience) = self.waiting.get(&id)?;
        self.leave(id);
        if number >= attempts_max {
            out.push(Output::Done(id, Outcome::TimedOut));
            return None;
        }
        let next = number + 1;
        out.push(Output::Note(format!("{id} has no answer and asks again, attempt {next}").into()));
        Some(self.attempt(now, id, next, patience))
    }

    /// The next caller whose patience is over at `now`.
    pub(crate) fn out_of_patience(&self, now: Moment) -> Option<RequestId> {
        self.deadlines.first().filter(|&&(at, _)| at <= now).map(|&(_, id)| id)
    }

    /// When the next caller gives up.
    pub(crate) fn wake(&self) -> Option<Moment> {
        self.deadlines.first().map(|&(at, _)| at)
    }

    fn attempt(
        &mut self,
        now: Moment,
        id: RequestId,
        number: u32,
        patience: Option<Duration>,
    ) -> Attempt {
        let deadline = patience.map(|patience| now + patience);
        let attempt = Attempt { id, number, deadline };
        self.waiting.insert(id, (attempt, patience));
        self.deadlines.extend(deadline.map(|at| (at, id)));
        attempt
    }
}
