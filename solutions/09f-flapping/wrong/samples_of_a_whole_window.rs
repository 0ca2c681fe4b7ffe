// Caught by: an_outage_opens_it_before_it_costs_too_much
// Shipped by: tower-resilience-circuitbreaker 0.13.0 (mcp-proxy#220), which waits for a full window
// Ask: The service is down when the breaker is made. How many outcomes does it know after 40 failures, and for how many does it wait?
// A breaker that was made during an outage waits for a hundred failures.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 100,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
