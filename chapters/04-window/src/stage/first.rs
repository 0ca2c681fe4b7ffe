//! The first try, on the same stage.

use clock::Moment;
use simulation::{Gauges, Unit};

use super::Shown;
use crate::first_try::FirstWindow;
use crate::limit::{ConfigError, Limit};
use crate::refused::Refused;
use crate::rule::Rule;

/// [`FirstWindow`] as a rule: it only says yes or no, so the moment is worked out
/// here, and is wrong where its window is.
#[derive(Clone, Debug)]
pub(super) struct First {
    window: FirstWindow,
    limit: Limit,
}

impl Rule for First {
    fn take(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        if self.window.try_acquire(n, now) {
            Ok(())
        } else {
            Err(Refused::Until(self.window.over()))
        }
    }

    fn remaining(&self, now: Moment) -> u32 {
        self.limit.most().saturating_sub(self.taken(now))
    }

    fn limit(&self) -> Limit {
        self.limit
    }

    fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
        self.window.set_limit(limit.most());
    }
}

impl First {
    /// What it has counted of the window that `now` is in.
    fn taken(&self, now: Moment) -> u32 {
        let over = now >= self.window.over();
        if over { 0 } else { self.window.counted() }
    }
}

impl Shown for First {
    fn make(limit: Limit, _slots: u32) -> Result<Self, ConfigError> {
        Ok(Self { window: FirstWindow::new(limit.most(), limit.window()), limit })
    }

    fn counted(&self, now: Moment) -> (i64, Unit) {
        (self.taken(now).into(), Unit::Count)
    }

    fn bends(&self, now: Moment) -> Option<Moment> {
        (self.taken(now) > 0).then(|| self.window.over())
    }

    fn own(&self, _now: Moment, gauges: &mut Gauges) {
        // Its windows begin with a request: nobody else can say where.
        let began = self.window.over().saturating_sub(self.limit.window()).as_nanos();
        gauges.step("began", Unit::Nanos, i64::try_from(began).unwrap_or(i64::MAX));
    }
}
