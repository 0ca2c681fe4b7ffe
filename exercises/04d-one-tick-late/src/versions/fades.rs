//! Broken: the approximation by two windows, where the log was promised.

use super::Rule;

pub(super) struct Window {
    rule: Rule,
    index: u64,
    latest_ms: u64,
    previous: u64,
    current: u64,
}

impl Window {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, index: 0, latest_ms: 0, previous: 0, current: 0 }
    }
}

impl super::Window for Window {
    fn try_take(&mut self, now_ms: u64) -> bool {
        let now_ms = now_ms.max(self.latest_ms);
        let (window_ms, limit) = (self.rule.window_ms, self.rule.limit as u64);
        let index = now_ms / window_ms;
        if index > self.index {
            self.previous = if index == self.index + 1 { self.current } else { 0 };
            (self.index, self.current) = (index, 0);
        }
        let faded = self.previous * (window_ms - now_ms % window_ms);
        let passes = faded + (self.current + 1) * window_ms <= limit * window_ms;
        if passes {
            self.current += 1;
            self.latest_ms = now_ms;
        }
        passes
    }
}
