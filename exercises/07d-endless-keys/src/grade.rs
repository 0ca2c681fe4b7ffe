// The grader, in learning order. A token comes each 100 ms, a bucket holds 3.

use std::time::Duration;

use clock::Moment;
use simulation::{Calls, within};

use super::answer::Limiter;

const LIMIT: Duration = Duration::from_secs(2);

// Two keys and four places: everybody has what it is used to.
#[test]
fn a_key_with_a_place_has_a_bucket_of_its_own() {
    check("A key with a place has a bucket of its own.", 4, |desk| {
        for _ in 0..3 {
            desk.takes(1, 0, Ok(()));
        }
        desk.takes(1, 0, Err(100));
        desk.takes(2, 0, Ok(()));
        desk.takes(1, 99, Err(100));
        desk.takes(1, 100, Ok(()));
        desk.takes(2, 100, Ok(()));
        desk.is("keys()", 2);
        desk.is("overflowed()", 0);
    });
}

// Two places, and two hundred keys that come one after the other, once each. When one
// comes, the last but one is full again.
#[test]
fn the_table_holds_no_more_keys_than_it_may() {
    check("No more keys than places are in the table.", 2, |desk| {
        for key in 0..200 {
            desk.takes(key, u64::from(key) * 60, Ok(()));
            if key % 50 == 49 {
                desk.is("keys()", 2);
            }
        }
    });
    // Three hundred places are all places, and these keys differ in their upper bits only.
    check("As many keys as there are places have a bucket of their own.", 300, |desk| {
        let keys = || (0..300).map(|key| key << 20);
        for _ in 0..3 {
            desk.each_takes("300 keys once each", keys(), 0, 300);
        }
        desk.each_takes("the same 300 keys once each", keys(), 0, 0);
        desk.is("keys()", 300);
        desk.is("overflowed()", 0);
    });
}

// One place. Key 1 used a token at 0, so it is full again at 100 ms, and then it
// cannot be told from one that was never here.
#[test]
fn a_new_key_takes_the_place_of_one_that_is_full() {
    check("From the moment at which a key is full, a new key may have its place.", 1, |desk| {
        desk.takes(1, 0, Ok(()));
        for _ in 0..3 {
            desk.takes(2, 100, Ok(()));
        }
        desk.takes(2, 100, Err(200));
        desk.is("overflowed()", 0);
        // Key 1 has no place now, and the overflow is full.
        for _ in 0..3 {
            desk.takes(1, 100, Ok(()));
        }
        desk.is("overflowed()", 3);
        desk.is("keys()", 1);
    });
    // Three places. The key in the middle is full at 100 ms, those beside it at 300.
    check("A new key takes the place of the one that is full, wherever that is.", 3, |desk| {
        for key in [1, 9] {
            for _ in 0..3 {
                desk.takes(key, 0, Ok(()));
            }
        }
        desk.takes(5, 0, Ok(()));
        for _ in 0..3 {
            desk.takes(7, 100, Ok(()));
        }
        desk.takes(7, 100, Err(200));
        desk.is("overflowed()", 0);
        for key in [1, 9] {
            desk.takes(key, 100, Ok(()));
            desk.takes(key, 100, Err(200));
        }
        desk.is("keys()", 3);
    });
}

// The customer has used up its tokens. Whoever else comes, it is not forgotten: it
// would come back full.
#[test]
fn a_key_that_owes_something_keeps_its_place() {
    let rule = "A key keeps its place as long as its bucket is not full; whoever finds no place is \
                served from the overflow.";
    check(rule, 1, |desk| {
        for _ in 0..3 {
            desk.takes(1, 0, Ok(()));
        }
        desk.takes(2, 0, Ok(()));
        desk.takes(1, 0, Err(100));
        desk.takes(3, 99, Ok(()));
        desk.takes(1, 99, Err(100));
        // Full at 300 ms, not at 299.
        desk.takes(4, 299, Ok(()));
        desk.is("overflowed()", 3);
        desk.takes(1, 299, Ok(()));
        desk.takes(1, 299, Ok(()));
        desk.takes(1, 299, Err(300));
    });
}

// Four customers, four places. A hundred new addresses get together what one of
// them would get alone.
#[test]
fn all_who_find_no_place_share_one_bucket() {
    check("All keys without a place share one bucket, and it is counted.", 4, |desk| {
        for key in 1..=4 {
            desk.takes(key, 0, Ok(()));
        }
        desk.each_takes("try_take(100 … 199", 100..200, 0, 3);
        desk.is("overflowed()", 3);
        desk.is("keys()", 4);
        for key in 1..=4 {
            desk.takes(key, 0, Ok(()));
        }
    });
}

// A customer who is over its limit is over its limit, although the overflow has a
// token for a stranger.
#[test]
fn those_with_a_place_never_use_the_overflow() {
    check("A key that has a place uses its own bucket, also when that is empty.", 1, |desk| {
        for _ in 0..3 {
            desk.takes(1, 0, Ok(()));
        }
        desk.takes(1, 0, Err(100));
        desk.takes(1, 0, Err(100));
        desk.is("overflowed()", 0);
        desk.takes(2, 0, Ok(()));
    });
}

