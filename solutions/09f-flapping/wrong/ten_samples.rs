// Caught by: on_other_days_it_is_the_same
// Shipped by: nobody we know of
// Ask: One call in ten fails. How many of its first ten must fail to open it? It did not happen on forty mornings: what about a thousand?
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
