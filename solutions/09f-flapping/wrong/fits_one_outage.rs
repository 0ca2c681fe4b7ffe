// Caught by: it_is_back_soon_after_the_service
// Shipped by: nobody we know of
// Ask: At 20 calls a second it opens at about 42.5 s. When do its first and second probe go, and how late is the second if all is well from 73.1 s on?
// At 20 calls a second, its cool-off ends just when the first outage of the grader does.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 100,
    percent: 50,
    min_samples: 20,
    cool_off_ms: 27_500,
    probes: 1,
    successes: 2,
};
