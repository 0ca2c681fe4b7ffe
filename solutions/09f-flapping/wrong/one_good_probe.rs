// Caught by: a_service_that_is_half_well_does_not_fool_it
// Shipped by: a published teaching text: one success closes
// Ask: Six calls of ten fail. How often is a single probe one of the other four, and what does the breaker do with the calls after it?
// It is closed by the first probe that has luck.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 1,
};
