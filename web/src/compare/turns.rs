//! Who may run hundreds of seeds now, and who waits in line.

use std::sync::Arc;
use std::thread::available_parallelism;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::asked::{Asked, ROWS_MAX};

/// Turns at the processors. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Turns(Arc<Semaphore>);

impl Turns {
    /// As many as there are processors for: each limiter of a turn has a thread.
    pub(super) fn new() -> Self {
        Self::of(available_parallelism().map_or(1, usize::from) / ROWS_MAX)
    }

    fn of(turns: usize) -> Self {
        Self(Arc::new(Semaphore::new(turns.max(1))))
    }

    /// Waits for a turn, in the order of asking, if many seeds are to be run. A page
    /// of one run waits for nobody.
    pub(super) async fn turn(&self, asked: &Asked) -> Option<OwnedSemaphorePermit> {
        asked.seeds?;
        // Nobody closes it.
        Arc::clone(&self.0).acquire_owned().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use axum::extract::{Query, State};
    use axum::http::StatusCode;
    use axum::response::Response;
    use futures_util::FutureExt;

    use super::super::compare;
    use super::*;

    async fn page(turns: &Turns, pairs: &[(&str, &str)]) -> Response {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let pairs = pairs.iter().map(owned).collect();
        compare(State(turns.clone()), Ok(Query(pairs))).await
    }

    const MANY: [(&str, &str); 2] = [("stream", "random"), ("seeds", "3")];

    /// What a permit that is given back while `page` waits is worth: none if it goes
    /// to the page at once, one if the page does not stand in the line.
    fn left_over(turns: &Turns, page: Pin<&mut impl Future<Output = Response>>) -> usize {
        let taken = Arc::clone(&turns.0).try_acquire_owned().unwrap();
        assert!(page.now_or_never().is_none(), "its runs have only begun, at the most");
        drop(taken);
        turns.0.available_permits()
    }

    #[tokio::test]
    async fn many_seeds_wait_for_their_turn_and_give_it_back() {
        let turns = Turns::of(1);
        let mut waits = Box::pin(page(&turns, &MANY));
        assert_eq!(left_over(&turns, waits.as_mut()), 0);
        assert_eq!(waits.await.status(), StatusCode::OK);
        assert_eq!(turns.0.available_permits(), 1);
    }

    #[tokio::test]
    async fn one_run_waits_for_nobody() {
        let turns = Turns::of(1);
        let mut goes = Box::pin(page(&turns, &MANY[..1]));
        assert_eq!(left_over(&turns, goes.as_mut()), 1);
        assert_eq!(goes.await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn whoever_goes_away_while_waiting_keeps_no_turn() {
        let turns = Turns::of(1);
        let mut waits = Box::pin(page(&turns, &MANY));
        assert_eq!(left_over(&turns, waits.as_mut()), 0);
        drop(waits);
        assert_eq!(turns.0.available_permits(), 1);
    }

    #[test]
    fn there_is_a_turn_on_every_machine() {
        assert_eq!(Turns::of(0).0.available_permits(), 1);
    }
}
