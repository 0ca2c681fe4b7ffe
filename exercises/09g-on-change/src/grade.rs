// The grader, first half: what is told, and when; in learning order.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use simulation::{Calls, text::counted, within};

use super::answer::{Breaker, Change, State};

const LIMIT: Duration = Duration::from_secs(2);

const ON_PURPOSE: &str = "the grader's callback panics, on purpose";

/// When a callback calls: any cool-off is over by then.
const LATER_MS: u64 = 1_000_000;

const OPENED: &str = "closed → open";
const HALF_OPENED: &str = "open → half-open";
const CLOSED: &str = "half-open → closed";
const REOPENED: &str = "half-open → open";

/// What the callback was told, in words.
#[derive(Clone, Default)]
struct Told {
    words: Arc<Mutex<Vec<String>>>,
    /// Whether a callback is running.
    busy: Arc<AtomicBool>,
}

impl Told {
    /// A callback that writes down what it is told, and then does `also`.
    fn then(
        &self,
        also: impl Fn(&Breaker, Change) + Send + Sync + 'static,
    ) -> impl Fn(&Breaker, Change) + Send + Sync + 'static {
        let told = self.clone();
        move |breaker, change| {
            let was_busy = told.busy.swap(true, Ordering::SeqCst);
            let _done = Done { busy: &told.busy, was_busy };
            let late = if was_busy { " (while the callback was still running)" } else { "" };
            told.note(format!("{}{late}", say(change)));
            also(breaker, change);
        }
    }

    fn note(&self, words: String) {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).push(words);
    }

    /// What was told since the last look.
    fn take(&self) -> String {
        let words = std::mem::take(&mut *self.words.lock().unwrap_or_else(PoisonError::into_inner));
        list(&words)
    }
}

/// The callback has returned, or panicked.
struct Done<'a> {
    busy: &'a AtomicBool,
    was_busy: bool,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.busy.store(self.was_busy, Ordering::SeqCst);
    }
}

/// A breaker with a callback, and what has been done to it.
struct Lab {
    name: &'static str,
    /// What the callback does, besides writing down what it is told.
    also: &'static str,
    breaker: Arc<Breaker>,
    told: Told,
    calls: Calls,
}

impl Lab {
    /// One that opens after `failures` in a row, for 1000 ms.
    fn new(
        name: &'static str,
        failures: u32,
        calls: &Calls,
        also: &'static str,
        callback: impl Fn(&Breaker, Change) + Send + Sync + 'static,
    ) -> Self {
        let told = Told::default();
        let breaker = Arc::new(Breaker::new(failures, 1000, told.then(callback)));
        Self { name, also, breaker, told, calls: calls.clone() }
    }

    /// Makes a call. A panic is what it came to, as good as anything else: the
    /// callback of this grader panics in one test only, so most are the answer's.
    fn expect(&self, name: &str, expected: &str, call: impl FnOnce() -> String) {
        self.calls.expect(name, expected, || or_panicked(call));
    }

    /// How a call reads that has something to tell.
    fn says(&self, call: &str, told: &[&str]) -> String {
        match (self.also, told) {
            ("", _) | (_, []) => format!("{}{call}", self.name),
            (also, _) => format!("{}{call} ({also})", self.name),
        }
    }

    /// Asks for a call; `told` is what has to be told by the time it returns.
    fn admits(&self, now_ms: u64, admitted: bool, told: &[&str]) {
        let name = self.says(&format!("admits({now_ms})"), told);
        self.expect(&name, &format!("{admitted}, told: {}", list(told)), || {
            let admitted = self.breaker.admits(now_ms);
            format!("{admitted}, told: {}", self.told.take())
        });
    }

    /// Ends a call; `told` is what has to be told by the time it returns.
    fn ends(&self, now_ms: u64, ok: bool, told: &[&str]) {
        let name = self.says(&format!("ended({now_ms}, {ok})"), told);
        self.expect(&name, &format!("told: {}", list(told)), || {
            self.breaker.ended(now_ms, ok);
            format!("told: {}", self.told.take())
        });
    }

