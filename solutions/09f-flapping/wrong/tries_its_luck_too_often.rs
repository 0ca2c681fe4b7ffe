// Caught by: a_service_that_is_half_well_does_not_fool_it
// Shipped by: nobody we know of
// Two good probes are good, but it tries twice as often.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 5_000,
    probes: 1,
    successes: 2,
};
