//! Starts the workbook.

fn main() {}
