// Caught by: it_is_back_soon_after_the_service
// Shipped by: resilience4j and gobreaker, as a default: 60 s
// Ask: The service goes down at 40 s and is well at 70 s. When does this breaker open, and when does its first probe go?
// It sleeps for a minute while the service is well.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 60_000,
    probes: 1,
    successes: 2,
};
