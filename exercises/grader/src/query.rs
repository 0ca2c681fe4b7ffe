//! A run as the query of a link, and back: every frame is a URL.
//!
//! | key | what | example |
//! |---|---|---|
//! | a knob's name | that parameter | `rate=8` |
//! | `load` | random arrivals a second, on average | `load=6` |
//! | `even` | arrivals a second, evenly | `even=4` |
//! | `spike` | random arrivals from one ms to another: `FROM-UNTILxPER_SECOND` | `spike=1000-2000x40` |
//! | `burst-at` | so many at once: `MSxCOUNT` | `burst-at=1000x8` |
//! | `at` | one by one: `MS`, then `cCOST` and `pPATIENCE_MS` if they differ from 1 and none | `at=300,450c2p100` |
//! | `n` | the reader sends so many: `MSxCOUNT` | `n=3000x6,4000x1` |
//! | `one` | the reader sends one of another kind, written as in `at` | `one=3000c2` |
//! | `set` | the reader turns a knob: `MS.KNOB.VALUE` | `set=1000.rate.1` |
//! | `drop` | a caller goes away: `MS.REQUEST` | `drop=250.8` |
//! | `seed` | where the random numbers start | `seed=7` |
//! | `until` | the length of the run, in ms | `until=10000` |
//! | `run` | starts from a curated run; the other keys change it | `run=quiet-night` |
//! | `t` | the moment that is shown, in ms | `t=2350` |
//! | `scrub`, `was` | a form's scrub bar: it counts if it was moved away from `was` | |
//!
//! A key that has its default is left out of a link. Sources of arrivals may be
//! repeated, and their order counts: each has random numbers of its own.

use std::borrow::Cow;

use simulation::{Arrivals, Mechanism, Params, Scenario, limits};

mod number;
mod pairs;
mod press;
mod source;
#[cfg(test)]
mod tests;
mod write;

pub use number::whole;
pub use pairs::decode;
pub use write::{done, is_done, pairs as pairs_of, query_of, too_long};

use number::{Range, number};

/// The seed when nobody says anything.
pub const SEED: u64 = 7;
/// The length when nobody says anything, in milliseconds.
pub const UNTIL_MS: u64 = 10_000;
/// The random arrivals a second when nobody says anything.
pub const LOAD: u32 = 6;
/// The most random arrivals a second that one source may have.
pub const LOAD_MAX: u32 = 500;
/// The most even arrivals a second: one each millisecond.
pub const EVEN_MAX: u32 = 1000;
/// The longest query that is still handed out as a link, in characters.
pub const QUERY_MAX: usize = 1500;

/// What a link asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The run. Every knob has a value within its range.
    pub scenario: Scenario,
    /// The moment to show, in milliseconds, never after the end of the run.
    pub at_ms: u64,
    /// What was asked for and could not be taken as it was, in sentences.
    pub notes: Vec<String>,
    /// Whether a form asked, whose query is longer than the link to the same frame.
    pub from_form: bool,
}

/// Reads `raw`, the query of a URL without its question mark.
///
/// Nothing here fails: what is out of range is clamped, what makes no sense is
/// left out, and [`Asked::notes`] says so.
pub fn parse(mechanism: &Mechanism, raw: &str) -> Asked {
    parse_pairs(mechanism, &decode(raw))
}

/// The same of pairs that were taken apart before.
pub fn parse_pairs(mechanism: &Mechanism, pairs: &[(String, String)]) -> Asked {
    let mut reader = Reader::start(mechanism, pairs);
    for (key, value) in pairs {
        reader.take(key, value);
    }
    reader.finish()
}

/// The shortest link to the frame at `at_ms` of this run, from the root of the site.
pub fn link(mechanism: &Mechanism, scenario: &Scenario, at_ms: u64) -> String {
    write::link(mechanism, scenario, at_ms)
}

struct Reader<'m> {
    mechanism: &'m Mechanism,
    scenario: Scenario,
    /// Sources that the query names; they take the place of those it starts from.
    sources: Vec<Arrivals>,
    names_sources: bool,
    at_ms: u64,
    scrub_ms: Option<u64>,
    was_ms: Option<u64>,
    notes: Vec<String>,
}

