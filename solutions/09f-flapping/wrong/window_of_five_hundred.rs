// Caught by: an_outage_opens_it_before_it_costs_too_much
// Shipped by: nobody we know of
// Ask: The window is full of good calls when the service goes down. How many calls must fail until they are half of it, and how many may?
// Two hundred and fifty calls must fail before its window is half full of failures.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 500,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
