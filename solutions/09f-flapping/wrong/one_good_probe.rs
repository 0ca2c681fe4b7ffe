// Caught by: a_service_that_is_half_well_does_not_fool_it
// Shipped by: a published teaching text: one success closes
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