impl<'m> Reader<'m> {
    /// The run that the other keys change: a curated one, or the defaults.
    fn start(mechanism: &'m Mechanism, pairs: &[(String, String)]) -> Self {
        let mut notes = Vec::new();
        let name = pairs.iter().find(|(key, _)| key == "run").map(|(_, name)| name.as_str());
        let curated = name.and_then(|name| mechanism.curated(name));
        if let (Some(name), None) = (name, &curated) {
            notes.push(format!(
                "There is no run \u{201c}{name}\u{201d} here: these are the defaults."
            ));
        }
        let (mut scenario, at_ms) =
            curated.map_or_else(|| (defaults(), 0), |curated| (curated.scenario, curated.at_ms));
        scenario.params = only_knobs(mechanism, &scenario.params);
        let (sources, names_sources) = (Vec::new(), false);
        let (scrub_ms, was_ms) = (None, None);
        Self { mechanism, scenario, sources, names_sources, at_ms, scrub_ms, was_ms, notes }
    }

    fn take(&mut self, key: &str, value: &str) {
        if let Some(knob) = self.mechanism.knobs.iter().find(|knob| knob.name == key) {
            let value = number(&Range::of(knob), value, &mut self.notes);
            self.scenario.params = self.scenario.params.clone().with(key, value);
            return;
        }
        match key {
            "run" => {}
            "t" => self.at_ms = number(&Range::MOMENT, value, &mut self.notes),
            "scrub" => self.scrub_ms = value.parse().ok(),
            "was" => self.was_ms = value.parse().ok(),
            "seed" => self.scenario.seed = number(&Range::SEED, value, &mut self.notes),
            "until" => self.scenario.until_ms = number(&Range::UNTIL, value, &mut self.notes),
            "load" | "even" | "spike" | "burst-at" | "at" => {
                self.names_sources = true;
                self.sources.extend(source::read(key, value, &mut self.notes));
            }
            key if is_done(key) => {
                let presses = press::read(self.mechanism, key, value, &mut self.notes);
                self.scenario.interventions.extend(presses);
            }
            unknown => {
                self.notes.push(format!(
                    "\u{201c}{unknown}\u{201d} means nothing here and was left out."
                ));
            }
        }
    }

    fn finish(mut self) -> Asked {
        if self.names_sources {
            self.scenario.arrivals = self.sources;
        }
        // Stable: presses of one instant keep their order.
        self.scenario.interventions.sort_by_key(|intervention| intervention.at_ms);
        let moved = self.scrub_ms.filter(|&scrub| self.was_ms.is_some_and(|was| was != scrub));
        let at_ms = moved.unwrap_or(self.at_ms);
        let end_ms = self.scenario.until_ms;
        if at_ms > end_ms {
            self.notes.push(format!(
                "The run ends at {}, before the moment that was asked for: this is its end.",
                simulation::text::seconds(clock::Moment::from_millis(end_ms)),
            ));
        }
        let from_form = self.scrub_ms.is_some() || self.was_ms.is_some();
        Asked { scenario: self.scenario, at_ms: at_ms.min(end_ms), notes: self.notes, from_form }
    }
}

/// The run when nobody says anything.
fn defaults() -> Scenario {
    Scenario {
        seed: SEED,
        until_ms: UNTIL_MS,
        arrivals: vec![Arrivals::Poisson { per_second: LOAD }],
        ..Scenario::default()
    }
}

/// Each knob with its value or its default, and nothing else.
fn only_knobs(mechanism: &Mechanism, params: &Params) -> Params {
    mechanism.knobs.iter().fold(Params::new(), |filled, knob| {
        filled.with(knob.name, params.get(knob.name, knob.default).clamp(knob.min, knob.max))
    })
}

impl Range {
    const MOMENT: Self =
        Self { label: Cow::Borrowed("The moment"), min: 0, max: u64::MAX, default: 0, unit: "ms" };
    const SEED: Self =
        Self { label: Cow::Borrowed("The seed"), min: 0, max: u64::MAX, default: SEED, unit: "" };
    const UNTIL: Self = Self {
        label: Cow::Borrowed("The length of the run"),
        min: 1,
        max: limits::UNTIL_MS_MAX,
        default: UNTIL_MS,
        unit: "ms",
    };
}
