use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Runs `body` in a thread of its own and waits for it at most for `limit`.
///
/// Every grader test goes through here: plain `cargo test` waits for ever for a
/// loop without an end. A panic of the body is passed on as it is.
///
/// # Panics
///
/// If `body` has not returned after `limit`. Its thread is left behind; it ends
/// with the process.
pub fn within<T: Send + 'static>(limit: Duration, body: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, ended) = mpsc::channel();
    let thread = thread::spawn(move || {
        let result = body();
        // Nobody listens any more if the limit is over.
        let _ = done.send(());
        result
    });
    // An error of the other kind means that the body panicked, and `join` says so.
    let over = ended.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout);
    assert!(
        !over,
        "still running after {limit:?}: look for a loop that never ends, a lock that is taken \
         twice or held over an await, or a wait that nobody wakes"
    );
    thread.join().unwrap_or_else(|payload| resume_unwind(payload))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn a_body_that_returns_gives_its_value() {
        assert_eq!(within(Duration::from_mins(1), || 42), 42);
    }

    #[test]
    fn a_panic_keeps_its_own_words() {
        let caught = catch_unwind(|| within(Duration::from_mins(1), || panic!("my own words")));
        assert_eq!(*caught.unwrap_err().downcast::<&str>().unwrap(), "my own words");
    }

    #[test]
    fn a_body_that_never_ends_is_called_off() {
        let caught = catch_unwind(|| {
            within(Duration::from_millis(1), || {
                loop {
                    thread::park();
                }
            });
        });
        let text = caught.unwrap_err().downcast::<String>().unwrap();
        assert!(text.starts_with("still running after 1ms"), "{text}");
    }
}
