// Caught by: a_dead_service_is_left_alone
// Shipped by: nobody we know of
// Ask: The service is down for two minutes, and a probe takes 100 ms to fail. How many cool-offs begin in one minute, and how many probes go?
// It asks a dead service once a second.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 1_000,
    probes: 1,
    successes: 5,
};
