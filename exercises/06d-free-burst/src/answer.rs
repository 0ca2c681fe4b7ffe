// The one file to edit. The task is in README.md; `cargo test -p free-burst` grades it.
//
// This is the test that a library had. It passes, and so the library was shipped.

use super::versions::{Bucket, Limit, Rate};

/// Panics if a bucket that `new` makes breaks one of the rules in README.md, and
/// returns if it keeps them all.
///
/// `new` may be called as often as you like; each bucket is full at 0. Times are
/// milliseconds. `bucket.take(n, now)` takes `n` tokens if they are there, and says
/// whether they were. `bucket.owe(n, now)` takes them in any case and says when they
/// are all there. `bucket.set(limit, now)` changes it.
///
/// `Limit::new(10, 5)` is ten a second and a burst of five, `Limit::unlimited(5)` no
/// limit and a burst of five when that is over. A rate is 0 to 1000, a burst 1 to 1000.
pub fn test(new: &dyn Fn(Limit) -> Box<dyn Bucket>) {
    let mut bucket = new(Limit::new(10, 5));
    assert!(bucket.take(5, 0), "a new bucket is full");
    bucket.set(Limit::new(20, 5), 0);
    assert!(bucket.take(1, 50), "at twenty a second the next token comes after 50 ms");
}
