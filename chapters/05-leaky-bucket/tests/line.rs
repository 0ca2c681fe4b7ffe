//! What holds for every line, tried on random ones. The seed is fixed: the same
//! runs each time.

mod common;

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;
use common::{config, just_before};
use leaky_bucket::{Line, Pace, Turn, TurnedAway};
use proptest::collection::vec;
use proptest::prelude::*;

/// One thing that happens to a line.
#[derive(Clone, Debug)]
enum Op {
    On(u64),
    Back(u64),
    /// Somebody comes who is ready to wait for so many nanoseconds.
    Enter(u64),
    /// The one with this number of those who wait, counted round and round, goes.
    Leave(usize),
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let on = prop_oneof![0..3_u64, 0..300_000_000_u64, 0..2_000_000_000_u64];
    let back = 1..2_000_000_000_u64;
    let patience = prop_oneof![Just(u64::MAX), 0..900_000_000_u64];
    vec(
        prop_oneof![
            3 => on.prop_map(Op::On),
            1 => back.prop_map(Op::Back),
            6 => patience.prop_map(Op::Enter),
            2 => (0..9_usize).prop_map(Op::Leave),
        ],
        1..80,
    )
}

/// A line, and a plain list beside it of those who wait.
struct Watched {
    line: Line,
    waiting: Vec<(u64, Moment)>,
    /// Who went, in order.
    went: Vec<Moment>,
}

impl Watched {
    /// Takes those off the list whose turn has come, and compares the rest.
    fn look(&mut self, now: Moment) {
        let mut still: BTreeMap<u64, Moment> = BTreeMap::new();
        for &(ticket, told) in &self.waiting {
            match self.line.due(ticket, now) {
                Some(due) => {
                    assert!(due <= told, "ticket {ticket} was told {told}, and now {due}");
                    still.insert(ticket, due);
                }
                None => self.went.push(told),
            }
        }
        let left = self.waiting.len() - still.len();
        let order: Vec<u64> = self.waiting[left..].iter().map(|&(ticket, _)| ticket).collect();
        assert!(still.keys().copied().eq(order), "the first of them went, and nobody else");
        assert!(still.values().is_sorted(), "nobody passes anybody: {still:?}");
        assert_eq!(self.line.waiting(now), still.len());
        self.waiting = still.into_iter().collect();
    }

    fn enter(&mut self, patience: Duration, now: Moment, latest: Moment) {
        match self.line.clone().enter(patience, now) {
            Ok(Turn::Now) => {
                assert!(self.waiting.is_empty(), "it passed somebody");
                self.went.push(latest);
            }
            Ok(Turn::Wait { ticket, until }) => {
                let last = self.waiting.last().map_or(latest, |&(_, due)| due);
                assert!(until > last, "it passed somebody");
                self.waiting.push((ticket, until));
            }
            Err(TurnedAway::Full { until } | TurnedAway::TooLong { until }) => {
                assert!(until > latest);
                let again = |at| self.line.clone().enter(patience, at);
                assert!(again(until).is_ok(), "turned away again at {until}");
                let early = again(just_before(until));
                assert!(early.is_err(), "{until} is late: {early:?}");
            }
            Err(TurnedAway::Never) => panic!("at {now}: never"),
        }
        // Turned away or not, the copy shows what the line itself does.
        let _ = self.line.enter(patience, now);
    }
}

proptest! {
    #![proptest_config(config())]

    // spec L-02
    #[test]
    fn first_come_first_served_at_an_even_pace_whoever_gives_up(
        rate in 1..3000_u64,
        places in 0..6_u32,
        wait_max in 0..2_000_000_000_u64,
        ops in ops(),
    ) {
        let (pace, start) = (Pace::per_second(rate), Moment::ZERO);
        let line = Line::new(pace, places, Duration::from_nanos(wait_max), start);
        let mut all = Watched { line, waiting: vec![], went: vec![] };
        let (mut now, mut latest) = (start, start);
        for op in ops {
            match op {
                Op::On(by) => now = now + Duration::from_nanos(by),
                Op::Back(by) => now = now.saturating_sub(Duration::from_nanos(by)),
                Op::Enter(patience) => {
                    all.look(now);
                    latest = latest.max(now);
                    all.enter(Duration::from_nanos(patience), now, latest);
                    prop_assert!(all.waiting.len() <= places as usize);
                }
                Op::Leave(number) if !all.waiting.is_empty() => {
                    all.look(now);
                    if !all.waiting.is_empty() {
                        let place = number % all.waiting.len();
                        let (ticket, _) = all.waiting.remove(place);
                        let behind: Vec<u64> =
                            all.waiting[place..].iter().map(|&(ticket, _)| ticket).collect();
                        prop_assert_eq!(all.line.leave(ticket, now), Some(behind));
                        prop_assert_eq!(all.line.leave(ticket, now), None, "twice");
                    }
                }
                Op::Leave(_) => {}
            }
            latest = latest.max(now);
            all.look(now);
        }
        all.look(Moment::MAX);
        // From one departure to the k-th after it, k periods; less than a
        // nanosecond may be missing, since each of them is at a whole one.
        for (first, from) in all.went.iter().enumerate() {
            for (k, until) in all.went[first..].iter().enumerate() {
                let gone = u128::from(rate) * (until.since(*from).as_nanos() + 1);
                prop_assert!(gone > k as u128 * 1_000_000_000 || k == 0, "{from} {until} {k}");
            }
        }
    }
}
