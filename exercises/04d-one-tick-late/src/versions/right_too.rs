//! Right: a ring of the last moments; the oldest of them decides.

use super::Rule;

pub(super) struct Window {
    rule: Rule,
    /// When the last ones passed, as many as the limit: a ring.
    passed_ms: Vec<Option<u64>>,
    /// Where the oldest of them is.
    oldest: usize,
    latest_ms: u64,
}

impl Window {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, passed_ms: vec![None; rule.limit], oldest: 0, latest_ms: 0 }
    }
}

impl super::Window for Window {
    fn try_take(&mut self, now_ms: u64) -> bool {
        let now_ms = now_ms.max(self.latest_ms);
        let young = |at: u64| now_ms - at < self.rule.window_ms;
        if self.passed_ms[self.oldest].is_some_and(young) {
            return false;
        }
        self.passed_ms[self.oldest] = Some(now_ms);
        self.oldest = (self.oldest + 1) % self.passed_ms.len();
        self.latest_ms = now_ms;
        true
    }
}
