// The grader, in learning order. A token comes each second.

use std::time::Duration;

use clock::Moment;
use simulation::{Calls, Rng, within};

use super::answer::Limiter;

const LIMIT: Duration = Duration::from_secs(2);

// The limiter without its sweep. This passed from the start, and it still must.
#[test]
fn without_a_sweep_each_key_has_its_bucket() {
    check("Each key has a burst, and then a token each second.", 2, |desk| {
        desk.takes(1, 0, Ok(()));
        desk.takes(1, 0, Ok(()));
        desk.takes(1, 0, Err(1000));
        desk.takes(2, 0, Ok(()));
        desk.takes(1, 999, Err(1000));
        desk.takes(1, 1000, Ok(()));
        desk.takes(1, 1000, Err(2000));
        desk.keys(2);
    });
    // Each of these is 1 in its lowest 8 or 16 bits.
    check("A key is all of its 32 bits.", 1, |desk| {
        for key in [1, 0x101, 0x1_0001, 0x8000_0001] {
            desk.takes(key, 0, Ok(()));
            desk.takes(key, 0, Err(1000));
        }
        desk.keys(4);
    });
}

// The story. One attempt, a sweep a millisecond later, and another attempt. The
// bucket is empty; to forget it is to fill it.
#[test]
fn a_key_that_waits_for_its_token_survives_a_sweep() {
    check("A key is forgotten only when its bucket is full.", 1, |desk| {
        desk.takes(1, 0, Ok(()));
        desk.sweep(1);
        desk.takes(1, 1, Err(1000));
        desk.sweep(500);
        desk.takes(1, 500, Err(1000));
    });
}

// A bucket of five of which one is missing is nearly full, and a nanosecond before
// its time it is very nearly full. Neither is full.
#[test]
fn a_bucket_that_lacks_a_little_is_kept() {
    check("A key is forgotten when its bucket is full, not a nanosecond earlier.", 5, |desk| {
        desk.takes(1, 0, Ok(()));
        desk.sweep(1);
        desk.keys(1);
        desk.sweep_at(Moment::from_nanos(999_999_999));
        desk.keys(1);
        for _ in 0..4 {
            desk.takes(1, 999, Ok(()));
        }
        desk.takes(1, 999, Err(1000));
        // Five are missing now.
        desk.sweep(2000);
        desk.sweep_at(Moment::from_nanos(4_999_999_999));
        desk.keys(1);
    });
    // Full between two microseconds.
    check("A key is forgotten when its bucket is full, not a nanosecond earlier.", 1, |desk| {
        desk.takes_at(1, Moment::from_nanos(500));
        desk.sweep_at(Moment::from_nanos(1_000_000_499));
        desk.keys(1);
        desk.sweep_at(Moment::from_nanos(1_000_000_500));
        desk.keys(0);
    });
}

// At the very moment at which it is full it may go, whether one token was missing
// or five were. What is never forgotten fills the memory.
#[test]
fn a_bucket_that_is_full_is_forgotten() {
    check("From the moment at which its bucket is full, a sweep forgets the key.", 1, |desk| {
        desk.takes(1, 0, Ok(()));
        desk.sweep(1000);
        desk.keys(0);
        desk.takes(1, 1000, Ok(()));
        desk.takes(1, 1000, Err(2000));
        desk.sweep(60_000);
        desk.keys(0);
    });
    check("From the moment at which its bucket is full, a sweep forgets the key.", 5, |desk| {
        for _ in 0..5 {
            desk.takes(1, 0, Ok(()));
        }
        desk.takes(2, 2500, Ok(()));
        desk.sweep(3500);
        desk.keys(1);
        desk.sweep(5000);
        desk.keys(0);
    });
}

// Four keys, of which the second and the fourth are full. A sweep takes these two,
// wherever they stand in the map.
#[test]
fn a_sweep_looks_at_each_key() {
    check("A sweep forgets all those that are full, and nobody else.", 2, |desk| {
        desk.takes(2, 0, Ok(()));
        desk.takes(4, 0, Ok(()));
        desk.takes(1, 500, Ok(()));
        desk.takes(3, 500, Ok(()));
        desk.takes(3, 500, Ok(()));
        desk.sweep(1000);
        desk.keys(2);
        desk.takes(1, 1000, Ok(()));
        desk.takes(1, 1000, Err(1500));
        desk.takes(3, 1000, Err(1500));
        desk.sweep(2500);
        desk.keys(0);
    });
    // Many at once: what one sweep leaves behind for the next grows when keys come faster.
    check("One sweep forgets all those that are full.", 1, |desk| {
        desk.each_takes(0..1000, 0);
        desk.each_takes(1000..2000, 500);
        desk.keys(2000);
        desk.sweep(1000);
        desk.keys(1000);
        desk.sweep(1500);
        desk.keys(0);
    });
}

