// Caught by: the_numbers_make_a_breaker
// Shipped by: nobody we know of
// Ask: It opens at 1000 ms. Until when does it refuse, and which is the first call that is refused?
// It does not rest at all.

use super::stage::Settings;

pub const SETTINGS: Settings =
    Settings { calls: 100, percent: 50, min_samples: 20, cool_off_ms: 0, probes: 1, successes: 2 };
