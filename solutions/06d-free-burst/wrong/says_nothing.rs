// Caught by: it_fails_on_one_that_is_replaced
// Shipped by: no library that we know of; a test that only runs the code
// Ask: Which line of your test can fail?
// It plays all the stories, and asserts nothing.

use super::versions::{Bucket, Limit, Rate};

type New<'n> = &'n dyn Fn(Limit) -> Box<dyn Bucket>;

pub fn test(new: New<'_>) {
    a_higher_burst_adds_nothing(new);
    a_lower_burst_cuts_off(new);
    the_past_came_at_the_old_rate(new);
    a_slower_rate_adds_nothing(new);
    a_part_of_a_token_stays(new);
    a_debt_stays(new);
    the_same_again_is_no_change(new);
    unlimited_for_no_time(new);
    unlimited_for_a_while(new);
    zero_and_back(new);
    a_change_that_comes_late(new);
}

fn holds(bucket: &mut Box<dyn Bucket>, count: u32, now_ms: u64) {
    for nth in 1..=count {
        bucket.take(1, now_ms + u64::from(nth) * 0);
    }
    bucket.take(1, now_ms);
}

fn drained(new: New<'_>, limit: Limit) -> Box<dyn Bucket> {
    let mut bucket = new(limit);
    holds(&mut bucket, limit.burst, 0);
    bucket
}

fn a_higher_burst_adds_nothing(new: New<'_>) {
    let mut bucket = new(Limit::new(10, 5));
    bucket.take(3, 0);
    bucket.set(Limit::new(10, 10), 0);
    holds(&mut bucket, 2, 0);
    holds(&mut bucket, 10, 5000);
}

fn a_lower_burst_cuts_off(new: New<'_>) {
    let mut bucket = new(Limit::new(10, 5));
    bucket.set(Limit::new(10, 2), 0);
    holds(&mut bucket, 2, 0);
    let mut bucket = new(Limit::new(10, 5));
    bucket.set(Limit::new(10, 2), 0);
    bucket.set(Limit::new(10, 5), 0);
    holds(&mut bucket, 2, 0);
}

fn the_past_came_at_the_old_rate(new: New<'_>) {
    let mut bucket = drained(new, Limit::new(1, 100));
    bucket.set(Limit::new(100, 100), 10_000);
    holds(&mut bucket, 10, 10_000);
    holds(&mut bucket, 1, 10_010);
}

fn a_slower_rate_adds_nothing(new: New<'_>) {
    let mut bucket = drained(new, Limit::new(100, 5));
    bucket.set(Limit::new(10, 5), 0);
    holds(&mut bucket, 0, 99);
    holds(&mut bucket, 1, 100);
}

fn a_part_of_a_token_stays(new: New<'_>) {
    let mut bucket = drained(new, Limit::new(10, 5));
    bucket.set(Limit::new(5, 5), 90);
    holds(&mut bucket, 0, 109);
    holds(&mut bucket, 1, 110);
}

fn a_debt_stays(new: New<'_>) {
    let mut bucket = drained(new, Limit::new(10, 5));
    bucket.owe(2, 0);
    bucket.set(Limit::new(10, 10), 0);
    holds(&mut bucket, 0, 299);
    holds(&mut bucket, 1, 300);
}

fn the_same_again_is_no_change(new: New<'_>) {
    let mut bucket = drained(new, Limit::new(10, 5));
    bucket.set(Limit::new(10, 5), 0);
    holds(&mut bucket, 0, 0);
}

fn unlimited_for_no_time(new: New<'_>) {
    let mut bucket = drained(new, Limit::new(10, 5));
    bucket.set(Limit::unlimited(5), 0);
    bucket.set(Limit::new(10, 5), 0);
    holds(&mut bucket, 0, 0);
    holds(&mut bucket, 5, 500);
}

fn unlimited_for_a_while(new: New<'_>) {
    let mut bucket = drained(new, Limit::new(10, 5));
    bucket.set(Limit::unlimited(5), 0);
    bucket.take(1000, 20);
    bucket.set(Limit::new(10, 5), 20);
    holds(&mut bucket, 5, 20);
}

fn zero_and_back(new: New<'_>) {
    let mut bucket = new(Limit::new(10, 5));
    bucket.set(Limit::new(0, 5), 0);
    holds(&mut bucket, 5, 0);
    holds(&mut bucket, 0, 10_000);
    bucket.set(Limit::new(10, 5), 10_000);
    holds(&mut bucket, 0, 10_000);
    holds(&mut bucket, 5, 11_000);
}

fn a_change_that_comes_late(new: New<'_>) {
    let mut bucket = new(Limit::new(10, 5));
    holds(&mut bucket, 5, 1000);
    bucket.set(Limit::new(10, 6), 500);
    holds(&mut bucket, 0, 1000);
}
