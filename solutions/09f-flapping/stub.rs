// The one file to edit. The task is in README.md; `cargo test -p flapping` grades it.
//
// These numbers are in production. They make a breaker, and they are wrong.

use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    // How many calls are remembered: the last ones.
    calls: 10,
    // From how many of a hundred on that failed it opens.
    percent: 50,
    // With fewer outcomes than these it does not open.
    min_samples: 2,
    // How long it refuses everything, once it is open.
    cool_off_ms: 200,
    // How many probes may be under way at once, after that.
    probes: 5,
    // How many good probes in a row close it.
    successes: 1,
};
