//! As right as `right.rs`: the same rule over a ring, with a count that goes along.

use super::{COOL_OFF_MS, Rule};

pub(super) struct Breaker {
    rule: Rule,
    /// True for a failure. The next outcome goes to `next`.
    ring: Vec<bool>,
    next: usize,
    samples: usize,
    failures: usize,
    /// It refuses before this moment; `None` while it is closed.
    until_ms: Option<u64>,
}

impl Breaker {
    pub(super) fn new(rule: Rule) -> Self {
        let ring = vec![false; rule.calls];
        Self { rule, ring, next: 0, samples: 0, failures: 0, until_ms: None }
    }

    fn count(&mut self, failed: bool) {
        let leaves = std::mem::replace(&mut self.ring[self.next], failed);
        self.next = (self.next + 1) % self.ring.len();
        self.samples = (self.samples + 1).min(self.ring.len());
        self.failures += usize::from(failed);
        self.failures -= usize::from(leaves);
    }

    fn open(&mut self, now_ms: u64) {
        *self = Self::new(self.rule);
        self.until_ms = Some(now_ms.saturating_add(COOL_OFF_MS));
    }
}

impl super::Breaker for Breaker {
    fn call(&mut self, now_ms: u64, ok: bool) -> bool {
        match self.until_ms {
            Some(until_ms) if now_ms < until_ms => return false,
            Some(_) if ok => self.until_ms = None,
            Some(_) => self.open(now_ms),
            None => {
                self.count(!ok);
                let enough = self.samples >= self.rule.min_samples;
                if enough && self.failures * 100 >= self.rule.percent * self.samples {
                    self.open(now_ms);
                }
            }
        }
        true
    }

    fn is_open(&self) -> bool {
        self.until_ms.is_some()
    }
}
