//! Ctrl-C: what an answer started must not stay behind.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grader::Leash;

/// Holds the leash of what runs now.
#[derive(Default)]
pub struct Reins {
    held: Mutex<(Arc<Leash>, bool)>,
}

impl Reins {
    /// A leash for the next run. After the end it is over from the beginning.
    pub fn fresh(&self) -> Arc<Leash> {
        let mut held = self.lock();
        if !held.1 {
            held.0 = Arc::default();
        }
        Arc::clone(&held.0)
    }

    /// Ends what runs, and whatever would still be started.
    pub fn end(&self) {
        let mut held = self.lock();
        held.1 = true;
        held.0.end_all();
    }

    fn lock(&self) -> MutexGuard<'_, (Arc<Leash>, bool)> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As a shell says it of a program that Ctrl-C ended.
#[cfg(unix)]
const INTERRUPTED: i32 = 130;

/// Answers and compilers run in process groups of their own, which do not hear
/// the terminal. From here on they end with us.
#[cfg(unix)]
pub fn end(reins: Arc<Reins>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    // Without it they end at their limits.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            reins.end();
            std::process::exit(INTERRUPTED);
        }
    });
}

/// Elsewhere they share our terminal, and hear it themselves.
#[cfg(not(unix))]
pub fn end(_reins: Arc<Reins>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_end_nothing_new_begins() {
        let reins = Reins::default();
        let (first, second) = (reins.fresh(), reins.fresh());
        reins.end();
        assert!(!first.is_over() && second.is_over(), "the one that runs now ends");
        assert!(reins.fresh().is_over());
    }
}
