//! The streams that all limiters of a comparison see, in terms of the budget:
//! `limit` requests a second.

use simulation::{Arrivals, Planned};

/// One stream of arrivals.
#[derive(Debug)]
pub(crate) struct Stream {
    /// Its name in links: `boundary`.
    pub(crate) name: &'static str,
    /// Its name on the page.
    pub(crate) title: &'static str,
    /// What comes, and what to look for, in one sentence.
    pub(crate) says: &'static str,
    /// Whether it depends on the seed, and on a rate of arrivals.
    pub(crate) random: bool,
    /// How long it is, in milliseconds.
    pub(crate) until_ms: u64,
    /// The moment to look at first, in milliseconds.
    pub(crate) at_ms: u64,
    /// Who comes, for a budget of so many a second. A random one takes the rate of arrivals.
    arrivals: fn(limit: u32, load: u32) -> Vec<Arrivals>,
}

impl Stream {
    /// Who comes.
    pub(crate) fn arrivals(&self, limit: u32, load: u32) -> Vec<Arrivals> {
        (self.arrivals)(limit, load)
    }
}

/// All of them; the first is the one that a newcomer sees.
pub(crate) static STREAMS: [Stream; 5] = [
    Stream {
        name: "boundary",
        title: "A burst at the boundary",
        says: "A second’s budget arrives in the last tenth of one second, and once more in the \
               first tenth of the next.",
        random: false,
        until_ms: 2500,
        at_ms: 1100,
        arrivals: |limit, _| {
            vec![Arrivals::List([spread(limit, 900), spread(limit, 1000)].concat())]
        },
    },
    Stream {
        name: "idle",
        title: "A long pause, then bursts",
        says: "One request, four seconds of nothing, then twice the budget at once and two more \
               bursts of one budget each: what has the pause saved up?",
        random: false,
        until_ms: 6000,
        at_ms: 5100,
        arrivals: |limit, _| {
            let at_once = |at_ms, count| Arrivals::Burst { at_ms, count };
            let bursts = [(4200, 2 * limit), (4700, limit), (5100, limit)];
            let bursts = bursts.map(|(at_ms, count)| at_once(at_ms, count));
            [at_once(200, 1)].into_iter().chain(bursts).collect()
        },
    },
    Stream {
        name: "overload",
        title: "Steady overload",
        says: "Twice the budget arrives evenly, without end: all let the same number through in \
               the long run, but not at the same times.",
        random: false,
        until_ms: 4000,
        at_ms: 2500,
        arrivals: |limit, _| vec![Arrivals::Even { per_second: 2 * limit }],
    },
    Stream {
        name: "clustered",
        title: "Clustered traffic",
        says: "A second’s budget arrives in the last tenth of the first second, and from then on \
               one request a millisecond: what does an estimate make of a cluster?",
        random: false,
        until_ms: 2500,
        at_ms: 1200,
        arrivals: |limit, _| {
            let on: Vec<Planned> = (1000..2500).map(Planned::at).collect();
            vec![Arrivals::List([spread(limit, 900), on].concat())]
        },
    },
    Stream {
        name: "random",
        title: "Random arrivals",
        says: "Requests arrive at random, at a rate that can be set: one seed is an anecdote, two \
               hundred are a band.",
        random: true,
        until_ms: 5000,
        at_ms: 2500,
        arrivals: |_, load| vec![Arrivals::Poisson { per_second: load }],
    },
];

/// The stream that links call `name`.
pub(crate) fn stream(name: &str) -> Option<&'static Stream> {
    STREAMS.iter().find(|stream| stream.name == name)
}

/// `count` requests in the tenth of a second from `from_ms` on, evenly.
fn spread(count: u32, from_ms: u64) -> Vec<Planned> {
    let at = |i: u32| from_ms + u64::from(i) * 100 / u64::from(count.max(1));
    (0..count).map(|i| Planned::at(at(i))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times_ms(name: &str, limit: u32) -> Vec<u64> {
        let [Arrivals::List(list)] = &stream(name).unwrap().arrivals(limit, 0)[..] else {
            panic!("{name} is no list");
        };
        list.iter().map(|planned| planned.at_ms).collect()
    }

    #[test]
    fn the_boundary_has_a_budget_on_either_side_of_the_second() {
        for limit in [1, 7, 100, 200] {
            let times = times_ms("boundary", limit);
            let (before, after): (Vec<u64>, Vec<u64>) = times.iter().partition(|&&ms| ms < 1000);
            assert_eq!((before.len(), after.len()), (limit as usize, limit as usize));
            assert_eq!((before[0], after[0]), (900, 1000));
            assert!(after.iter().all(|&ms| ms < 1100), "{after:?}");
        }
        let each_ms: Vec<u64> = (900..1100).collect();
        assert_eq!(times_ms("boundary", 100), each_ms);
    }

    #[test]
    fn a_cluster_is_followed_by_one_each_millisecond() {
        let each_ms: Vec<u64> = (900..2500).collect();
        assert_eq!(times_ms("clustered", 100), each_ms);
        assert_eq!(times_ms("clustered", 10).len(), 10 + 1500);
    }
}
