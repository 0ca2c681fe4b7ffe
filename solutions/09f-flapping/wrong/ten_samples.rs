// Caught by: on_other_days_it_is_the_same
// Shipped by: nobody we know of
// Ten samples were enough on forty mornings.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 10,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