    /// A call that makes one change, at which the callback returns or panics.
    fn meets(&self, name: &str, call: fn(&Breaker), change: &str, panics: bool) {
        let name = if panics {
            format!("{name} (told of it, the callback panics)")
        } else {
            name.to_owned()
        };
        let returned = "it returned".to_owned();
        let came = if panics { format!("panicked: {ON_PURPOSE}") } else { returned.clone() };
        self.calls.expect(&name, &format!("{came}; told: {change}"), || {
            let came = or_panicked(|| {
                call(&self.breaker);
                returned
            });
            format!("{came}; told: {}", self.told.take())
        });
    }

    fn is(&self, state: State) {
        let name = format!("{}state()", self.name);
        self.expect(&name, word(state), || word(self.breaker.state()).to_owned());
    }
}

/// Runs `body` on a breaker that opens at the first failure, and whose callback
/// also does `callback`; `also` says what that is.
#[track_caller]
fn check(
    rule: &'static str,
    also: &'static str,
    callback: impl Fn(&Breaker, Change) + Send + Sync + 'static,
    body: impl FnOnce(&Lab) + Send + 'static,
) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || body(&Lab::new("", 1, &inside, also, callback)));
}

/// What `call` came to: what it says, or how it panicked.
fn or_panicked(call: impl FnOnce() -> String) -> String {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
        format!("panicked: {}", words.unwrap_or("(without words)"))
    })
}

fn list<W: AsRef<str>>(words: &[W]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", then ") }
}

fn say(change: Change) -> String {
    format!("{} → {}", word(change.from), word(change.to))
}

fn word(state: State) -> &'static str {
    match state {
        State::Closed => "closed",
        State::Open => "open",
        State::HalfOpen => "half-open",
    }
}

// One thread, and a callback that only writes down what it hears. Each change is
// told when the call that made it returns; a call that changes nothing tells nothing.
#[test]
fn each_change_is_told_once_and_nothing_else_is() {
    let rule = "Each change of state is told once, and nothing else is. On one thread it has been \
                told when the call that made it returns.";
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        let lab = Lab::new("", 3, &inside, "", |_, _| {});
        lab.admits(0, true, &[]);
        lab.ends(1, true, &[]);
        lab.ends(2, false, &[]);
        lab.ends(3, false, &[]);
        lab.ends(4, false, &[OPENED]);
        lab.is(State::Open);
        lab.admits(5, false, &[]);
        // A late one: it belongs to the time before.
        lab.ends(6, false, &[]);
        lab.admits(1004, true, &[HALF_OPENED]);
        lab.admits(1005, false, &[]);
        lab.ends(1006, false, &[REOPENED]);
        lab.admits(2005, false, &[]);
        lab.admits(2006, true, &[HALF_OPENED]);
        lab.ends(2007, true, &[CLOSED]);
        lab.admits(2008, true, &[]);
        lab.is(State::Closed);
    });
}

// A callback that writes "the breaker is open, since …" asks the breaker. If the lock
// is still held where the change was made, the thread waits for itself.
#[test]
fn the_callback_may_look_at_the_breaker() {
    let rule = "The callback runs outside the lock: it may ask the breaker, and sees the state \
                in which that is, told or not.";
    let seen = Told::default();
    let sees = seen.clone();
    let look = move |breaker: &Breaker, _: Change| sees.note(word(breaker.state()).to_owned());
    check(rule, "the callback asks state()", look, move |lab| {
        lab.ends(0, false, &[OPENED]);
        lab.calls.expect("what the callback saw", "open", || seen.take());
        lab.admits(1000, true, &[HALF_OPENED]);
        lab.calls.expect("what the callback saw", "half-open", || seen.take());
    });
    // What it has changed itself it sees as well, although that is still to be told.
    let seen = Told::default();
    let sees = seen.clone();
    let probes = move |breaker: &Breaker, change: Change| {
        if change.to == State::Open {
            breaker.admits(LATER_MS);
            sees.note(word(breaker.state()).to_owned());
        }
    };
    check(
        rule,
        "told of open, the callback calls admits, and then asks state()",
        probes,
        move |lab| {
            lab.ends(0, false, &[OPENED, HALF_OPENED]);
            lab.calls.expect("what the callback saw", "half-open", || seen.take());
        },
    );
}

