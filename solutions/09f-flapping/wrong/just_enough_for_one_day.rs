// Caught by: on_other_days_it_is_the_same
// Shipped by: nobody we know of
// Ask: A deploy fails all calls for half a second. How many are that at 20 calls a second, how many at 50, and how many open this window?
// A window that a deploy does not half fill at 20 calls a second; at 50 it does.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 40,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
