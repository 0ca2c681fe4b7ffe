#![doc = include_str!("../README.md")]
#![doc(test(attr(deny(warnings))))]

mod arrivals;
mod calls;
mod checkpoint;
mod compare;
pub mod dependency;
mod expect;
pub mod first_try;
mod frame;
mod lines;
mod mechanism;
mod probe;
mod queries;
mod query;
mod replay;
mod rng;
mod run;
mod scenario;
mod seen;
pub mod service;
pub mod sleepers;
pub mod staged;
mod subject;
pub mod text;
mod timeline;
mod trace;
mod within;

pub use arrivals::Arrivals;
pub use calls::Calls;
pub use checkpoint::{Checkpoint, checkpoint};
pub use compare::{Divergence, first_divergence};
pub use dependency::Dependency;
pub use expect::Expected;
pub use frame::{Frame, Narrate, Reading, Step};
pub use lines::{LineSink, MARKER, ParseError, Received, parse_scenario, receive, scenario_lines};
pub use mechanism::{Curated, Knob, Mechanism, lit};
pub use probe::probe;
pub use queries::{Accepted, Verdict};
pub use query::{Answer, Query};
pub use replay::{Call, Replay, TELL};
pub use rng::Rng;
pub use run::{RunError, Sink, run, run_into};
pub use scenario::{Intervention, Params, Planned, Press, Scenario, ScenarioError, limits};
pub use seen::Seen;
pub use subject::{
    Gauge, Gauges, Input, Law, Outcome, Output, Request, RequestId, Setting, Subject, Unit,
};
pub use trace::{Event, Keyframe, Trace, What};
pub use within::{run_within, within};
