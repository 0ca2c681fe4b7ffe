//! A small subject that does one thing of each kind, and scenarios for it.

#![allow(dead_code, reason = "each test binary uses a part of this")]

use std::collections::BTreeSet;

use clock::Moment;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use simulation::{
    Arrivals, Gauges, Input, Intervention, LineSink, Outcome, Output, Params, Planned, Press,
    Request, RequestId, Scenario, Setting, Sink, Subject, Trace, Unit, run,
};

/// Properties are tried with the same cases on every machine.
pub fn cases(cases: u32) -> ProptestConfig {
    let (rng_seed, failure_persistence) = (RngSeed::Fixed(7), None);
    ProptestConfig { cases, rng_seed, failure_persistence, ..ProptestConfig::default() }
}

/// Cost 0 is refused, cost 1 admitted, and everything else held for as many
/// milliseconds. Setting anything is a change of state; setting `bad` a note.
///
/// Its line rises by one a microsecond and falls to 0 with every arrival.
#[derive(Clone, Default)]
pub struct Toy {
    held: BTreeSet<(Moment, RequestId)>,
    arrived: i64,
    last: Moment,
}

impl Subject for Toy {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        match input {
            Input::Arrive(Request { id, cost, .. }) => {
                (self.arrived, self.last) = (self.arrived + 1, now);
                self.arrive(now, id, cost, out);
            }
            Input::Finish(id, _) => self.held.retain(|&(_, held)| held != id),
            Input::Wake => {
                while let Some(&(at, id)) = self.held.first().filter(|first| first.0 <= now) {
                    self.held.remove(&(at, id));
                    out.extend([Output::Admit(id), Output::Done(id, Outcome::Ok)]);
                }
            }
            Input::Set(Setting { name, .. }) if name == "bad" => {
                out.push(Output::Note("no such knob".into()));
            }
            Input::Set(Setting { name, value }) => {
                let (from, to) = ("old".into(), value.to_string().into());
                out.push(Output::Change { from, to, why: name.into() });
            }
        }
    }

    fn wake(&self) -> Option<Moment> {
        self.held.first().map(|&(at, _)| at)
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let level = i64::try_from(now.since(self.last).as_micros()).unwrap();
        gauges.line("level", Unit::MicroTokens, level);
        gauges.step("arrived", Unit::Count, self.arrived);
        gauges.step("held", Unit::Count, i64::try_from(self.held.len()).unwrap());
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}

impl Toy {
    fn arrive(&mut self, now: Moment, id: RequestId, cost: u32, out: &mut Vec<Output>) {
        match cost {
            0 => {
                let retry_at = Some(now + std::time::Duration::from_millis(7));
                out.push(Output::Refuse { id, why: "it costs nothing".into(), retry_at });
            }
            1 => out.push(Output::Admit(id)),
            _ => {
                let until = now + std::time::Duration::from_millis(cost.into());
                self.held.insert((until, id));
                out.push(Output::Hold { id, until: Some(until) });
            }
        }
    }
}

/// The run of a [`Toy`].
pub fn toy(scenario: &Scenario) -> Trace {
    run(scenario, &mut Toy::default()).expect("a run within the limits")
}

/// Exactly these requests, each `(at, cost)` in milliseconds.
pub fn list(until_ms: u64, requests: &[(u64, u32)]) -> Scenario {
    let planned = requests.iter().map(|&(at_ms, cost)| Planned::at(at_ms).cost(cost));
    let arrivals = vec![Arrivals::List(planned.collect())];
    Scenario { until_ms, arrivals, ..Scenario::default() }
}

/// The bytes of a trace.
pub fn bytes(trace: &Trace) -> String {
    let mut bytes = Vec::new();
    let mut sink = LineSink::new(&mut bytes);
    sink.heads(&trace.heads);
    for event in &trace.events {
        sink.event(event.clone());
    }
    for keyframe in &trace.keyframes {
        sink.keyframe(keyframe.at, &keyframe.values);
    }
    sink.end(trace.until);
    String::from_utf8(bytes).expect("lines are text")
}

pub fn press(at_ms: u64, press: Press) -> Intervention {
    Intervention { at_ms, press }
}

pub fn set(name: &str, value: u64) -> Press {
    Press::Set(Setting { name: name.to_owned(), value })
}

/// Text of the awkward kind: spaces, ends of lines, the escape itself, the
/// marker, letters beyond ASCII, nothing at all.
pub fn awkward() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(String::new()),
        Just("%".to_owned()),
        Just("%0020".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("@bw ".to_owned()),
        Just("\u{a0}\u{2028}\u{85}".to_owned()),
        Just("größer, 大きい, 🦀".to_owned()),
        any::<char>().prop_map(|c| c.to_string()),
        "[a-z -]{0,8}",
    ];
    vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

pub fn planned() -> impl Strategy<Value = Planned> {
    (0..200u64, 0..60u32, option::of(0..100u64)).prop_map(|(at_ms, cost, patience_ms)| Planned {
        at_ms,
        cost,
        patience_ms,
    })
}

fn arrivals() -> impl Strategy<Value = Arrivals> {
    prop_oneof![
        (0..200u32).prop_map(|per_second| Arrivals::Even { per_second }),
        (0..300u64, 0..20u32).prop_map(|(at_ms, count)| Arrivals::Burst { at_ms, count }),
        (0..300u32).prop_map(|per_second| Arrivals::Poisson { per_second }),
        (0..300u64, 0..300u64, 0..500u32).prop_map(|(from_ms, until_ms, per_second)| {
            Arrivals::Spike { from_ms, until_ms, per_second }
        }),
        vec(planned(), 0..6).prop_map(Arrivals::List),
    ]
}

fn presses() -> impl Strategy<Value = Vec<Intervention>> {
    let one = (0..300u64).prop_flat_map(|at_ms| {
        prop_oneof![
            (0..9u32).prop_map(Press::Send),
            planned().prop_map(move |one| Press::SendOne(Planned { at_ms, ..one })),
            (1..40u32).prop_map(|id| Press::Drop(RequestId(id))),
            (awkward(), any::<u64>()).prop_map(|(name, value)| set(&name, value)),
            (0..5u64).prop_map(|value| set("workers", value)),
        ]
        .prop_map(move |one| press(at_ms, one))
    });
    vec(one, 0..8).prop_map(|mut presses| {
        presses.sort_by_key(|press| press.at_ms);
        presses
    })
}

/// Any small scenario: arrivals of every kind, presses, drops and settings.
pub fn scenarios() -> impl Strategy<Value = Scenario> {
    let sources = vec(arrivals(), 0..4);
    let params = vec((awkward(), any::<u64>()), 0..3);
    (any::<u64>(), 0..400u64, sources, presses(), params).prop_map(
        |(seed, until_ms, arrivals, interventions, params)| {
            let fold = |all: Params, (name, value): (String, u64)| all.with(&name, value);
            let params = params.into_iter().fold(Params::new(), fold);
            Scenario { params, seed, until_ms, arrivals, interventions }
        },
    )
}
