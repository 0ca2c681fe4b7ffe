//! Broken: each failed probe doubles the cool-off.

use std::collections::VecDeque;

use super::{COOL_OFF_MS, Rule};

pub(super) struct Breaker {
    rule: Rule,
    /// The outcomes that count, true for a failure; the oldest first.
    failed: VecDeque<bool>,
    opened_ms: Option<u64>,
    cool_off_ms: u64,
}

impl Breaker {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, failed: VecDeque::new(), opened_ms: None, cool_off_ms: COOL_OFF_MS }
    }

    fn is_due(&self) -> bool {
        let (samples, failures) = (self.failed.len(), self.failed.iter().filter(|&&f| f).count());
        samples >= self.rule.min_samples && failures * 100 >= self.rule.percent * samples
    }
}

impl super::Breaker for Breaker {
    fn call(&mut self, now_ms: u64, ok: bool) -> bool {
        if let Some(opened_ms) = self.opened_ms {
            if now_ms < opened_ms.saturating_add(self.cool_off_ms) {
                return false;
            }
            self.opened_ms = if ok { None } else { Some(now_ms) };
            self.cool_off_ms = if ok { COOL_OFF_MS } else { self.cool_off_ms.saturating_mul(2) };
            return true;
        }
        self.failed.push_back(!ok);
        if self.failed.len() > self.rule.calls {
            self.failed.pop_front();
        }
        if self.is_due() {
            self.opened_ms = Some(now_ms);
            self.failed.clear();
        }
        true
    }

    fn is_open(&self) -> bool {
        self.opened_ms.is_some()
    }
}
