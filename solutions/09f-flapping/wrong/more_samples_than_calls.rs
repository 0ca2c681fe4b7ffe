// Caught by: the_numbers_make_a_breaker
// Shipped by: configurations in the field; spec R-18 makes it an error
// Ask: How many outcomes does this breaker remember, and at which call will it have as many as `min_samples`?
// It wants more samples than it remembers.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 10,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
