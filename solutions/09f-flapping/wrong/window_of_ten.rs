// Caught by: an_ordinary_day_opens_nothing
// Shipped by: nobody we know of
// Ask: All calls fail for half a second, at 20 calls a second. How many good ones does its window still hold at the end of that?
// A deploy of half a second fills its window.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    calls: 10,
    percent: 50,
    min_samples: 10,
    cool_off_ms: 10_000,
    probes: 1,
    successes: 2,
};
