// Caught by: a_service_that_is_half_well_does_not_fool_it
// Shipped by: nobody we know of
// Ask: Of a service that is half well, two probes in a row go well in one try of six. How many tries fit into two minutes with this cool-off?
// Two good probes are good, but after 5 s it tries its luck twice as often as after 10 s.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 5_000,
    probes: 1,
    successes: 2,
};
