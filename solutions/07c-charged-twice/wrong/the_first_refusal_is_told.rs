// Caught by: the_longer_of_two_waits_is_told
// Shipped by: no library that we know of; two limiters are asked one after the other, and the first error is returned
// Ask: At the moment that you tell, which of the two buckets has a token, and which has not?
// The route is asked first, and if it refuses nobody asks the group how long it would take.

use std::sync::PoisonError;
use std::time::Duration;

use clock::Moment;

use super::sync::{Mutex, MutexGuard};

/// Two routes, each with a limit of its own, and a limit for the group of both.
pub struct Limiter {
    routes: [Mutex<Bucket>; 2],
    group: Mutex<Bucket>,
}

/// One token bucket.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    period: Duration,
    burst: u32,
    /// When it is full again.
    full_at: Moment,
}

/// Why a request may not go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not before this moment.
    Until(Moment),
    /// Never: it asks for more than a bucket can hold.
    TooMany,
}

impl Bucket {
    /// A bucket that is full from the start. A token comes each `period`.
    pub fn full(period: Duration, burst: u32) -> Self {
        Self { period, burst, full_at: Moment::ZERO }
    }

    /// Takes `n` tokens, or none and says why.
    fn take(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        if n > self.burst {
            return Err(Refused::TooMany);
        }
        let next = self.full_at.max(now) + self.period * n;
        let ready = next.saturating_sub(self.period * self.burst);
        if n > 0 && ready > now {
            return Err(Refused::Until(ready));
        }
        self.full_at = next;
        Ok(())
    }

    /// How many whole tokens it holds.
    fn left(&self, now: Moment) -> u32 {
        let missing = self.full_at.since(now).as_nanos().div_ceil(self.period.as_nanos());
        self.burst - missing as u32
    }
}

impl Limiter {
    /// A bucket for each route, and one for the group.
    pub fn new(routes: [Bucket; 2], group: Bucket) -> Self {
        Self { routes: routes.map(Mutex::new), group: Mutex::new(group) }
    }

    /// Takes `n` tokens from the bucket of `route`, which is 0 or 1, and `n` from that of
    /// the group; or none at all, and says why.
    ///
    /// Any number of threads call this at the same time.
    pub fn try_take(&self, route: usize, n: u32, now: Moment) -> Result<(), Refused> {
        let mut own = lock(&self.routes[route]);
        let mut group = lock(&self.group);
        let (mut own_next, mut group_next) = (*own, *group);
        own_next.take(n, now)?;
        group_next.take(n, now)?;
        *own = own_next;
        *group = group_next;
        Ok(())
    }

    /// What the two routes and the group hold, at one moment.
    pub fn left(&self, now: Moment) -> [u32; 3] {
        let first = lock(&self.routes[0]);
        let second = lock(&self.routes[1]);
        let group = lock(&self.group);
        [first.left(now), second.left(now), group.left(now)]
    }
}

/// The grader's pictures name the line that calls this.
#[track_caller]
fn lock(bucket: &Mutex<Bucket>) -> MutexGuard<'_, Bucket> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}
