// Caught by: an_ordinary_day_opens_nothing
// Shipped by: nobody we know of
// Ask: One call in ten fails. How many of the first twenty open it, and on how many mornings out of forty do as many fail by chance?
// Four failures of twenty open it, and one call in ten fails.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 20,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