// A callback that is told of the opening sends a probe of its own at once, and says
// how it went: two more changes, made while it runs. They wait until it has returned,
// and are told in their order, all of them.
#[test]
fn what_the_callback_changes_is_told_after_it_returned() {
    let rule = "A callback never runs inside of another. What it changes itself is queued, and is \
                told after it has returned, in the order in which it happened.";
    let heal = |breaker: &Breaker, change: Change| {
        if change.to == State::Open {
            breaker.admits(LATER_MS);
            breaker.ended(LATER_MS, true);
        }
    };
    check(rule, "told of open, the callback makes a call, and it goes well", heal, |lab| {
        lab.ends(0, false, &[OPENED, HALF_OPENED, CLOSED]);
        lab.is(State::Closed);
        lab.ends(6000, false, &[OPENED, HALF_OPENED, CLOSED]);
    });
    // One change a callback; the last one changes nothing.
    let step_by_step = |breaker: &Breaker, change: Change| match change.to {
        State::Open => {
            breaker.admits(LATER_MS);
        }
        State::HalfOpen => breaker.ended(LATER_MS, true),
        State::Closed => {}
    };
    check(rule, "the callback makes the next change", step_by_step, |lab| {
        lab.ends(0, false, &[OPENED, HALF_OPENED, CLOSED]);
        lab.ends(6000, false, &[OPENED, HALF_OPENED, CLOSED]);
    });
}

// The same with two thousand changes at once: the first callback lets a thousand probes
// fail.
#[test]
fn a_long_queue_is_told_to_its_end() {
    let rule = "However many changes are queued while a callback runs, all of them are told, in \
                their order.";
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        let begun = AtomicBool::new(false);
        let a_thousand = move |breaker: &Breaker, _: Change| {
            if begun.swap(true, Ordering::SeqCst) {
                return;
            }
            for now_ms in (1..=1000).map(|round| round * 1000) {
                breaker.admits(now_ms);
                breaker.ended(now_ms, false);
            }
        };
        let lab = Lab::new("", 1, &inside, "", a_thousand);
        let expected = [HALF_OPENED, REOPENED].repeat(1000);
        let expected = list(&[[OPENED].as_slice(), &expected].concat());
        let name = "ended(0, false), whose callback lets 1000 probes fail";
        lab.expect(name, "told: all 2001 changes in order", || {
            lab.breaker.ended(0, false);
            in_short(&lab.told.take(), &expected)
        });
    });
}

/// A long list of changes: whether it is as expected, or else the first that is not.
fn in_short(told: &str, expected: &str) -> String {
    if told == expected {
        return "told: all 2001 changes in order".to_owned();
    }
    let told: Vec<&str> = told.split(", then ").collect();
    let expected: Vec<&str> = expected.split(", then ").collect();
    let same = told.iter().zip(&expected).take_while(|(told, expected)| told == expected).count();
    let at = |list: &[&str]| list.get(same).map_or("nothing more".to_owned(), |&it| it.to_owned());
    let number = same + 1;
    format!(
        "told: {}; number {number} is {}, and should be {}",
        counted(told.len(), "change", "changes"),
        at(&told),
        at(&expected)
    )
}

// While the callback runs (it writes to a log, over a network), others go on calling.
// None of them waits for it; and what they change is told in its turn, not at the same
// time.
#[test]
fn other_threads_are_served_while_somebody_is_told() {
    let rule = "While a callback runs, other threads use the breaker and do not wait for it. What \
                they change is queued for the thread that is telling.";
    let other = |breaker: &Breaker, change: Change| {
        if change.to != State::Open {
            return;
        }
        // Joined here: a thread that waits for the callback never comes back.
        thread::scope(|scope| {
            let other = scope.spawn(|| (breaker.state(), breaker.admits(LATER_MS)));
            let (state, admitted) = other.join().expect("the other thread");
            assert!(state == State::Open && admitted, "the other thread saw {state:?}");
        });
    };
    check(
        rule,
        "told of open, the callback waits for a thread that calls state() and admits()",
        other,
        |lab| {
            lab.ends(0, false, &[OPENED, HALF_OPENED]);
            lab.is(State::HalfOpen);
            lab.ends(LATER_MS, true, &[CLOSED]);
        },
    );
}

