// Caught by: an_outage_opens_it_before_it_costs_too_much
// Shipped by: every breaker that only counts failures in a row: one good answer in twenty keeps it closed
// Ask: Two calls of three fail. How many good ones among its last twenty calls keep it closed, and how many are good on such a day?
// Twenty failures in a row, or it stays closed.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 20,
    percent: 100,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
