//! Broken: everybody passes.

use super::Rule;

pub(super) struct Window;

impl Window {
    pub(super) const fn new(_rule: Rule) -> Self {
        Self
    }
}

impl super::Window for Window {
    fn try_take(&mut self, _now_ms: u64) -> bool {
        true
    }
}
