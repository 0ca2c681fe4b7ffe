//! Each mechanism beside a naive one that remembers everything and computes its
//! answer anew each time, through random histories.

#[path = "side_by_side/ops.rs"]
mod ops;
#[path = "side_by_side/packed.rs"]
mod packed;
#[path = "side_by_side/reference.rs"]
mod reference;
#[path = "side_by_side/whole.rs"]
mod whole;
#[path = "side_by_side/windows.rs"]
mod windows;

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// The seed is fixed: the same runs each time.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 200,
        rng_seed: RngSeed::Fixed(9),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
