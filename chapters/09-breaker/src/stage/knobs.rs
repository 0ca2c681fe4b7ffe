//! What the breaker of the stage, and the service behind it, are built from.

use std::time::Duration;

use simulation::{Knob, Params, dependency};

use super::{Settings, Trigger, Window};

/// The knobs. What is done by hand and the service come last: only they can be
/// turned while a run goes on.
pub const KNOBS: [Knob; 16] = [
    Knob::number("threshold", "Opens at, % failed", (1, 100), 50),
    Knob::number("min-samples", "Judges after, calls", (1, 100), 5),
    Knob::number("cool-off-ms", "Stays open, ms", (1, 60_000), 2000),
    Knob::choice(
        "trigger",
        "Opens by",
        &["the last calls", "the last seconds", "failures in a row"],
    ),
    Knob::number("window", "Remembers, calls", (1, 100), 10),
    Knob::number("window-ms", "Remembers, ms", (10, 60_000), 5000),
    Knob::number("in-a-row", "Failures in a row", (1, 24), 5),
    Knob::choice("recovery", "Tries again", &["with probes", "1, 10, 100 %"]),
    Knob::number("probes", "Probes at a time", (1, 6), 1),
    Knob::number("successes", "Good ones that close it", (1, 8), 2),
    Knob::number("copies", "Copies behind one balancer", (1, 100), 1),
    Knob::choice("hand", "By hand", &["left alone", "held open", "held closed"]),
    dependency::KNOBS[0],
    dependency::KNOBS[1],
    dependency::KNOBS[2],
    dependency::KNOBS[3],
];

/// The knobs of the first try: it counts failures, and rests.
pub(super) const FIRST_KNOBS: [Knob; 6] = [
    KNOBS[6],
    KNOBS[2],
    dependency::KNOBS[0],
    dependency::KNOBS[1],
    dependency::KNOBS[2],
    dependency::KNOBS[3],
];

/// The value of a knob, or its default.
pub(super) fn get(params: &Params, name: &str) -> u64 {
    let knob = KNOBS.iter().find(|knob| knob.name == name);
    params.get(name, knob.map_or(0, |knob| knob.default))
}

/// The settings that these parameters ask for; what is not set is at its default.
pub fn settings(params: &Params) -> Settings {
    let get = |name| get(params, name);
    let number = |name| u32::try_from(get(name)).unwrap_or(u32::MAX);
    let window = match get("trigger") {
        1 => Window::Time(Duration::from_millis(get("window-ms"))),
        _ => Window::Calls(number("window")),
    };
    let trigger = match get("trigger") {
        2 => Trigger::Consecutive(number("in-a-row")),
        _ => Trigger::Ratio {
            percent: number("threshold"),
            window,
            min_samples: number("min-samples"),
        },
    };
    Settings {
        trigger,
        slow: None,
        cool_off: Duration::from_millis(get("cool-off-ms")),
        probes: number("probes"),
        successes: number("successes"),
        steps: if get("recovery") == 1 { vec![1, 10, 100] } else { Vec::new() },
    }
}