// Callbacks are other people's code. If one panics, whoever made the change sees the
// panic; and whoever comes later is told what he is owed. It may be the first of a turn
// that panics, with another change in the queue, or the last.
#[test]
fn a_callback_that_panics_silences_nobody() {
    panics_when_told_of(State::Open);
    panics_when_told_of(State::HalfOpen);
    for change in [OPENED, HALF_OPENED, REOPENED, CLOSED] {
        panics_each_time_at(change);
    }
}

/// A call, how it reads, and the change that it makes.
type Step = (&'static str, fn(&Breaker), &'static str);

/// Nothing is queued. The callback panics at this change, be it `ended` that made it
/// or `admits`; everything else is told as if it had not.
fn panics_each_time_at(at: &'static str) {
    let rule = "A panic of the callback goes on to the caller, whether that called `ended` or \
                `admits`. What happens later is still told.";
    let panics = move |_: &Breaker, change: Change| {
        if say(change) == at {
            resume_unwind(Box::new(ON_PURPOSE));
        }
    };
    let steps: [Step; 6] = [
        ("ended(0, false)", |breaker| breaker.ended(0, false), OPENED),
        ("admits(1000)", |breaker| _ = breaker.admits(1000), HALF_OPENED),
        ("ended(1001, false)", |breaker| breaker.ended(1001, false), REOPENED),
        ("admits(2001)", |breaker| _ = breaker.admits(2001), HALF_OPENED),
        ("ended(2002, true)", |breaker| breaker.ended(2002, true), CLOSED),
        ("ended(2003, false)", |breaker| breaker.ended(2003, false), OPENED),
    ];
    check(rule, "", panics, move |lab| {
        for (name, call, change) in steps {
            lab.meets(name, call, change, change == at);
        }
    });
}

/// Told of the opening, the callback becomes the probe; told of the state `at`, it
/// panics.
fn panics_when_told_of(at: State) {
    let rule = "A panic of the callback goes on to the caller. What happens later is still told, \
                and what was queued is told before it.";
    let panics = move |breaker: &Breaker, change: Change| {
        if change.to == State::Open {
            breaker.admits(LATER_MS);
        }
        if change.to == at {
            // As `panic_any` does, but without a word on stderr: the first panic there is
            // what a page shows.
            resume_unwind(Box::new(ON_PURPOSE));
        }
    };
    check(rule, "", panics, move |lab| {
        let heard = Told::default();
        let when = if at == State::Open { "then panics" } else { "panics at the next change" };
        let made =
            format!("ended(0, false), whose callback, told of open, calls admits, and {when}");
        lab.calls.expect(&made, &format!("panicked: {ON_PURPOSE}"), || {
            let went = or_panicked(|| {
                lab.breaker.ended(0, false);
                "it returned".to_owned()
            });
            heard.note(lab.told.take());
            went
        });
        lab.is(State::HalfOpen);
        let name = "ended(1000000, true), and all that was told so far";
        lab.expect(name, &list(&[OPENED, HALF_OPENED, CLOSED]), || {
            lab.breaker.ended(LATER_MS, true);
            heard.note(lab.told.take());
            heard.take().replace(", then nothing", "")
        });
    });
}

// A service has a breaker for each of its dependencies. When one of them opens,
// its callback calls another; that one tells its own changes, and waits for nobody.
#[test]
fn two_breakers_tell_their_own_changes() {
    let rule = "Each breaker tells its own changes, whatever another one is telling.";
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        let b = Lab::new("b.", 1, &inside, "", |_, _| {});
        let (breaker, told, heard) = (Arc::clone(&b.breaker), b.told.clone(), Told::default());
        let hears = heard.clone();
        let a =
            Lab::new("a.", 1, &inside, "the callback calls b.ended(0, false)", move |_, change| {
                if change.to == State::Open {
                    breaker.ended(0, false);
                    hears.note(told.take());
                }
            });
        a.ends(0, false, &[OPENED]);
        inside.expect("when b.ended(0, false) returned, b had told", OPENED, || heard.take());
        b.admits(1000, true, &[HALF_OPENED]);
        a.admits(1000, true, &[HALF_OPENED]);
        b.ends(1001, true, &[CLOSED]);
        a.ends(1001, true, &[CLOSED]);
    });
}
