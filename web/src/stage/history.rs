//! A trace read for the picture: one mark a request, and what was decided together.

use std::borrow::Cow;

use std::collections::{BTreeMap, BTreeSet};

use clock::Moment;
use simulation::{Outcome as Ended, Output, Request, RequestId, Trace, What};

use super::outcome::Outcome;
use super::rule::{Rule, State};

/// One request on the tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) at: Moment,
    pub(super) id: RequestId,
    pub(super) outcome: Outcome,
    /// When one that waits will go.
    pub(super) until: Option<Moment>,
    /// It was sent to find out whether the others may go.
    pub(super) probe: bool,
    /// Whether it ended otherwise before the reader changed the run.
    pub(super) changed: bool,
}

impl Mark {
    /// One that does not wait, is no probe, and ended as it did before.
    pub(super) const fn of(at: Moment, id: RequestId, outcome: Outcome) -> Self {
        Self { at, id, outcome, until: None, probe: false, changed: false }
    }
}

/// All marks, in order of time. Where a run shows how requests end, that is what
/// is marked. Otherwise it is what was decided at their arrival, and if `goes`,
/// also that one that waited goes. A bucket's do not: one mark a token.
pub(super) fn marks(trace: &Trace, goes: bool, ends: bool) -> Vec<Mark> {
    let mut held = BTreeSet::new();
    let outcomes = trace.events.iter().filter_map(|event| {
        let What::Out(output) = &event.what else { return None };
        let outcome = if ends { ended(output) } else { decided(output, &mut held, goes) };
        let until = if let Output::Hold { until, .. } = output { *until } else { None };
        let (outcome, id) = outcome.zip(about(output))?;
        Some(Mark { until, ..Mark::of(event.at, id, outcome) })
    });
    outcomes.collect()
}

/// The calls of a breaker: what came of each that was sent, and the others when
/// they came. A call that is let through while it is half-open is a probe.
pub(super) fn calls(trace: &Trace, rule: &Rule) -> Vec<Mark> {
    let mut probes = BTreeSet::new();
    let mut keyframes = trace.keyframes.iter().peekable();
    let mut half_open = false;
    let outcomes = trace.events.iter().filter_map(|event| {
        while let Some(keyframe) = keyframes.next_if(|keyframe| keyframe.at <= event.at) {
            let gauge = |place| keyframe.values.get(place).copied().unwrap_or(0);
            half_open = rule.counts(gauge).state == State::HalfOpen;
        }
        let What::Out(output) = &event.what else { return None };
        if let (Output::Admit(id), true) = (output, half_open) {
            probes.insert(*id);
        }
        let outcome = match output {
            Output::Refuse { .. } => Outcome::NotSent,
            output => ended(output)?,
        };
        let probe = if let Output::Done(id, _) = output { probes.remove(id) } else { false };
        Some(Mark { probe, ..Mark::of(event.at, about(output)?, outcome) })
    });
    outcomes.collect()
}

/// Notes on the marks which of their requests ended otherwise in `old`, the run
/// before the reader changed it at `fork`.
pub(super) fn compare(marks: &mut [Mark], trace: &Trace, old: (&[Mark], &Trace), fork: Moment) {
    let (mine, theirs) = (arrivals(trace, fork), arrivals(old.1, fork));
    // Whoever came after the fork ends after it, too.
    let after = |marks: &[Mark]| marks.partition_point(|mark| mark.at < fork);
    let ended = old.0[after(old.0)..].iter().rev();
    let before: BTreeMap<Arrival, Outcome> =
        ended.filter_map(|mark| Some((*theirs.get(&mark.id)?, mark.outcome))).collect();
    let first = after(marks);
    for mark in &mut marks[first..] {
        let was = mine.get(&mark.id).and_then(|arrival| before.get(arrival));
        mark.changed = was.is_some_and(|&was| was != mark.outcome);
    }
}

/// A request that two runs have, of which one has more presses than the other:
/// its number may differ, and when it came does not. Beside the moment is its
/// place among those that came with it.
type Arrival = (Moment, u32);

/// Who came at `fork` or later.
fn arrivals(trace: &Trace, fork: Moment) -> BTreeMap<RequestId, Arrival> {
    let first = trace.events.partition_point(|event| event.at < fork);
    let mut last: Option<Arrival> = None;
    let mut arrivals = BTreeMap::new();
    for event in &trace.events[first..] {
        let What::Arrive(request) = event.what else { continue };
        let place = last.filter(|last| last.0 == event.at).map_or(0, |last| last.1 + 1);
        last = Some((event.at, place));
        arrivals.insert(request.id, (event.at, place));
    }
    arrivals
}

