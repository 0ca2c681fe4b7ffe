// Caught by: it_fails_on_one_that_is_replaced
// Shipped by: nobody we know of
// Ask: What did your bucket hold just before the change, and what would a new one hold?
// Before each change the bucket is full: to be replaced by a new one makes no difference.

use super::versions::{Bucket, Limit, Rate};

type New<'n> = &'n dyn Fn(Limit) -> Box<dyn Bucket>;

pub fn test(new: New<'_>) {
    a_lower_burst_cuts_off(new);
}

fn holds(bucket: &mut Box<dyn Bucket>, count: u32, now_ms: u64) {
    for nth in 1..=count {
        assert!(bucket.take(1, now_ms), "at {now_ms} ms token {nth} of {count} is missing");
    }
    assert!(!bucket.take(1, now_ms), "at {now_ms} ms there are more than {count} tokens");
}

fn drained(new: New<'_>, limit: Limit) -> Box<dyn Bucket> {
    let mut bucket = new(limit);
    holds(&mut bucket, limit.burst, 0);
    bucket
}

fn a_lower_burst_cuts_off(new: New<'_>) {
    let mut bucket = new(Limit::new(10, 5));
    bucket.set(Limit::new(10, 2), 0);
    holds(&mut bucket, 2, 0);
}
