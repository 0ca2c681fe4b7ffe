//! Token bucket.
fn main() {}