// Whoever comes back after it was forgotten is a stranger: it has its burst.
#[test]
fn a_key_that_was_forgotten_comes_back_full_and_no_fuller() {
    check("A key that was forgotten comes back with a full bucket, and no fuller.", 3, |desk| {
        desk.takes(1, 0, Ok(()));
        desk.sweep(100_000);
        desk.keys(0);
        for _ in 0..3 {
            desk.takes(1, 100_000, Ok(()));
        }
        desk.takes(1, 100_000, Err(101_000));
        desk.keys(1);
    });
}

// Machines set their clocks back. A sweep that sees an earlier time knows less, and
// not more, about who is full.
#[test]
fn a_clock_that_goes_back_makes_nobody_full() {
    check("A clock that goes back makes nobody full.", 1, |desk| {
        desk.takes(1, 10_000, Ok(()));
        desk.sweep(0);
        desk.keys(1);
        desk.sweep(9999);
        desk.takes(1, 10_000, Err(11_000));
        desk.sweep(11_000);
        desk.keys(0);
    });
}

// Two limiters and the same thousand requests at odd moments. One of them is swept
// before every request, the other never; nobody who asks can tell which is which.
#[test]
fn nobody_notices_how_often_it_is_swept() {
    let rule =
        "As long as the clock goes forward a sweep changes no answer, however often it comes.";
    check(rule, 3, |desk| {
        let mut never = Limiter::new(Duration::from_secs(1), 3);
        let mut rng = Rng::new(7);
        let mut now_ns = 0;
        for _ in 0..1000 {
            now_ns += rng.below(400_000_000);
            let now = Moment::from_nanos(now_ns);
            let key = u32::try_from(rng.below(4)).expect("four keys");
            let unswept = words(never.try_take(key, now));
            desk.limiter.sweep(now);
            let name = format!("sweep(now {now}), try_take({key}, now {now})");
            let limiter = &mut desk.limiter;
            desk.calls.expect(&name, &unswept, || words(limiter.try_take(key, now)));
        }
    });
}

fn words(result: Result<(), Moment>) -> String {
    match result {
        Ok(()) => "Ok".to_owned(),
        Err(at) => format!("Err: again at {at}"),
    }
}

/// A limiter that is asked by hand, and what it was asked.
struct Desk {
    limiter: Limiter,
    calls: Calls,
}

/// Does `story` to a new limiter with this burst.
#[track_caller]
fn check(rule: &'static str, burst: u32, story: fn(&mut Desk)) {
    // Kept out here too: so it can say which call never came back.
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        inside.note(&format!("Limiter::new(1000 ms, burst {burst})"), String::new);
        let limiter = Limiter::new(Duration::from_secs(1), burst);
        story(&mut Desk { limiter, calls: inside });
    });
}

impl Desk {
    /// One request; if it is refused, until when, in ms.
    #[track_caller]
    fn takes(&mut self, key: u32, at_ms: u64, expected: Result<(), u64>) {
        let now = Moment::from_millis(at_ms);
        let expected = words(expected.map_err(Moment::from_millis));
        let limiter = &mut self.limiter;
        let name = format!("try_take({key}, now {now})");
        self.calls.expect(&name, &expected, || words(limiter.try_take(key, now)));
    }

    /// One request, which passes.
    #[track_caller]
    fn takes_at(&mut self, key: u32, now: Moment) {
        let limiter = &mut self.limiter;
        let name = format!("try_take({key}, now {now})");
        self.calls.expect(&name, "Ok", || words(limiter.try_take(key, now)));
    }

    /// One request of each of these keys; all of them pass.
    #[track_caller]
    fn each_takes(&mut self, keys: std::ops::Range<u32>, at_ms: u64) {
        let now = Moment::from_millis(at_ms);
        let name = format!("try_take({} … {}, now {now})", keys.start, keys.end - 1);
        let limiter = &mut self.limiter;
        self.calls.expect(&name, &format!("Ok {} times", keys.len()), || {
            let ok = keys.filter(|&key| limiter.try_take(key, now).is_ok());
            format!("Ok {} times", ok.count())
        });
    }

    fn sweep(&mut self, at_ms: u64) {
        self.sweep_at(Moment::from_millis(at_ms));
    }

    fn sweep_at(&mut self, now: Moment) {
        let limiter = &mut self.limiter;
        self.calls.note(&format!("sweep(now {now})"), || {
            limiter.sweep(now);
            String::new()
        });
    }

    #[track_caller]
    fn keys(&mut self, expected: usize) {
        let limiter = &self.limiter;
        self.calls.expect("keys()", &expected.to_string(), || limiter.keys().to_string());
    }
}
