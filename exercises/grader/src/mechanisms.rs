//! The mechanisms that can stand on the stage.

use breaker::stage as breaker;
use keyed_limits::stage as keyed_limits;
use leaky_bucket::stage as leaky_bucket;
use simulation::{Mechanism, service, sleepers};
use token_bucket::stage as token_bucket;
use window::stage as window;

static ALL: [&Mechanism; 18] = [
    &sleepers::MECHANISM,
    &sleepers::FIRST_TRY,
    &service::MECHANISM,
    &service::FIRST_TRY,
    &window::FIXED,
    &window::FIRST_TRY,
    &window::LOG,
    &window::COUNTER,
    &window::TWO,
    &leaky_bucket::METER,
    &leaky_bucket::METER_FIRST_TRY,
    &leaky_bucket::QUEUE,
    &token_bucket::MECHANISM,
    &token_bucket::FIRST_TRY,
    &keyed_limits::MECHANISM,
    &keyed_limits::FIRST_TRY,
    &breaker::MECHANISM,
    &breaker::FIRST_TRY,
];

/// All of them, in the order of the chapters.
pub fn all() -> &'static [&'static Mechanism] {
    &ALL
}

/// The one that links call `name`.
pub fn by_name(name: &str) -> Option<&'static Mechanism> {
    ALL.into_iter().find(|mechanism| mechanism.name == name)
}
