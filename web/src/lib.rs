//! The workbook in a browser.

pub mod lab;
pub mod stage;
