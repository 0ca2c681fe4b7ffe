// Caught by: it_is_back_soon_after_the_service
// Shipped by: nobody we know of
// Ask: Two calls come a second. How long does it take until all its good probes are back, and how much of the 15 s had the cool-off used up?
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
