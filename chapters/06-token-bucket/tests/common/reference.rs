//! The bucket as nobody would write it: it keeps all that ever happened, and
//! counts from the start at each question.

use clock::Moment;
use token_bucket::Refused;

use super::core::Core;

/// Counts in billionths of a token: with whole tokens a second, each nanosecond
/// brings a whole number of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// What changed it, each with its time.
    past: Vec<(Moment, Past)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Past {
    Limit { tokens: i128, burst: i128 },
    Took(i128),
    GaveBack(i128),
}

impl Past {
    fn of(tokens: u64, burst: u32) -> Self {
        Self::Limit { tokens: tokens.into(), burst: i128::from(burst) * TOKEN }
    }
}

const TOKEN: i128 = 1_000_000_000;

struct Now {
    level: i128,
    tokens: i128,
    burst: i128,
    latest: Moment,
}

impl Reference {
    /// All from the start: the first limit fills the bucket.
    fn replay(&self, now: Moment) -> Now {
        let mut state = Now { level: i128::MAX, tokens: 0, burst: i128::MAX, latest: Moment::ZERO };
        for (at, past) in &self.past {
            flow(&mut state, *at);
            match *past {
                Past::Limit { tokens, burst } => (state.tokens, state.burst) = (tokens, burst),
                Past::Took(units) => state.level -= units,
                Past::GaveBack(units) => state.level += units,
            }
            state.level = state.level.min(state.burst);
        }
        flow(&mut state, now);
        state
    }

    fn push(&mut self, now: Moment, past: Past) {
        self.past.push((now, past));
    }
}

fn flow(state: &mut Now, now: Moment) {
    if now > state.latest {
        let elapsed = i128::try_from(now.since(state.latest).as_nanos()).unwrap();
        state.level = state.level.saturating_add(state.tokens * elapsed).min(state.burst);
        state.latest = now;
    }
}

impl Core for Reference {
    fn full(tokens: u64, burst: u32) -> Self {
        Self { past: vec![(Moment::ZERO, Past::of(tokens, burst))] }
    }

    fn take(&mut self, n: u32, now: Moment, latest: Option<Moment>) -> Result<Moment, Refused> {
        let state = self.replay(now);
        let cost = i128::from(n) * TOKEN;
        if n == 0 {
            return Ok(now);
        }
        if cost > state.burst {
            let burst = u32::try_from(state.burst / TOKEN).unwrap();
            return Err(Refused::OverBurst { asked: n, burst });
        }
        let mut ready = now;
        if state.level < cost {
            // Count the nanoseconds that the missing part needs, the last one begun.
            let missing = cost - state.level;
            let whole = missing / state.tokens + i128::from(missing % state.tokens != 0);
            let wait = std::time::Duration::from_nanos(u64::try_from(whole).unwrap());
            ready = state.latest + wait;
        }
        if latest.is_some_and(|latest| ready > latest) {
            return Err(Refused::Until(ready));
        }
        self.push(now, Past::Took(cost));
        Ok(ready)
    }

    fn give_back(&mut self, n: u32) {
        let latest = self.replay(Moment::ZERO).latest;
        self.push(latest, Past::GaveBack(i128::from(n) * TOKEN));
    }

    fn change(&mut self, tokens: u64, burst: u32, now: Moment) {
        self.push(now, Past::of(tokens, burst));
    }

    fn micro_tokens(&self, now: Moment) -> i64 {
        i64::try_from(self.replay(now).level.div_euclid(1000)).unwrap()
    }
}
