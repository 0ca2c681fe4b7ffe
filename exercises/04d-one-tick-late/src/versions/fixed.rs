//! Broken: a fixed window, aligned to the multiples of its length.

use super::Rule;

pub(super) struct Window {
    rule: Rule,
    index: u64,
    count: usize,
}

impl Window {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, index: 0, count: 0 }
    }
}

impl super::Window for Window {
    fn try_take(&mut self, now_ms: u64) -> bool {
        let index = (now_ms / self.rule.window_ms).max(self.index);
        if index > self.index {
            (self.index, self.count) = (index, 0);
        }
        let passes = self.count < self.rule.limit;
        self.count += usize::from(passes);
        passes
    }
}
