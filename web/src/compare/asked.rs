//! What an address asks to be compared, and the address of each frame.

use simulation::{Mechanism, Scenario};

use super::budget::{self, LIMIT, LIMIT_MAX};
use super::seeds::SEEDS_MAX;
use super::streams::{STREAMS, Stream, stream};
use crate::pages::nearest;
use crate::{mechanisms, query};

/// At most so many stand side by side.
pub(crate) const ROWS_MAX: usize = 4;
/// Who stands there when nobody says anything.
const ROWS: [&str; 2] = ["fixed-window", "token-bucket"];
const KEYS: [&str; ROWS_MAX] = ["a", "b", "c", "d"];
const SEED: u64 = 1;

/// A comparison at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// Two to four.
    pub(crate) limiters: Vec<&'static Mechanism>,
    /// The budget of each, in requests a second.
    pub(crate) limit: u64,
    pub(crate) stream: &'static Stream,
    /// Random arrivals a second.
    pub(crate) load: u32,
    pub(crate) seed: u64,
    /// The moment to show, in milliseconds, never after the end.
    pub(crate) at_ms: u64,
    /// Over how many seeds the random stream is run.
    pub(crate) seeds: Option<u32>,
    /// What could not be taken as it was, in sentences.
    pub(crate) notes: Vec<String>,
    /// Whether a form asked, whose query is longer than the link to the same frame.
    pub(crate) from_form: bool,
}

