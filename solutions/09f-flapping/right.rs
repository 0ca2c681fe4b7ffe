use super::stage::Settings;

pub const SETTINGS: Settings = Settings {
    // Long enough that half a second without answers is no half of it, short enough
    // that fifty failures are.
    calls: 100,
    // A service that fails two thirds of its calls is down.
    percent: 50,
    // Half of twenty is no bad luck where one of ten fails.
    min_samples: 20,
    // Six probes a minute; and nobody waits for longer after the service is well.
    cool_off_ms: 10_000,
    // One call that fails is enough to know.
    probes: 1,
    // One that goes well is not.
    successes: 2,
};
