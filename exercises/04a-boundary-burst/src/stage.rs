// How the answer stands in the simulation: every request is one that wants to pass.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Subject, Unit};

use super::answer::Log;

/// The answer with `limit` in each `window-ms`.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let limit = usize::try_from(params.get("limit", 5)).unwrap_or(usize::MAX).max(1);
    let window = Duration::from_millis(params.get("window-ms", 1000).max(1));
    Box::new(Stage { log: Log::new(limit, window), window, passed: VecDeque::new() })
}

struct Stage {
    log: Log,
    window: Duration,
    /// The truth, for the picture: when something passed in the last window.
    passed: VecDeque<Moment>,
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        while self.passed.front().is_some_and(|&at| now.since(at) >= self.window) {
            self.passed.pop_front();
        }
        let Input::Arrive(request) = input else { return };
        let id = request.id;
        out.push(match self.log.try_take(now) {
            Ok(()) => {
                self.passed.push_back(now);
                Output::Admit(id)
            }
            Err(at) => {
                let retry_at = Some(at).filter(|&at| at < Moment::MAX);
                Output::Refuse { id, why: "the window is full".into(), retry_at }
            }
        });
    }

    fn wake(&self) -> Option<Moment> {
        self.passed.front()?.checked_add(self.window)
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        let kept = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        gauges.step("last-window", Unit::Count, kept(self.passed.len()));
        gauges.step("kept", Unit::Count, kept(self.log.kept()));
    }
}
