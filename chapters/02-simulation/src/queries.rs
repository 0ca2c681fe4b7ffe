use std::collections::BTreeMap;

use clock::Moment;

use crate::{Outcome, Output, RequestId, Trace, What};

/// What became of one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// When it arrived.
    pub arrived: Moment,
    /// Whether, and when, it was let through.
    pub accepted: Accepted,
    /// How it ended, if the run shows that.
    pub outcome: Option<(Moment, Outcome)>,
}

/// The decision about one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// It went at this moment; if that is later than its arrival, it waited.
    At(Moment),
    /// It was refused at this moment.
    Refused(Moment),
    /// It was accepted, and still waited when the run ended or when it was dropped.
    Waiting,
    /// Nothing was decided.
    Open,
}

/// Questions to a trace. Predictions and graders ask these, never the picture.
impl Trace {
    /// How many requests were let through in `(after, until]`, by the moment at which they went.
    pub fn admitted_between(&self, after: Moment, until: Moment) -> usize {
        self.admissions().filter(|&(at, _)| after < at && at <= until).count()
    }

    /// How many requests were let through from the start to `until`, inclusive.
    pub fn admitted_until(&self, until: Moment) -> usize {
        self.admissions().take_while(|&(at, _)| at <= until).count()
    }

    /// How many requests were refused from the start to `until`, inclusive.
    pub fn refused_until(&self, until: Moment) -> usize {
        let refused = |what: &What| matches!(what, What::Out(Output::Refuse { .. }));
        let past = self.events.iter().take_while(|event| event.at <= until);
        past.filter(|event| refused(&event.what)).count()
    }

    /// How often a state changed from the start to `until`, inclusive.
    pub fn changes_until(&self, until: Moment) -> usize {
        let change = |what: &What| matches!(what, What::Out(Output::Change { .. }));
        let past = self.events.iter().take_while(|event| event.at <= until);
        past.filter(|event| change(&event.what)).count()
    }

    /// The moment of the first refusal.
    pub fn first_refusal(&self) -> Option<Moment> {
        let refusal = |what: &What| matches!(what, What::Out(Output::Refuse { .. }));
        self.events.iter().find(|event| refusal(&event.what)).map(|event| event.at)
    }

    /// When request `id` was let through, if it was.
    pub fn admitted_at(&self, id: RequestId) -> Option<Moment> {
        self.admissions().find(|&(_, admitted)| admitted == id).map(|(at, _)| at)
    }

    /// The place of request `id` among those that were let through, in the order
    /// in which they went, from 1.
    pub fn place_of(&self, id: RequestId) -> Option<usize> {
        self.admissions().position(|(_, admitted)| admitted == id).map(|before| before + 1)
    }

    /// The most requests that were let through in any window `(t − length_ms, t]`.
    pub fn most_admitted_within_ms(&self, length_ms: u64) -> usize {
        let times: Vec<Moment> = self.admissions().map(|(at, _)| at).collect();
        let length_ns = length_ms.saturating_mul(1_000_000);
        let mut oldest = 0;
        let mut most = 0;
        for (newest, at) in times.iter().enumerate() {
            while oldest <= newest && at.as_nanos() - times[oldest].as_nanos() >= length_ns {
                oldest += 1;
            }
            most = most.max(newest + 1 - oldest);
        }
        most
    }

    /// How many requests ended as `outcome` in the second that begins at `second`.
    pub fn done_in_second(&self, outcome: Outcome, second: u64) -> usize {
        let from = Moment::from_millis(second.saturating_mul(1000));
        let until = Moment::from_millis(second.saturating_add(1).saturating_mul(1000));
        let done = |what: &What| match what {
            What::Out(Output::Done(_, o)) | What::Finish(_, o) => *o == outcome,
            _ => false,
        };
        let inside = |at: Moment| from <= at && at < until;
        self.events.iter().filter(|event| inside(event.at) && done(&event.what)).count()
    }

    /// What became of each request, by its number.
    pub fn verdicts(&self) -> BTreeMap<RequestId, Verdict> {
        let mut verdicts = BTreeMap::new();
        for event in &self.events {
            let at = event.at;
            match &event.what {
                What::Arrive(request) => {
                    let fresh = Verdict { arrived: at, accepted: Accepted::Open, outcome: None };
                    verdicts.insert(request.id, fresh);
                }
                What::Out(output) => note(&mut verdicts, at, output),
                &What::Finish(id, outcome) => {
                    verdicts.entry(id).and_modify(|v| v.outcome = Some((at, outcome)));
                }
                What::Set(_) => {}
            }
        }
        verdicts
    }

    fn admissions(&self) -> impl Iterator<Item = (Moment, RequestId)> {
        self.events.iter().filter_map(|event| match event.what {
            What::Out(Output::Admit(id)) => Some((event.at, id)),
            _ => None,
        })
    }
}

fn note(verdicts: &mut BTreeMap<RequestId, Verdict>, at: Moment, output: &Output) {
    match output {
        Output::Admit(id) => {
            verdicts.entry(*id).and_modify(|v| v.accepted = Accepted::At(at));
        }
        Output::Refuse { id, .. } => {
            verdicts.entry(*id).and_modify(|v| v.accepted = Accepted::Refused(at));
        }
        Output::Hold { id, .. } => {
            verdicts.entry(*id).and_modify(|v| v.accepted = Accepted::Waiting);
        }
        &Output::Done(id, outcome) => {
            verdicts.entry(id).and_modify(|v| v.outcome = Some((at, outcome)));
        }
        Output::Change { .. } | Output::Note(_) => {}
    }
}
