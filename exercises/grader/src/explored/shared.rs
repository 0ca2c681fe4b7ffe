//! What the explorer's process and this one have in common, as text: nothing
//! here links a model checker, and a second reader of the same lines would be
//! a second truth.

#[allow(dead_code, reason = "the explorer uses the rest")]
#[path = "../../../../chapters/03-interleavings/src/found.rs"]
mod found;
#[allow(dead_code, unused_imports, reason = "the explorer uses the rest")]
#[path = "../../../../chapters/03-interleavings/src/lanes.rs"]
mod lanes;
#[allow(dead_code, reason = "the explorer uses the rest")]
#[path = "../../../../chapters/03-interleavings/src/step.rs"]
mod step;

pub use found::{Counted, Found, Trouble, Which};
pub use lanes::{Lanes, Step};
pub use step::{Op, Value};
