//! One stream over many seeds: a band in place of an anecdote.

use clock::Moment;
use simulation::{
    Event, Gauge, Gauges, Input, Mechanism, Output, Scenario, Sink, Subject, Trace, What, run_into,
    text,
};

use super::asked::Asked;

/// At most so many seeds.
pub(crate) const SEEDS_MAX: u32 = 400;
/// And so many requests in all runs together: one to three seconds of work.
const REQUESTS_MAX: u64 = 1_500_000;
/// The band has one step for each tenth of a second.
pub(crate) const STEP_MS: u64 = 100;

/// All seeds of all limiters.
#[derive(Debug)]
pub(crate) struct Seeds {
    pub(crate) of: Vec<Summary>,
}

/// All seeds of one limiter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) limiter: &'static str,
    /// The most that it let through within any second.
    pub(crate) most_within_1s: Spread,
    /// How much of what came was refused, in tenths of a per cent, rounded down.
    pub(crate) refused_permille: Spread,
    /// What went through in each tenth of a second.
    pub(crate) steps: Vec<Spread>,
}

/// What one number was over all seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spread {
    pub(crate) least: usize,
    /// Half of the runs had no more than this.
    pub(crate) median: usize,
    pub(crate) most: usize,
}

impl Seeds {
    /// Runs the seeds from 1 to `count`, each limiter on a thread of its own. The
    /// error is a sentence that says what to lower.
    pub(crate) fn of(asked: &Asked, count: u32) -> Result<Self, String> {
        fits(asked, count)?;
        let of = std::thread::scope(|scope| {
            let each = asked.limiters.iter().map(|limiter| {
                let scenario = asked.scenario(limiter);
                scope.spawn(move || Summary::of(limiter, &scenario, count))
            });
            let each: Vec<_> = each.collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, Result<Summary, String>>| {
                thread.join().unwrap_or_else(|_| Err("a run ended in a panic".to_owned()))
            };
            each.into_iter().map(join).collect::<Result<_, String>>()
        })?;
        Ok(Self { of })
    }
}

fn fits(asked: &Asked, count: u32) -> Result<(), String> {
    let limiters = u64::try_from(asked.limiters.len()).unwrap_or(u64::MAX);
    let each = u64::from(asked.load) * asked.stream.until_ms / 1000;
    let all = u64::from(count) * limiters * each;
    if all <= REQUESTS_MAX {
        return Ok(());
    }
    Err(format!(
        "{count} runs of about {} with {limiters} limiters would be about {all} requests, and at \
         most {REQUESTS_MAX} are run at once: ask for fewer seeds, fewer arrivals or fewer limiters",
        text::counted(usize::try_from(each).unwrap_or(0), "request", "requests"),
    ))
}

impl Summary {
    fn of(limiter: &'static Mechanism, scenario: &Scenario, count: u32) -> Result<Self, String> {
        let runs = (1..=u64::from(count)).map(|seed| {
            let scenario = Scenario { seed, ..scenario.clone() };
            Run::of(limiter, &scenario)
        });
        let runs: Vec<Run> = runs.collect::<Result<_, String>>()?;
        let spread = |number: &dyn Fn(&Run) -> usize| Spread::of(runs.iter().map(number).collect());
        let steps = usize::try_from(scenario.until_ms / STEP_MS).unwrap_or(0);
        Ok(Self {
            limiter: limiter.title,
            most_within_1s: spread(&|run| run.most_within_1s),
            refused_permille: spread(&|run| run.refused_permille),
            steps: (0..steps).map(|step| spread(&|run| run.steps[step])).collect(),
        })
    }
}

/// What one seed comes to.
struct Run {
    most_within_1s: usize,
    refused_permille: usize,
    steps: Vec<usize>,
}

impl Run {
    fn of(limiter: &Mechanism, scenario: &Scenario) -> Result<Self, String> {
        let mut decided = Decided::default();
        let mut subject = Unseen((limiter.build)(&scenario.params)?);
        run_into(scenario, &mut subject, &mut decided).map_err(|error| error.to_string())?;
        let trace = &decided.trace;
        let mut steps = vec![0; usize::try_from(scenario.until_ms / STEP_MS).unwrap_or(0)];
        for event in &trace.events {
            let step = usize::try_from(event.at.as_millis() / STEP_MS).unwrap_or(usize::MAX);
            let admitted = matches!(event.what, What::Out(Output::Admit(_)));
            // What goes at the very end belongs to no step.
            if let (true, Some(count)) = (admitted, steps.get_mut(step)) {
                *count += 1;
            }
        }
        let refused = trace.refused_until(trace.until);
        Ok(Self {
            most_within_1s: trace.most_admitted_within_ms(1000),
            refused_permille: (refused * 1000).checked_div(decided.came).unwrap_or(0),
            steps,
        })
    }
}

/// A limiter whose gauges nobody looks at: they cost more than its decisions.
struct Unseen(Box<dyn Subject>);

impl Subject for Unseen {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.0.on(now, input, out);
    }

    fn wake(&self) -> Option<Moment> {
        self.0.wake()
    }

    fn gauges(&self, _now: Moment, _gauges: &mut Gauges) {}
}

/// A trace of nothing but decisions: hundreds of whole runs would fill the memory.
#[derive(Default)]
struct Decided {
    came: usize,
    trace: Trace,
}

impl Sink for Decided {
    fn heads(&mut self, _heads: &[Gauge]) {}

    fn event(&mut self, event: Event) {
        match event.what {
            What::Arrive(_) => self.came += 1,
            What::Out(Output::Admit(_) | Output::Refuse { .. }) => self.trace.events.push(event),
            _ => {}
        }
    }

    fn keyframe(&mut self, _at: Moment, _values: &[i64]) {}

    fn keeps_keyframes(&self) -> bool {
        false
    }

    fn end(&mut self, at: Moment) {
        self.trace.until = at;
    }
}

impl Spread {
    fn of(mut numbers: Vec<usize>) -> Self {
        numbers.sort_unstable();
        let at = |place: usize| numbers.get(place).copied().unwrap_or(0);
        let last = numbers.len().saturating_sub(1);
        Self { least: at(0), median: at(last / 2), most: at(last) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_a_number_that_was_seen() {
        let spread = |numbers: &[usize]| {
            let Spread { least, median, most } = Spread::of(numbers.to_vec());
            (least, median, most)
        };
        assert_eq!(spread(&[9, 1, 4]), (1, 4, 9));
        assert_eq!(spread(&[9, 1, 4, 5]), (1, 4, 9));
        assert_eq!(spread(&[]), (0, 0, 0));
    }
}
