// Caught by: a_dead_service_is_left_alone
// Shipped by: recloser 1.4.0 and failsafe-rs 1.3.0: no limit to the probes at all
// Ask: At a dead service the first probe fails after 100 ms, or is given up after 1 s. How many of 20 calls a second have followed it by then?
// It sends what comes until the first probe has failed.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 12,
    successes: 2,
};
