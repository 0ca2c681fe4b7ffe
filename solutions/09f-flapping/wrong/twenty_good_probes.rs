// Caught by: it_is_back_soon_after_the_service
// Shipped by: nobody we know of
// Where two calls a second come, twenty probes take ten seconds more.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 20,
};
