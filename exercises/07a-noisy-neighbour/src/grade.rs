// The grader, in learning order. A tenant gets a token each 100 ms and holds 3.

use std::time::Duration;

use clock::Moment;
use simulation::{Calls, within};

use super::answer::Limiter;

const LIMIT: Duration = Duration::from_secs(2);

// One tenant alone: three at once, and then one each 100 ms. The bucket that you
// were given does this; it only has to be found again.
#[test]
fn a_tenant_has_its_burst_and_then_its_rate() {
    by_hand("A tenant has a burst of 3, and then a token each 100 ms.", |desk| {
        for _ in 0..3 {
            desk.asks(Some("acme"), 0, Ok(()));
        }
        desk.asks(Some("acme"), 0, Err(100));
        desk.asks(Some("acme"), 99, Err(100));
        desk.asks(Some("acme"), 100, Ok(()));
        desk.asks(Some("acme"), 100, Err(200));
    });
}

// Acme sends fifty at once. Bolt comes at the same moment, and Atlas a little
// later; for both of them it is a quiet day.
#[test]
fn a_noisy_tenant_takes_nothing_from_the_others() {
    by_hand("What one tenant does takes nothing from another.", |desk| {
        desk.floods("acme", 0, 50, 3);
        desk.asks(Some("bolt"), 0, Ok(()));
        desk.floods("acme", 20, 50, 0);
        desk.asks(Some("bolt"), 30, Ok(()));
        desk.asks(Some("bolt"), 30, Ok(()));
        desk.floods("atlas", 50, 3, 3);
    });
}

// They come in turn. Whoever comes again finds what it left, however many others
// were there in between, and a refusal in between changes nothing.
#[test]
fn each_tenant_finds_its_bucket_as_it_left_it() {
    by_hand("A tenant who comes again finds its bucket as it left it.", |desk| {
        let tenants = ["acme", "bolt", "atlas"];
        for (at_ms, expected) in
            [(0, Ok(())), (1, Ok(())), (2, Ok(())), (3, Err(100)), (100, Ok(())), (101, Err(200))]
        {
            for tenant in tenants {
                desk.asks(Some(tenant), at_ms, expected);
            }
        }
    });
}

// Atlas signs up after five seconds. Its bucket is as full as everybody's was on
// their first day, and no fuller.
#[test]
fn a_tenant_who_comes_late_finds_a_full_bucket() {
    by_hand("A tenant who comes for the first time finds a full bucket: 3 tokens.", |desk| {
        desk.asks(Some("acme"), 0, Ok(()));
        for _ in 0..3 {
            desk.asks(Some("atlas"), 5000, Ok(()));
        }
        desk.asks(Some("atlas"), 5000, Err(5100));
        desk.asks(Some("atlas"), 5099, Err(5100));
        desk.asks(Some("atlas"), 5100, Ok(()));
    });
}

// Three tenants, three moments. Acme used its tokens at 0 ms and Bolt at 40 ms.
#[test]
fn each_tenant_is_told_its_own_moment() {
    by_hand("A tenant is told when its own bucket has a token.", |desk| {
        desk.drains("acme", 0);
        desk.drains("bolt", 40);
        desk.asks(Some("acme"), 70, Err(100));
        desk.asks(Some("bolt"), 70, Err(140));
        desk.asks(Some("acme"), 100, Ok(()));
        desk.asks(Some("acme"), 100, Err(200));
        desk.asks(Some("bolt"), 139, Err(140));
        desk.asks(Some("bolt"), 140, Ok(()));
    });
}

// A health check belongs to nobody. It is always let through, and it is not one
// more tenant whose tokens could run out.
#[test]
fn whoever_has_no_tenant_is_not_limited() {
    by_hand("A request without a tenant is not limited, and takes from nobody.", |desk| {
        desk.asks(Some("acme"), 0, Ok(()));
        for _ in 0..8 {
            desk.asks(None, 0, Ok(()));
        }
        desk.nobody_floods(0, 1000);
        desk.asks(Some("acme"), 0, Ok(()));
        desk.asks(Some("acme"), 0, Ok(()));
        desk.asks(Some("acme"), 0, Err(100));
        desk.asks(None, 0, Ok(()));
    });
}

