// Caught by: it_is_back_soon_after_the_service
// Shipped by: nobody we know of
// Ask: One call in twenty fails. How often does a row of its good probes break off, and how much of the 15 s is left after one more cool-off?
// A long rest leaves no time for a second try, and one call in twenty fails.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 13_000,
    probes: 1,
    successes: 4,
};
