//! The mechanisms that can stand on the stage.

use breaker::stage as breaker;
use simulation::{Mechanism, service, sleepers};
use token_bucket::stage as token_bucket;

static ALL: [&Mechanism; 8] = [
    &sleepers::MECHANISM,
    &sleepers::FIRST_TRY,
    &service::MECHANISM,
    &service::FIRST_TRY,
    &token_bucket::MECHANISM,
    &token_bucket::FIRST_TRY,
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
