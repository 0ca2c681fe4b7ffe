// Caught by: an_ordinary_day_opens_nothing
// Shipped by: a published teaching text: "more than half failed", with no smallest number of samples
// Ask: The breaker has just been made, its first call is good, and the second fails. How many outcomes does it know, and what share has failed?
// Two samples are enough for it.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 2,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
