#![doc = include_str!("../README.md")]

mod atomic;
mod exploration;
mod explore;
mod failure;
mod found;
mod lanes;
pub mod models;
mod mutex;
mod run;
mod step;
pub mod sync;
mod tally;
pub mod thread;

pub use exploration::{Exploration, first_broken};
pub use explore::{Explorer, explore};
pub use failure::Failure;
pub use found::{Counted, Found, Outcome, Shown, Trouble, Which};
pub use lanes::{Drawing, Lanes, ParseError, Step};
pub use step::{Op, Value};
