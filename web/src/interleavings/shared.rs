//! What the explorer's process and this one have in common, as text: the
//! workbook must not link a model checker, and a second reader of the same
//! lines would be a second truth.

#[allow(dead_code, reason = "the explorer uses the rest")]
#[path = "../../../chapters/03-interleavings/src/found.rs"]
mod found;
#[allow(dead_code, unused_imports, reason = "the explorer uses the rest")]
#[path = "../../../chapters/03-interleavings/src/lanes.rs"]
mod lanes;
#[allow(dead_code, reason = "the explorer uses the rest")]
#[path = "../../../chapters/03-interleavings/src/step.rs"]
mod step;

pub(crate) use found::{Counted, Found, Trouble, Which};
pub(crate) use lanes::{Lanes, Step};
pub(crate) use step::{Op, Value};
