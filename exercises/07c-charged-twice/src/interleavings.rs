// The grader, second half: two threads, in every order that there is. Each bucket
// gets a token each second, and it is 0 ms.

use std::sync::Arc;
use std::time::Duration;

use clock::Moment;
use interleavings::{explore, thread};
use simulation::within;

use super::answer::{Bucket, Limiter, Refused};

const LIMIT: Duration = Duration::from_secs(10);

/// What came of a request, as it can be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Got {
    Ok,
    /// Refused until then, in seconds.
    Until(u64),
    TooMany,
}
use Got::{TooMany, Until};

/// What both threads got, and what the two routes and the group hold in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    a: Got,
    b: Got,
    left: [u32; 3],
}

fn take(limiter: &Limiter, route: usize, n: u32) -> Got {
    match limiter.try_take(route, n, Moment::ZERO) {
        Ok(()) => Got::Ok,
        Err(Refused::Until(at)) => Until(at.as_millis() / 1000),
        Err(Refused::TooMany) => TooMany,
    }
}

/// A limiter whose routes and group hold so many.
fn limiter(route: u32, group: u32) -> Arc<Limiter> {
    let bucket = |burst| Bucket::full(Duration::from_secs(1), burst);
    Arc::new(Limiter::new([bucket(route), bucket(route)], bucket(group)))
}

/// Two threads ask for a route and a number each.
fn both(bursts: (u32, u32), a: (usize, u32), b: (usize, u32)) -> End {
    let limiter = limiter(bursts.0, bursts.1);
    let (first, second) = (Arc::clone(&limiter), Arc::clone(&limiter));
    let (a, b) = thread::both(move || take(&first, a.0, a.1), move || take(&second, b.0, b.1));
    End { a, b, left: limiter.left(Moment::ZERO) }
}

// Two routes, and the group has one token. Whoever does not get it keeps the token
// of its route.
#[test]
fn the_last_token_of_the_group_goes_to_one_route() {
    let seen = within(LIMIT, || {
        let one = |end: &End| {
            let first = end.a == Got::Ok && end.b == Until(1) && end.left == [0, 1, 0];
            let second = end.b == Got::Ok && end.a == Until(1) && end.left == [1, 0, 0];
            first || second
        };
        explore(|| both((1, 1), (0, 1), (1, 1)), one)
    });
    seen.assert_holds(
        "one route gets the last token of the group, the other keeps its own.\n\
         A: try_take(route 0, 1); B: try_take(route 1, 1). The routes hold 1 each, the group 1, and a \
         token comes each second.\n\
         #1 and #2 are the locks of the routes, #3 is the lock of the group",
    );
    seen.assert_outcomes(&[
        End { a: Got::Ok, b: Until(1), left: [0, 1, 0] },
        End { a: Until(1), b: Got::Ok, left: [1, 0, 0] },
    ]);
}

// One route with one token, two threads. Whoever is second is refused by the route, and
// the group is charged once.
#[test]
fn the_last_token_of_a_route_costs_the_group_one() {
    let seen = within(LIMIT, || {
        explore(|| both((1, 3), (0, 1), (0, 1)), |end| end.left == [0, 1, 2] && end.a != end.b)
    });
    seen.assert_holds(
        "one of the two gets the token of the route, and the group is charged once.\n\
         A and B: try_take(route 0, 1). The route holds 1, the group 3, and a token comes each \
         second.\n\
         #1 is the lock of the route, #3 is the lock of the group",
    );
    seen.assert_outcomes(&[
        End { a: Got::Ok, b: Until(1), left: [0, 1, 2] },
        End { a: Until(1), b: Got::Ok, left: [0, 1, 2] },
    ]);
}

// The first thread asks for more than its route can ever hold. The second asks for
// all that the group has, and it is there: nothing of it was ever taken.
#[test]
fn a_refusal_is_not_felt_even_for_a_moment() {
    let seen = within(LIMIT, || {
        let model = || {
            let bucket = |burst| Bucket::full(Duration::from_secs(1), burst);
            let limiter = Arc::new(Limiter::new([bucket(1), bucket(2)], bucket(2)));
            let (first, second) = (Arc::clone(&limiter), Arc::clone(&limiter));
            let (a, b) = thread::both(move || take(&first, 0, 2), move || take(&second, 1, 2));
            End { a, b, left: limiter.left(Moment::ZERO) }
        };
        explore(model, |end| end.a == TooMany && end.b == Got::Ok && end.left == [1, 0, 0])
    });
    seen.assert_holds(
        "nobody is refused because of a request that is refused itself.\n\
         A: try_take(route 0, 2), which holds 1; B: try_take(route 1, 2), which holds 2. The group \
         holds 2.\n\
         #1 and #2 are the locks of the routes, #3 is the lock of the group",
    );
    seen.assert_outcomes(&[End { a: TooMany, b: Got::Ok, left: [1, 0, 0] }]);
}

// One thread takes, the other looks. It sees what was before or what is after; and
// if the two take their locks in different orders, they wait for each other for ever.
#[test]
fn nobody_sees_one_of_two_charged() {
    let seen = within(LIMIT, || {
        let model = || {
            let limiter = limiter(1, 1);
            let (first, second) = (Arc::clone(&limiter), limiter);
            thread::both(move || take(&first, 0, 1), move || second.left(Moment::ZERO))
        };
        explore(model, |&(got, left)| got == Got::Ok && (left == [1, 1, 1] || left == [0, 1, 0]))
    });
    seen.assert_holds(
        "whoever looks sees both charged, or neither.\n\
         A: try_take(route 0, 1); B: left(). The routes hold 1 each, the group 1.\n\
         #1 and #2 are the locks of the routes, #3 is the lock of the group",
    );
    seen.assert_outcomes(&[(Got::Ok, [0, 1, 0]), (Got::Ok, [1, 1, 1])]);
}
