// The grader, first half: one thread, in learning order.

use std::time::Duration;

use clock::Moment;
use simulation::{Calls, within};

use super::answer::{Bucket, Limiter, Refused};

const LIMIT: Duration = Duration::from_secs(2);
const REFUNDS: usize = 0;
const PAYMENTS: usize = 1;

// A request that both limits let through is charged to both, and to no other route.
#[test]
fn a_request_takes_from_its_route_and_from_the_group() {
    let rule = "A request takes its tokens from its route and from the group.";
    check(rule, Shop::per_minute(), |desk| {
        desk.takes(REFUNDS, 1, 0, Ok(()));
        desk.left(0, "refunds 2, payments 2, group 9");
        desk.takes(PAYMENTS, 1, 0, Ok(()));
        desk.left(0, "refunds 2, payments 1, group 8");
    });
}

// The story. Five refunds, of which the route lets three through: the two others
// were never made, so nobody pays for them.
#[test]
fn a_refusal_by_the_route_takes_nothing_from_the_group() {
    let rule = "Whoever is refused by the route takes nothing from the group.";
    check(rule, Shop::per_minute(), |desk| {
        for _ in 0..3 {
            desk.takes(REFUNDS, 1, 0, Ok(()));
        }
        desk.takes(REFUNDS, 1, 0, Err(Refused::Until(ms(20_000))));
        desk.takes(REFUNDS, 1, 0, Err(Refused::Until(ms(20_000))));
        desk.left(0, "refunds 0, payments 2, group 7");
    });
}

// The other way round: the group is empty, and a route that it guards keeps what
// it has.
#[test]
fn a_refusal_by_the_group_takes_nothing_from_the_route() {
    let rule = "Whoever is refused by the group takes nothing from the route.";
    check(rule, Shop::small_group(), |desk| {
        desk.takes(REFUNDS, 1, 0, Ok(()));
        desk.takes(PAYMENTS, 1, 0, Ok(()));
        desk.takes(REFUNDS, 1, 0, Err(Refused::Until(ms(6000))));
        desk.takes(PAYMENTS, 1, 0, Err(Refused::Until(ms(6000))));
        desk.left(0, "refunds 2, payments 1, group 0");
        desk.takes(REFUNDS, 1, 6000, Ok(()));
        desk.left(6000, "refunds 1, payments 1, group 0");
    });
}

// Both are empty. The route has a token again at 20 s and the group at 6 s, and
// then the other way round. Whoever comes at the earlier moment comes in vain.
#[test]
fn the_longer_of_two_waits_is_told() {
    let rule = "Where both refuse, the later moment is told; then the request passes.";
    let route = Bucket::full(Duration::from_secs(20), 1);
    let group = Bucket::full(Duration::from_secs(6), 1);
    for shop in [Shop { routes: [route; 2], group }, Shop { routes: [group; 2], group: route }] {
        check(rule, shop, |desk| {
            desk.takes(REFUNDS, 1, 0, Ok(()));
            desk.takes(REFUNDS, 1, 0, Err(Refused::Until(ms(20_000))));
            desk.takes(REFUNDS, 1, 6000, Err(Refused::Until(ms(20_000))));
            desk.takes(REFUNDS, 1, 19_999, Err(Refused::Until(ms(20_000))));
            desk.takes(REFUNDS, 1, 20_000, Ok(()));
        });
    }
}

// Four at once from a bucket of three: no wait helps, and it does not matter what
// the other bucket would say.
#[test]
fn what_never_fits_is_told_rather_than_a_wait() {
    let rule = "More than a bucket can hold is TooMany, whatever the other bucket says.";
    check(rule, Shop::per_minute(), |desk| {
        desk.takes(REFUNDS, 4, 0, Err(Refused::TooMany));
        desk.left(0, "refunds 3, payments 2, group 10");
        for _ in 0..3 {
            desk.takes(REFUNDS, 1, 0, Ok(()));
        }
        desk.takes(REFUNDS, 4, 0, Err(Refused::TooMany));
        desk.takes(PAYMENTS, 2, 0, Ok(()));
        desk.takes(PAYMENTS, 2, 0, Err(Refused::Until(ms(60_000))));
        // The route can never give six, the group could in 6 s: it holds five.
        desk.takes(REFUNDS, 6, 0, Err(Refused::TooMany));
    });
    check(rule, Shop::small_group(), |desk| {
        desk.takes(REFUNDS, 3, 0, Err(Refused::TooMany));
        desk.takes(REFUNDS, 2, 0, Ok(()));
        desk.takes(REFUNDS, 2, 0, Err(Refused::Until(ms(20_000))));
        // The group can never give three, the route cannot now.
        desk.takes(REFUNDS, 3, 0, Err(Refused::TooMany));
        desk.left(0, "refunds 1, payments 2, group 0");
    });
}

// Two at once are two tokens of both. None at all is always there.
#[test]
fn several_at_once_are_taken_from_both() {
    let rule = "A request for n takes n tokens from its route and n from the group.";
    check(rule, Shop::per_minute(), |desk| {
        desk.takes(REFUNDS, 2, 0, Ok(()));
        desk.left(0, "refunds 1, payments 2, group 8");
        desk.takes(REFUNDS, 2, 0, Err(Refused::Until(ms(20_000))));
        desk.left(0, "refunds 1, payments 2, group 8");
        desk.takes(REFUNDS, 1, 0, Ok(()));
        desk.takes(REFUNDS, 0, 0, Ok(()));
        desk.left(0, "refunds 0, payments 2, group 7");
    });
}

/// The limits of a shop.
#[derive(Clone, Copy)]
struct Shop {
    routes: [Bucket; 2],
    group: Bucket,
}

impl Shop {
    /// Refunds 3 a minute, payments 2 a minute, the group 10 a minute.
    fn per_minute() -> Self {
        Self { routes: [bucket(20, 3), bucket(30, 2)], group: bucket(6, 10) }
    }

    /// The same with a group that holds 2.
    fn small_group() -> Self {
        Self { group: bucket(6, 2), ..Self::per_minute() }
    }
}

fn bucket(period_s: u64, burst: u32) -> Bucket {
    Bucket::full(Duration::from_secs(period_s), burst)
}

const fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

/// A limiter that is asked by hand, and what it was asked.
struct Desk {
    limiter: Limiter,
    calls: Calls,
}

/// Does `story` to a new limiter.
#[track_caller]
fn check(rule: &'static str, shop: Shop, story: fn(&Desk)) {
    // Kept out here too: so it can say which call never came back.
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        story(&Desk { limiter: Limiter::new(shop.routes, shop.group), calls: inside });
    });
}

impl Desk {
    #[track_caller]
    fn takes(&self, route: usize, n: u32, at_ms: u64, expected: Result<(), Refused>) {
        let words = |result| match result {
            Ok(()) => "Ok".to_owned(),
            Err(Refused::Until(at)) => format!("Err: Until {at}"),
            Err(Refused::TooMany) => "Err: TooMany".to_owned(),
        };
        let now = ms(at_ms);
        let name = ["refunds", "payments"][route];
        let name = format!("try_take({name}, {n}, now {now})");
        let call = || words(self.limiter.try_take(route, n, now));
        self.calls.expect(&name, &words(expected), call);
    }

    #[track_caller]
    fn left(&self, at_ms: u64, expected: &str) {
        let now = ms(at_ms);
        self.calls.expect(&format!("left(now {now})"), expected, || {
            let [refunds, payments, group] = self.limiter.left(now);
            format!("refunds {refunds}, payments {payments}, group {group}")
        });
    }
}