// The overflow is a bucket like any other: three at once, one each 100 ms, and
// whoever is refused is told the moment, whatever its name is.
#[test]
fn the_overflow_refills_like_any_bucket() {
    check("The overflow has the same limit as every bucket.", 1, |desk| {
        for _ in 0..3 {
            desk.takes(1, 0, Ok(()));
        }
        desk.takes(2, 0, Ok(()));
        desk.takes(3, 0, Ok(()));
        desk.takes(4, 0, Ok(()));
        desk.takes(5, 0, Err(100));
        desk.takes(2, 99, Err(100));
        desk.takes(1, 100, Ok(()));
        desk.takes(6, 100, Ok(()));
        desk.takes(7, 100, Err(200));
        desk.takes(1, 200, Ok(()));
        desk.takes(5, 200, Ok(()));
        desk.is("overflowed()", 5);
    });
}

// Whoever is refused was never here. It does not push anybody out, it gets no place, and
// it is no request that the overflow let through.
#[test]
fn a_refusal_takes_no_place_and_is_not_counted() {
    check("A refusal changes nothing.", 1, |desk| {
        desk.takes(1, 0, Ok(()));
        for key in [2, 3, 4] {
            desk.takes(key, 99, Ok(()));
        }
        desk.takes(5, 99, Err(199));
        desk.is("overflowed()", 3);
        // Key 1 is full now and could be forgotten, but the overflow is empty: nobody
        // needs the place.
        desk.takes(5, 100, Err(199));
        for _ in 0..3 {
            desk.takes(1, 100, Ok(()));
        }
        desk.takes(1, 100, Err(200));
        desk.is("keys()", 1);
        desk.is("overflowed()", 3);
    });
}

// Key 2 took three tokens out of the overflow. Then a place is free for it, and it
// gets it; but three tokens are gone, wherever it stands.
#[test]
fn who_gets_a_place_brings_along_what_the_overflow_owes() {
    check("A key that gets a place begins with what the overflow holds.", 1, |desk| {
        desk.takes(1, 0, Ok(()));
        for _ in 0..3 {
            desk.takes(2, 0, Ok(()));
        }
        // Key 1 is full, and key 2 has the one token that 100 ms bring.
        desk.takes(2, 100, Ok(()));
        desk.takes(2, 100, Err(200));
        desk.is("overflowed()", 3);
        desk.takes(2, 400, Ok(()));
        desk.takes(2, 400, Ok(()));
        desk.takes(2, 400, Ok(()));
        desk.takes(2, 400, Err(500));
    });
    // At 200 ms the overflow has one token. Key 5 gets a place; what those have who stay
    // behind is one token, as before.
    check("Who gets a place brings nothing to those who have none.", 1, |desk| {
        desk.takes(1, 0, Ok(()));
        for key in [2, 3, 4] {
            desk.takes(key, 99, Ok(()));
        }
        desk.takes(5, 200, Ok(()));
        desk.takes(6, 200, Ok(()));
        desk.takes(7, 200, Err(299));
        desk.is("overflowed()", 4);
    });
}

// A second of a botnet: each ms a new address, four places. One bucket for each place
// and one for the rest give 3 at once and 10 a second each, and that is the bound.
#[test]
fn nobody_gains_by_inventing_keys() {
    let rule = "Four places and the overflow: at most 5 × (3 + 10) requests in the first second.";
    check(rule, 4, |desk| {
        let limiter = &mut desk.limiter;
        let name = "try_take(a new key each ms), for 1000 ms";
        desk.calls.expect(name, "at most 65 passed", || {
            let asks = (0..=1000_u32)
                .filter(|&ms| limiter.try_take(ms + 100, Moment::from_millis(ms.into())).is_ok());
            let passed = asks.count();
            if passed <= 65 { "at most 65 passed".into() } else { format!("{passed} passed") }
        });
        desk.is("keys()", 4);
    });
}

/// A limiter that is asked by hand, and what it was asked.
struct Desk {
    limiter: Limiter,
    calls: Calls,
}

/// Does `story` to a new limiter with so many places.
#[track_caller]
fn check(rule: &'static str, places: usize, story: fn(&mut Desk)) {
    // Kept out here too: so it can say which call never came back.
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        inside.note(&format!("Limiter::new(100 ms, burst 3, places {places})"), String::new);
        let limiter = Limiter::new(Duration::from_millis(100), 3, places);
        story(&mut Desk { limiter, calls: inside });
    });
}

impl Desk {
    /// One request; if it is refused, until when, in ms.
    #[track_caller]
    fn takes(&mut self, key: u32, at_ms: u64, expected: Result<(), u64>) {
        let words = |result| match result {
            Ok(()) => "Ok".to_owned(),
            Err(at) => format!("Err: again at {at}"),
        };
        let now = Moment::from_millis(at_ms);
        let name = format!("try_take({key}, now {now})");
        let limiter = &mut self.limiter;
        let expected = words(expected.map_err(Moment::from_millis));
        self.calls.expect(&name, &expected, || words(limiter.try_take(key, now)));
    }

    /// Each of these keys once, at one moment; so many of them pass.
    #[track_caller]
    fn each_takes(&mut self, who: &str, keys: impl Iterator<Item = u32>, at_ms: u64, pass: usize) {
        let now = Moment::from_millis(at_ms);
        let name = format!("{who}, now {now})");
        let limiter = &mut self.limiter;
        self.calls.expect(&name, &format!("Ok {pass} times"), || {
            let ok = keys.filter(|&key| limiter.try_take(key, now).is_ok()).count();
            format!("Ok {ok} times")
        });
    }

    #[track_caller]
    fn is(&mut self, reading: &str, expected: u64) {
        let limiter = &self.limiter;
        self.calls.expect(reading, &expected.to_string(), || match reading {
            "keys()" => limiter.keys().to_string(),
            _ => limiter.overflowed().to_string(),
        });
    }
}
