use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use clock::Moment;

use crate::replay::tell;
use crate::{Event, Gauge, Params, Scenario, Sink, Subject, Trace, run_into, scenario_lines};

/// How many steps a run that never ends shows: the last ones.
const SHOWN_MAX: usize = 10;

/// Runs `body` in a thread of its own and waits for it at most for `limit`.
///
/// Every grader test goes through here: plain `cargo test` waits for ever for a
/// loop without an end. A panic of the body is passed on as it is.
///
/// # Panics
///
/// If `body` has not returned after `limit`. Its thread is left behind; it ends
/// with the process.
#[track_caller]
pub fn within<T: Send + 'static>(limit: Duration, body: impl FnOnce() -> T + Send + 'static) -> T {
    match join_within(limit, body) {
        Some(result) => result,
        None => panic!("{}", still_running(limit)),
    }
}

/// Runs what `build` makes through `scenario`, within `limit`; for graders.
///
/// # Panics
///
/// As [`within`], and then with the steps that the run had made; and with words
/// if the scenario is over a limit or the subject never lets time go on.
#[track_caller]
pub fn run_within(
    limit: Duration,
    scenario: Scenario,
    build: fn(&Params) -> Box<dyn Subject>,
) -> Trace {
    tell(|| scenario_lines(&scenario));
    let recorded = Arc::new(Mutex::new(Trace::default()));
    let mut sink = Recorder(Arc::clone(&recorded));
    let body = move || run_into(&scenario, build(&scenario.params).as_mut(), &mut sink);
    match join_within(limit, body) {
        Some(Ok(())) => std::mem::take(&mut *lock(&recorded)),
        Some(Err(error)) => panic!("{error}"),
        None => {
            let steps = lock(&recorded).timeline_end(Moment::MAX, SHOWN_MAX);
            panic!("{}\n\nWhat your code did before it got stuck:\n{steps}", still_running(limit))
        }
    }
}

fn still_running(limit: Duration) -> String {
    format!(
        "still running after {limit:?}: look for a loop that never ends, a lock that is taken \
         twice or held over an await, a wait that nobody wakes, or (in a test with threads) a lock \
         that is not from super::sync"
    )
}

/// What `body` returned; `None` if it is not done after `limit`.
fn join_within<T: Send + 'static>(
    limit: Duration,
    body: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, ended) = mpsc::channel();
    // Named as the test is: a stack that overflows names the thread, and no more.
    let name = thread::current().name().unwrap_or("a grader's test").to_owned();
    let run = move || {
        let result = body();
        // Nobody listens any more if the limit is over.
        let _ = done.send(());
        result
    };
    let thread = thread::Builder::new().name(name).spawn(run).expect("a thread");
    // An error of the other kind means that the body panicked, and `join` says so.
    if ended.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
        return None;
    }
    Some(thread.join().unwrap_or_else(|payload| resume_unwind(payload)))
}

/// Records a run where somebody else can look while it goes on.
struct Recorder(Arc<Mutex<Trace>>);

impl Sink for Recorder {
    fn heads(&mut self, heads: &[Gauge]) {
        lock(&self.0).heads(heads);
    }

    fn event(&mut self, event: Event) {
        lock(&self.0).event(event);
    }

    fn keyframe(&mut self, at: Moment, values: &[i64]) {
        lock(&self.0).keyframe(at, values);
    }

    fn end(&mut self, at: Moment) {
        lock(&self.0).end(at);
    }
}

fn lock(trace: &Mutex<Trace>) -> std::sync::MutexGuard<'_, Trace> {
    // Nothing panics while it holds this lock.
    trace.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arrivals, Gauges, Input, Output};
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
        let text = words(|| within(Duration::from_millis(1), endless));
        assert!(text.starts_with("still running after 1ms"), "{text}");
    }

    #[test]
    fn the_thread_is_named_as_the_test_is() {
        let own = thread::current().name().map(str::to_owned);
        let name = within(Duration::from_mins(1), || thread::current().name().map(str::to_owned));
        assert_eq!(name, own);
    }

    #[test]
    fn a_run_that_gets_stuck_shows_what_it_did_before() {
        let scenario = Scenario {
            until_ms: 10,
            arrivals: vec![Arrivals::Even { per_second: 500 }],
            ..Scenario::default()
        };
        let build = |_: &Params| -> Box<dyn Subject> { Box::new(StuckAtThird) };
        let text = words(move || {
            run_within(Duration::from_millis(200), scenario, build);
        });
        let (_, steps) = text.split_once("got stuck:\n").expect("the steps");
        let expected = "  1. at 0 ms      request 1 asks: admitted\n\
                        \x20 2. at 2 ms      request 2 asks: admitted\n\
                        \x20 3. at 4 ms      request 3 asks\n";
        assert_eq!(steps, expected);
    }

    struct StuckAtThird;

    impl Subject for StuckAtThird {
        fn on(&mut self, _now: Moment, input: Input, out: &mut Vec<Output>) {
            if let Input::Arrive(request) = input {
                if request.id.0 == 3 {
                    endless();
                }
                out.push(Output::Admit(request.id));
            }
        }

        fn wake(&self) -> Option<Moment> {
            None
        }

        fn gauges(&self, _now: Moment, _gauges: &mut Gauges) {}
    }

    fn endless() {
        loop {
            thread::park();
        }
    }

    fn words(body: impl FnOnce() + std::panic::UnwindSafe) -> String {
        *catch_unwind(body).unwrap_err().downcast::<String>().unwrap()
    }
}
