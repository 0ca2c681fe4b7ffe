//! What the benchmarks share: a sample in which all threads are busy from its
//! beginning to its end, and the table that is printed after the run.

mod rivals;
mod sample;
mod table;
mod waiting;

pub use rivals::{ratio, ratio_of};
pub use sample::{Sample, sample};
pub use table::Table;
pub use waiting::{Paced, paced};
