//! The workbook in a browser: lessons, exercises, and the lab.
//!
//! Everything that it shows is inside the binary, so that it runs from any
//! folder and without a network. No page needs JavaScript; with it, the stages move.

pub mod address;
pub mod app;
pub mod assets;
pub mod browser;
mod compare;
pub mod contents;
pub mod highlight;
pub mod interleavings;
pub mod lab;
pub mod lesson;
pub mod listen;
pub mod live;
pub mod options;
pub mod pages;
pub mod run;
pub mod safety;
pub mod stage;

pub use grader::{mechanisms, query};