// Names that are nearly the same are the names of different shops. The shop that
// has no name yet is one of them.
#[test]
fn tenants_are_told_apart_by_their_whole_name() {
    by_hand("Tenants are told apart by their whole name, to the letter.", |desk| {
        desk.drains("acme", 0);
        for other in ["Acme", "acme ", "acm", "emac", "acme-2", ""] {
            desk.drains(other, 0);
            desk.asks(Some(other), 0, Err(100));
        }
        desk.asks(Some("acme"), 0, Err(100));
    });
    // Each two of these become one if a name is cut, trimmed, or stripped of some letters.
    let names = [
        ["customers/acme-corporation/eu", "customers/acme-corporation/us"],
        ["café", "cafe"],
        ["café", "cafè"],
        ["東京", "京都"],
        [" acme", "acme"],
        ["acme\0eu", "acme\0us"],
    ];
    for [one, other] in names {
        by_hand("Tenants are told apart by their whole name, to the letter.", move |desk| {
            desk.drains(one, 0);
            desk.drains(other, 0);
            desk.asks(Some(one), 0, Err(100));
            desk.asks(Some(other), 0, Err(100));
        });
    }
}

// A thousand shops, and then all of them once more; and half as many again. Whoever was
// forgotten for want of room would have a full bucket again.
#[test]
fn a_thousand_tenants_have_a_thousand_buckets() {
    for shops in [1000, 1500] {
        by_hand("However many tenants there are, each has a bucket of its own.", move |desk| {
            let times = "three times each at 0 ms";
            desk.shops_ask(&format!("{shops} shops ask {times}"), (shops, 3), 3 * shops);
            let again = format!("the same {shops} shops ask once more at 0 ms");
            desk.shops_ask(&again, (shops, 1), 0);
        });
    }
}

/// A limiter that is asked by hand, and what it was asked.
struct Desk {
    limiter: Limiter,
    calls: Calls,
}

#[track_caller]
fn by_hand(rule: &'static str, story: impl FnOnce(&mut Desk) + Send + 'static) {
    // Kept out here too: so it can say which call never came back.
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        let limiter = Limiter::new(Duration::from_millis(100), 3);
        story(&mut Desk { limiter, calls: inside });
    });
}

impl Desk {
    /// One request; if it is refused, until when, in ms.
    #[track_caller]
    fn asks(&mut self, tenant: Option<&str>, at_ms: u64, expected: Result<(), u64>) {
        let words = |result: Result<(), Moment>| match result {
            Ok(()) => "Ok".to_owned(),
            Err(at) => format!("Err: again at {at}"),
        };
        let now = Moment::from_millis(at_ms);
        let name = format!("try_take({tenant:?}, now {now})");
        let expected = words(expected.map_err(Moment::from_millis));
        let limiter = &mut self.limiter;
        self.calls.expect(&name, &expected, || words(limiter.try_take(tenant, now)));
    }

    /// Each of so many shops, so many times; so many requests pass.
    #[track_caller]
    fn shops_ask(&mut self, name: &str, (shops, times): (u32, usize), pass: u32) {
        let limiter = &mut self.limiter;
        self.calls.expect(name, &format!("Ok {pass} times"), || {
            let asks = (0..shops).flat_map(|number| vec![format!("shop-{number}"); times]);
            let ok = asks.filter(|shop| limiter.try_take(Some(shop), Moment::ZERO).is_ok());
            format!("Ok {} times", ok.count())
        });
    }

    /// So many requests without a tenant, all of which pass.
    #[track_caller]
    fn nobody_floods(&mut self, at_ms: u64, times: u32) {
        let now = Moment::from_millis(at_ms);
        let limiter = &mut self.limiter;
        let name = format!("try_take(None, now {now}), {times} times");
        self.calls.expect(&name, &format!("Ok {times} times"), || {
            let ok = (0..times).filter(|_| limiter.try_take(None, now).is_ok());
            format!("Ok {} times", ok.count())
        });
    }

    /// All three tokens of a tenant, as one line of the text.
    #[track_caller]
    fn drains(&mut self, tenant: &str, at_ms: u64) {
        self.floods(tenant, at_ms, 3, 3);
    }

    /// So many requests at one moment, of which so many pass.
    #[track_caller]
    fn floods(&mut self, tenant: &str, at_ms: u64, times: u32, pass: u32) {
        let now = Moment::from_millis(at_ms);
        let name = format!("try_take(Some({tenant:?}), now {now}), {times} times");
        let limiter = &mut self.limiter;
        self.calls.expect(&name, &format!("Ok {pass} times"), || {
            let ok = (0..times).filter(|_| limiter.try_take(Some(tenant), now).is_ok());
            format!("Ok {} times", ok.count())
        });
    }
}
