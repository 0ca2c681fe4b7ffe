//! The two rules without memory and clock, so that a test can copy a bucket and
//! look at what would have been.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use clock::Moment;
use token_bucket::{Balance, Gcra, Limit, Rate, Refused};

/// A bucket as a value.
pub trait Core: Clone + PartialEq + std::fmt::Debug {
    /// Full at 0, with `tokens` a second.
    fn full(tokens: u64, burst: u32) -> Self;
    /// Takes `n` tokens that are there by `latest`; any moment will do without one.
    fn take(&mut self, n: u32, now: Moment, latest: Option<Moment>) -> Result<Moment, Refused>;
    fn give_back(&mut self, n: u32);
    fn change(&mut self, tokens: u64, burst: u32, now: Moment);
    fn micro_tokens(&self, now: Moment) -> i64;

    fn try_take(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        self.take(n, now, Some(now)).map(drop)
    }
}

impl Core for Balance {
    fn full(tokens: u64, burst: u32) -> Self {
        Self::full(per_second(tokens, burst), Moment::ZERO)
    }
    fn take(&mut self, n: u32, now: Moment, latest: Option<Moment>) -> Result<Moment, Refused> {
        self.take(n, now, latest)
    }
    fn give_back(&mut self, n: u32) {
        self.give_back(n);
    }
    fn change(&mut self, tokens: u64, burst: u32, now: Moment) {
        self.set_limit(per_second(tokens, burst), now);
    }
    fn micro_tokens(&self, now: Moment) -> i64 {
        self.micro_tokens(now)
    }
}

/// The rule of the lock-free bucket with its word.
#[derive(Clone, Debug, PartialEq)]
pub struct Word(pub Gcra, pub u64);

impl Core for Word {
    fn full(tokens: u64, burst: u32) -> Self {
        Self(Gcra::new(per_second(tokens, burst)), Gcra::FULL)
    }
    fn take(&mut self, n: u32, now: Moment, latest: Option<Moment>) -> Result<Moment, Refused> {
        let (word, ready) = self.0.take(self.1, n, now, latest)?;
        self.1 = word;
        Ok(ready)
    }
    fn give_back(&mut self, n: u32) {
        self.1 -= self.0.cost_ns(n);
    }
    fn change(&mut self, tokens: u64, burst: u32, now: Moment) {
        let next = Gcra::new(per_second(tokens, burst));
        *self = Self(next, self.0.carry(self.1, &next, now));
    }
    fn micro_tokens(&self, now: Moment) -> i64 {
        self.0.micro_tokens(self.1, now)
    }
}

pub fn per_second(tokens: u64, burst: u32) -> Limit {
    Limit::new(Rate::per_second(tokens), burst).unwrap()
}
