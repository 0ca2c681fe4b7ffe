//! The same requests through several limiters, and where these decide differently.

use clock::Moment;
use simulation::{Mechanism, Output, Query, Scenario, Trace, What, text};

use super::asked::Asked;
use crate::stage::link_ms;

/// One limiter with its run.
#[derive(Debug)]
pub(crate) struct Lane {
    pub(crate) limiter: &'static Mechanism,
    pub(crate) scenario: Scenario,
    pub(crate) trace: Trace,
    /// What was said to each request when it came, in their order.
    said: Vec<Said>,
}

/// What a limiter says to a request when it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Go,
    Wait,
    No,
    Nothing,
}

/// Who has been decided about, up to a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SoFar {
    /// Requests that went.
    pub(crate) admitted: usize,
    pub(crate) refused: usize,
    pub(crate) waiting: usize,
}

/// All runs of a comparison.
#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) lanes: Vec<Lane>,
    /// When each request came.
    pub(crate) arrivals: Vec<Moment>,
    /// When a request came that some refused and some did not, in order. One that
    /// waits counts as let through: beside a queue, all others would always differ.
    pub(crate) differences: Vec<Moment>,
}

impl Comparison {
    /// Runs all of them. The error is a sentence that says what to lower.
    pub(crate) fn of(asked: &Asked) -> Result<Self, String> {
        let lanes = asked.limiters.iter().map(|limiter| Lane::of(limiter, asked.scenario(limiter)));
        let lanes: Vec<Lane> = lanes.collect::<Result<_, String>>()?;
        let arrivals = lanes.first().map_or_else(Vec::new, |lane| arrivals(&lane.trace));
        let alike = |i: usize| lanes.windows(2).all(|two| two[0].refused(i) == two[1].refused(i));
        let differences = arrivals.iter().enumerate().filter(|&(i, _)| !alike(i));
        let differences = differences.map(|(_, &at)| at).collect();
        Ok(Self { lanes, arrivals, differences })
    }

    /// The first millisecond after `at_ms` at which they differ.
    pub(crate) fn next_difference(&self, at_ms: u64) -> Option<u64> {
        self.differences.iter().map(|&at| link_ms(at)).find(|&ms| ms > at_ms)
    }

    /// The last one before it.
    pub(crate) fn previous_difference(&self, at_ms: u64) -> Option<u64> {
        self.differences.iter().rev().map(|&at| link_ms(at)).find(|&ms| ms < at_ms)
    }

    /// How many requests of those up to `at` some refused and some did not.
    pub(crate) fn differing(&self, at: Moment) -> usize {
        self.differences.partition_point(|&other| other <= at)
    }

    /// What each of them said to the last that came.
    pub(crate) fn told(&self, at: Moment) -> String {
        let end = self.arrivals.partition_point(|&other| other <= at);
        let Some(&last) = end.checked_sub(1).and_then(|last| self.arrivals.get(last)) else {
            return "Nothing has arrived yet.".to_owned();
        };
        let first = self.arrivals.partition_point(|&other| other < last);
        let count = end - first;
        let who = match count {
            1 => format!("request {end} arrived"),
            count => format!("{count} requests arrived at once"),
        };
        let each = self.lanes.iter().map(|lane| {
            let said = &lane.said[first..end];
            format!("{} {}", lane.limiter.title, said_words(said))
        });
        let each: Vec<String> = each.collect();
        format!("At {}, {who}. {}.", text::seconds(last), each.join("; "))
    }
}

impl Lane {
    fn of(limiter: &'static Mechanism, scenario: Scenario) -> Result<Self, String> {
        let trace = limiter.run(&scenario)?;
        let said = said(&trace);
        Ok(Self { limiter, scenario, trace, said })
    }

    fn refused(&self, request: usize) -> bool {
        self.said.get(request) == Some(&Said::No)
    }

    /// Whether it made anybody wait.
    pub(crate) fn can_wait(&self) -> bool {
        self.said.contains(&Said::Wait)
    }

    /// What it has decided up to `at_ms`.
    pub(crate) fn so_far(&self, at_ms: u64) -> SoFar {
        let frame = self.trace.frame(Moment::from_millis(at_ms), self.limiter.narrator);
        let admitted = self.ask(Query::AdmittedUntil(at_ms));
        SoFar {
            admitted,
            refused: self.ask(Query::RefusedUntil(at_ms)),
            waiting: frame.accepted.saturating_sub(admitted),
        }
    }

    /// A number of the whole run.
    pub(crate) fn ask(&self, query: Query) -> usize {
        match query.ask(&self.trace) {
            simulation::Answer::Number(number) => usize::try_from(number).unwrap_or(0),
            _ => 0,
        }
    }
}

/// What was said first to each request: what comes later is the end of its wait.
fn said(trace: &Trace) -> Vec<Said> {
    let came = trace.events.iter().filter(|event| matches!(event.what, What::Arrive(_))).count();
    let mut said = vec![Said::Nothing; came];
    for event in &trace.events {
        let (id, what) = match &event.what {
            What::Out(Output::Admit(id)) => (id, Said::Go),
            What::Out(Output::Hold { id, .. }) => (id, Said::Wait),
            What::Out(Output::Refuse { id, .. }) => (id, Said::No),
            _ => continue,
        };
        // Requests are numbered from 1, as they come.
        let place = (id.0 as usize).checked_sub(1).and_then(|place| said.get_mut(place));
        if let Some(nothing @ Said::Nothing) = place {
            *nothing = what;
        }
    }
    said
}

fn arrivals(trace: &Trace) -> Vec<Moment> {
    let came = trace.events.iter().filter(|event| matches!(event.what, What::Arrive(_)));
    came.map(|event| event.at).collect()
}

/// `let it through`; of several, `let 5 through, refused 15`.
fn said_words(said: &[Said]) -> String {
    if let [one] = said {
        return match one {
            Said::Go => "let it through",
            Said::Wait => "made it wait",
            Said::No => "refused it",
            Said::Nothing => "said nothing to it",
        }
        .to_owned();
    }
    let count = |what: Said| said.iter().filter(|&&one| one == what).count();
    let all = |what: Said| count(what) == said.len();
    if all(Said::Go) {
        return "let all through".to_owned();
    }
    if all(Said::No) {
        return "refused all".to_owned();
    }
    let parts = [
        (count(Said::Go), "let ", " through"),
        (count(Said::Wait), "made ", " wait"),
        (count(Said::No), "refused ", ""),
    ];
    let parts = parts.into_iter().filter(|&(count, ..)| count > 0);
    let parts: Vec<String> =
        parts.map(|(count, before, after)| format!("{before}{count}{after}")).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_to_several_at_once_is_counted() {
        use Said::{Go, No, Wait};
        assert_eq!(said_words(&[Go]), "let it through");
        assert_eq!(said_words(&[No, No]), "refused all");
        assert_eq!(said_words(&[Go, Wait, Wait, No]), "let 1 through, made 2 wait, refused 1");
        assert_eq!(said_words(&[Go, Go]), "let all through");
    }
}