/// Why there is nothing to compare.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// No mechanism has this name; this limiter's is the nearest, with the
    /// address that it makes.
    Unknown { name: String, near: Option<(&'static Mechanism, String)> },
    /// It decides by more than the time.
    NoLimiter(&'static Mechanism),
    /// No stream has this name.
    NoStream(String),
}

type Pairs = [(String, String)];

/// Reads the pairs of an address.
pub(crate) fn parse(pairs: &Pairs) -> Result<Asked, Wrong> {
    let mut notes = Vec::new();
    let limiters = limiters(pairs, &mut notes)?;
    let name = value(pairs, "stream");
    let stream = name.map_or(Ok(&STREAMS[0]), |name| {
        stream(name).ok_or_else(|| Wrong::NoStream(name.to_owned()))
    })?;
    let mut number = |key, label, range, default| match value(pairs, key) {
        Some(words) => number(words, label, range, default, &mut notes),
        None => default,
    };
    let limit = number("limit", "The budget", (1, LIMIT_MAX), LIMIT);
    let load = number("load", "The rate of arrivals", (1, query::LOAD_MAX.into()), load_of(limit));
    let seed = number("seed", "The seed", (0, u64::MAX), SEED);
    let at_ms = number("t", "The moment, in ms,", (0, stream.until_ms), stream.at_ms);
    let seeds = number("seeds", "The number of seeds", (0, SEEDS_MAX.into()), 0);
    let mut asked = Asked {
        limiters,
        limit,
        stream,
        load: small(load),
        seed,
        at_ms: scrubbed(pairs).unwrap_or(at_ms),
        seeds: Some(small(seeds)).filter(|&seeds| seeds > 0),
        notes,
        from_form: value(pairs, "was").is_some(),
    };
    asked.settle(pairs);
    Ok(asked)
}

impl Asked {
    /// What cannot be as it was asked for becomes the nearest that can.
    fn settle(&mut self, pairs: &Pairs) {
        // A scrub bar that was dragged on one page may belong to a longer stream.
        self.at_ms = self.at_ms.min(self.stream.until_ms);
        if self.seeds.is_some() && !self.stream.random {
            self.seeds = None;
            self.notes.push(
                "This stream has nothing random: every seed gives the same run, so one is shown."
                    .to_owned(),
            );
        }
        let known = ["limit", "stream", "load", "seed", "t", "seeds", "scrub", "was"];
        for (key, _) in pairs {
            if !KEYS.contains(&&**key) && !known.contains(&&**key) {
                self.notes.push(format!("“{}” means nothing here and was left out.", short(key)));
            }
        }
    }

    /// The run of one of the limiters.
    pub(crate) fn scenario(&self, limiter: &Mechanism) -> Scenario {
        Scenario {
            params: budget::params(limiter, self.limit),
            seed: self.seed,
            until_ms: self.stream.until_ms,
            arrivals: self.stream.arrivals(small(self.limit), self.load),
            interventions: Vec::new(),
        }
    }

    /// The address of the frame at `at_ms`.
    pub(crate) fn link(&self, at_ms: u64) -> String {
        let mut pairs = self.pairs();
        if at_ms != self.stream.at_ms {
            pairs.push(("t", at_ms.to_string()));
        }
        joined(&pairs)
    }

    /// The address of this frame with so many seeds.
    pub(crate) fn link_to_seeds(&self, seeds: u32) -> String {
        format!("{}&seeds={seeds}#seeds", self.link(self.at_ms))
    }

    /// The address of the same comparison on another stream.
    pub(crate) fn link_to_stream(&self, stream: &'static Stream) -> String {
        Self { stream, ..self.clone() }.link(stream.at_ms)
    }

    /// Everything but the moment; what has its default is left out.
    pub(crate) fn pairs(&self) -> Vec<(&'static str, String)> {
        let rows = KEYS.into_iter().zip(&self.limiters);
        let mut pairs: Vec<(&str, String)> =
            rows.map(|(key, limiter)| (key, limiter.name.to_owned())).collect();
        if self.limit != LIMIT {
            pairs.push(("limit", self.limit.to_string()));
        }
        if self.stream.name != STREAMS[0].name {
            pairs.push(("stream", self.stream.name.to_owned()));
        }
        // What only the random stream has.
        if self.stream.random && u64::from(self.load) != load_of(self.limit) {
            pairs.push(("load", self.load.to_string()));
        }
        if self.stream.random && self.seed != SEED {
            pairs.push(("seed", self.seed.to_string()));
        }
        pairs
    }

    /// The name of each of the four places, empty where nobody stands.
    pub(crate) fn places(&self) -> [(&'static str, &'static str); ROWS_MAX] {
        std::array::from_fn(|i| (KEYS[i], self.limiters.get(i).map_or("", |limiter| limiter.name)))
    }
}

/// Half as much again as may pass: an overload, and not a hopeless one.
const fn load_of(limit: u64) -> u64 {
    limit + limit / 2
}

fn limiters(pairs: &Pairs, notes: &mut Vec<String>) -> Result<Vec<&'static Mechanism>, Wrong> {
    let mut rows: Vec<&'static Mechanism> = Vec::new();
    for key in KEYS {
        let Some(name) = value(pairs, key) else { continue };
        let row = budget::limiter(name).ok_or_else(|| wrong(pairs, key, name))?;
        if rows.iter().any(|other| other.name == row.name) {
            notes.push(format!("{} stands here twice: these rows are the same.", row.title));
        }
        rows.push(row);
    }
    // One alone is put beside one of the usual two.
    for name in ROWS {
        if rows.len() < 2 && rows.iter().all(|row| row.name != name) {
            rows.extend(budget::limiter(name));
        }
    }
    Ok(rows)
}

fn wrong(pairs: &Pairs, key: &'static str, name: &str) -> Wrong {
    if let Some(mechanism) = mechanisms::by_name(name) {
        return Wrong::NoLimiter(mechanism);
    }
    let near = nearest::page(&format!("/lab/{name}"));
    let near = near.and_then(|near| budget::limiter(near.to.strip_prefix("/lab/")?));
    let near = near.map(|near| {
        let right = |(k, v): &(String, String)| {
            let value = if k == key { near.name } else { v };
            (k.clone(), value.to_owned())
        };
        // Another name may be wrong too; then the usual two are offered.
        let asked = parse(&pairs.iter().map(right).collect::<Vec<_>>());
        let link = asked.map_or_else(|_| "/compare".to_owned(), |asked| asked.link(asked.at_ms));
        (near, link)
    });
    Wrong::Unknown { name: short(name), near }
}

/// The moment of a scrub bar that was moved.
fn scrubbed(pairs: &Pairs) -> Option<u64> {
    let (scrub, was) = (value(pairs, "scrub")?, value(pairs, "was")?);
    scrub.parse().ok().filter(|_| scrub != was)
}

/// What the last pair of this key says, if it says anything.
fn value<'p>(pairs: &'p Pairs, key: &str) -> Option<&'p str> {
    let value = pairs.iter().rev().find(|(name, _)| name == key)?.1.trim();
    Some(value).filter(|value| !value.is_empty())
}

