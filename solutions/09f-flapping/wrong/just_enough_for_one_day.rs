// Caught by: on_other_days_it_is_the_same
// Shipped by: nobody we know of
// A window that a deploy does not fill at 20 calls a second; at 50 it does.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 40,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
