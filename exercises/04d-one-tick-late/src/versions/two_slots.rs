//! Broken: a ring of two slots, each dropped as a whole.

use std::collections::VecDeque;

use super::Rule;

pub(super) struct Window {
    rule: Rule,
    passed_ms: VecDeque<u64>,
}

impl Window {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, passed_ms: VecDeque::new() }
    }
}

impl super::Window for Window {
    fn try_take(&mut self, now_ms: u64) -> bool {
        let now_ms = self.passed_ms.back().map_or(now_ms, |&last| last.max(now_ms));
        let slot_ms = self.rule.window_ms.div_ceil(2);
        let turn = now_ms / slot_ms;
        while self.passed_ms.front().is_some_and(|&at| turn - at / slot_ms >= 2) {
            self.passed_ms.pop_front();
        }
        let passes = self.passed_ms.len() < self.rule.limit;
        if passes {
            self.passed_ms.push_back(now_ms);
        }
        passes
    }
}