fn number(
    words: &str,
    label: &str,
    (least, most): (u64, u64),
    default: u64,
    notes: &mut Vec<String>,
) -> u64 {
    let (asked, words) = (query::whole(words), short(words));
    let Some(asked) = asked else {
        notes.push(format!("{label}: “{words}” is not a whole number, so it is {default}."));
        return default;
    };
    let taken = u64::try_from(asked.max(0)).unwrap_or(u64::MAX).clamp(least, most);
    if i128::from(taken) != asked {
        notes.push(format!("{label} goes from {least} to {most}: {words} was taken as {taken}."));
    }
    taken
}

fn joined(pairs: &[(&str, String)]) -> String {
    let words: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
    format!("/compare?{}", words.join("&"))
}

fn short(words: &str) -> String {
    words.chars().take(40).collect()
}

fn small(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(query: &str) -> Vec<(String, String)> {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    }

    fn asked(query: &str) -> Asked {
        parse(&pairs(query)).unwrap_or_else(|wrong| panic!("{query}: {wrong:?}"))
    }

    #[test]
    fn a_link_asks_for_what_it_was_made_of() {
        for query in [
            "a=fixed-window&b=token-bucket",
            "a=sliding-log&b=leaky-queue&c=two-windows&d=fixed-window&limit=10&t=17",
            "a=fixed-window&b=token-bucket&limit=7&stream=random&load=200&seed=3&t=0",
        ] {
            let asked = asked(query);
            assert_eq!(asked.link(asked.at_ms), format!("/compare?{query}"));
            assert_eq!(asked.notes, Vec::<String>::new());
        }
    }

    #[test]
    fn one_alone_is_put_beside_one_of_the_usual_two() {
        let rows = |query| asked(query).limiters.iter().map(|row| row.name).collect::<Vec<_>>();
        assert_eq!(rows(""), ["fixed-window", "token-bucket"]);
        assert_eq!(rows("a=fixed-window&b="), ["fixed-window", "token-bucket"]);
        assert_eq!(rows("c=leaky-queue"), ["leaky-queue", "fixed-window"]);
    }

    #[test]
    fn what_is_out_of_range_is_clamped_and_said() {
        let query = "limit=0&seed=x&t=99999999999999999999&seeds=401&c=&q=1&load=-1";
        let asked = asked(query);
        assert_eq!((asked.limit, asked.seed, asked.at_ms, asked.load), (1, SEED, 2500, 1));
        let said = asked.notes.join("\n");
        for words in [
            "The budget goes from 1 to 200: 0 was taken as 1.",
            "The seed: “x” is not a whole number, so it is 1.",
            "The moment, in ms, goes from 0 to 2500: 99999999999999999999 was taken as 2500.",
            "The number of seeds goes from 0 to 400: 401 was taken as 400.",
            "nothing random",
            "“q” means nothing here",
            "The rate of arrivals goes from 1 to 500: -1 was taken as 1.",
        ] {
            assert!(said.contains(words), "{words} is not in\n{said}");
        }
    }

    #[test]
    fn a_seed_that_does_not_fit_is_said_to_be_another_one() {
        let last = asked(&format!("stream=random&seed={}", u64::MAX));
        assert_eq!((last.seed, last.notes), (u64::MAX, Vec::new()));
        let zeros = "0".repeat(60);
        for too_large in ["18446744073709551616", &format!("1{zeros}")] {
            let asked = asked(&format!("stream=random&seed={too_large}"));
            assert_eq!(asked.seed, u64::MAX);
            let said = format!("{} was taken as {}.", short(too_large), u64::MAX);
            assert!(asked.notes.concat().ends_with(&said), "{:?}", asked.notes);
        }
        assert_eq!(asked(&format!("stream=random&seed={zeros}7")).seed, 7);
    }

    #[test]
    fn a_scrub_bar_counts_if_it_was_moved() {
        assert_eq!(asked("t=300&scrub=900&was=300").at_ms, 900);
        assert_eq!(asked("t=300&scrub=900&was=900").at_ms, 300);
    }

    #[test]
    fn a_wrong_name_finds_the_nearest_and_the_address_that_was_meant() {
        let Err(Wrong::Unknown { near: Some((near, link)), .. }) =
            parse(&pairs("a=fixed-window&b=token-buket&limit=7"))
        else {
            panic!("there is no token buket");
        };
        let right = "/compare?a=fixed-window&b=token-bucket&limit=7";
        assert_eq!((near.name, &*link), ("token-bucket", right));
        assert!(matches!(parse(&pairs("b=zzz")), Err(Wrong::Unknown { near: None, .. })));
        assert!(matches!(parse(&pairs("a=breaker")), Err(Wrong::NoLimiter(_))));
    }
}
