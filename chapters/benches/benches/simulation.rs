//! Ten million requests through each limiter, in one process: how many requests
//! a second the simulation carries when nobody keeps the trace.
//!
//! A run holds at most 20 000 requests, so it is five hundred runs, each of ten
//! seconds. The verdicts are counted, and nothing else is kept.

#![allow(missing_docs, reason = "a benchmark")]

use clock::{Clock, Moment, SystemClock};
use simulation::{
    Arrivals, Event, Gauge, Mechanism, Output, Params, Scenario, Sink, What, limits, run_into,
};

/// So many requests go through each limiter.
const ALL: usize = 10_000_000;
const LENGTH_MS: u64 = 10_000;

/// Counts, and forgets.
#[derive(Default)]
struct Count {
    arrived: usize,
    let_through: usize,
    refused: usize,
}

impl Sink for Count {
    fn heads(&mut self, _heads: &[Gauge]) {}

    fn event(&mut self, event: Event) {
        match event.what {
            What::Arrive(_) => self.arrived += 1,
            What::Out(Output::Admit(_)) => self.let_through += 1,
            What::Out(Output::Refuse { .. }) => self.refused += 1,
            _ => {}
        }
    }

    fn keyframe(&mut self, _at: Moment, _values: &[i64]) {}

    fn keeps_keyframes(&self) -> bool {
        false
    }

    fn end(&mut self, _at: Moment) {}
}

fn main() {
    let mechanisms: [&Mechanism; 8] = [
        &window::stage::FIXED,
        &window::stage::LOG,
        &window::stage::COUNTER,
        &window::stage::TWO,
        &leaky_bucket::stage::METER,
        &leaky_bucket::stage::QUEUE,
        &token_bucket::stage::MECHANISM,
        &keyed_limits::stage::MECHANISM,
    ];
    println!("{:<18} {:>12} {:>12} {:>10}", "", "let through", "refused", "million/s");
    for mechanism in mechanisms {
        measure(mechanism);
    }
}

fn measure(mechanism: &Mechanism) {
    let per_second = u32::try_from(limits::REQUESTS_MAX as u64 * 1000 / LENGTH_MS).expect("small");
    let scenario = Scenario {
        params: mechanism.filled(&Params::new()),
        // A request at the very end would be one too many.
        until_ms: LENGTH_MS - 1,
        arrivals: vec![Arrivals::Even { per_second }],
        ..Scenario::default()
    };
    let mut count = Count::default();
    let clock = SystemClock::new();
    let began = clock.now();
    while count.arrived < ALL {
        let mut subject = (mechanism.build)(&scenario.params).expect("its own defaults");
        run_into(&scenario, subject.as_mut(), &mut count).expect("a run within the limits");
    }
    let took = clock.now().since(began).as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "ten million")]
    let million_per_second = count.arrived as f64 / took / 1e6;
    println!(
        "{:<18} {:>12} {:>12} {million_per_second:>10.1}",
        mechanism.name, count.let_through, count.refused
    );
}