fn about(output: &Output) -> Option<RequestId> {
    match *output {
        Output::Admit(id)
        | Output::Done(id, _)
        | Output::Hold { id, .. }
        | Output::Refuse { id, .. } => Some(id),
        _ => None,
    }
}

fn ended(output: &Output) -> Option<Outcome> {
    match output {
        Output::Done(_, Ended::Ok) => Some(Outcome::Answered),
        Output::Done(_, Ended::Failed) => Some(Outcome::Failed),
        Output::Done(_, Ended::TimedOut) => Some(Outcome::TimedOut),
        Output::Refuse { .. } => Some(Outcome::Refused),
        _ => None,
    }
}

fn decided(output: &Output, held: &mut BTreeSet<RequestId>, goes: bool) -> Option<Outcome> {
    match output {
        Output::Hold { id, .. } => {
            held.insert(*id);
            Some(Outcome::Waits)
        }
        Output::Admit(id) => (!held.remove(id) || goes).then_some(Outcome::Admitted),
        Output::Refuse { .. } => Some(Outcome::Refused),
        _ => None,
    }
}

/// The requests that were decided at one instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) at: Moment,
    pub(super) verdicts: Vec<Verdict>,
}

/// One request with what was decided about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) request: Request,
    pub(super) outcome: Outcome,
    /// When it will go, or when it may come again, if that is known.
    pub(super) when: Option<Moment>,
    /// The rule that a refused one met.
    pub(super) why: Cow<'static, str>,
}

impl Decision {
    /// How many of its requests ended as `outcome`.
    pub(super) fn count(&self, outcome: Outcome) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.outcome == outcome).count()
    }
}

/// What was decided, instant by instant, from `since` on.
pub(super) fn decisions(trace: &Trace, since: Moment) -> Vec<Decision> {
    let first = trace.events.partition_point(|event| event.at < since);
    let mut decisions: Vec<Decision> = Vec::new();
    let mut arrived: Option<Request> = None;
    for event in &trace.events[first..] {
        if let What::Arrive(request) = event.what {
            arrived = Some(request);
        }
        let What::Out(output) = &event.what else { continue };
        let Some(request) = arrived else { continue };
        let Some((id, outcome, when)) = verdict(output) else { continue };
        let why = if let Output::Refuse { why, .. } = output { why.clone() } else { "".into() };
        if id != request.id {
            continue;
        }
        let verdict = Verdict { request, outcome, when, why };
        match decisions.last_mut() {
            Some(last) if last.at == event.at => last.verdicts.push(verdict),
            _ => decisions.push(Decision { at: event.at, verdicts: vec![verdict] }),
        }
        // What comes later about this request is the end of its wait.
        arrived = None;
    }
    decisions
}

fn verdict(output: &Output) -> Option<(RequestId, Outcome, Option<Moment>)> {
    match *output {
        Output::Admit(id) => Some((id, Outcome::Admitted, None)),
        Output::Hold { id, until } => Some((id, Outcome::Waits, until)),
        Output::Refuse { id, retry_at, .. } => Some((id, Outcome::Refused, retry_at)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use simulation::{Arrivals, Intervention, Planned, Press, Scenario};

    use super::*;
    use crate::mechanisms;

    /// A token a second into a bucket of one, and somebody comes at 2 and at 4 s;
    /// with `pressed`, one more at 1500 ms.
    fn played(pressed: bool) -> (Vec<Mark>, Trace) {
        let mechanism = mechanisms::by_name("token-bucket").unwrap();
        let press = Intervention { at_ms: 1500, press: Press::Send(1) };
        let scenario = Scenario {
            params: simulation::Params::new().with("rate", 1).with("burst", 1),
            until_ms: 4000,
            arrivals: vec![Arrivals::List([2000, 4000].map(Planned::at).to_vec())],
            interventions: pressed.then_some(press).into_iter().collect(),
            ..Scenario::default()
        };
        let trace = mechanism.run(&scenario).unwrap();
        (marks(&trace, false, false), trace)
    }

    #[test]
    fn a_press_marks_who_ended_otherwise_because_of_it_and_nobody_else() {
        let (old, old_trace) = played(false);
        let (mut new, trace) = played(true);
        compare(&mut new, &trace, (&old, &old_trace), Moment::from_millis(1500));
        // The press itself has no counterpart, and takes the token. Who comes at 2 s
        // finds half of one now; who comes at 4 s finds a whole one again.
        let told: Vec<(u64, Outcome, bool)> =
            new.iter().map(|mark| (mark.at.as_millis(), mark.outcome, mark.changed)).collect();
        let expected = [
            (1500, Outcome::Admitted, false),
            (2000, Outcome::Refused, true),
            (4000, Outcome::Admitted, false),
        ];
        assert_eq!(told, expected);
    }
}
