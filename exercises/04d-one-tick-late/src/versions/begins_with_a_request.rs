//! Broken: the first that passes begins a window, which ends for all at once.

use super::Rule;

pub(super) struct Window {
    rule: Rule,
    begin_ms: Option<u64>,
    latest_ms: u64,
    count: usize,
}

impl Window {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, begin_ms: None, latest_ms: 0, count: 0 }
    }
}

impl super::Window for Window {
    fn try_take(&mut self, now_ms: u64) -> bool {
        let now_ms = now_ms.max(self.latest_ms);
        if self.begin_ms.is_none_or(|begin| now_ms - begin >= self.rule.window_ms) {
            (self.begin_ms, self.count) = (Some(now_ms), 0);
        }
        let passes = self.count < self.rule.limit;
        if passes {
            self.count += 1;
            self.latest_ms = now_ms;
        }
        passes
    }
}
