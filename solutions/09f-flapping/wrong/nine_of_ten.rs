// Caught by: an_outage_opens_it_before_it_costs_too_much
// Shipped by: nobody we know of
// Ask: Two calls of three fail, hour after hour. Which share of its last hundred calls have failed, and at which share does it open?
// A service that fails two calls of three is well enough for it.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 90,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
