//! The breaker that threads and futures share, on a clock that is pushed by hand.
//! `solutions/` runs these same files against wrong versions of it.

use breaker::{
    Breaker, CallError, Counted, Machine, Outcome, Refused, Settings, State, Trigger, Verdict, Why,
};

#[path = "breaker/start.rs"]
mod start;

#[path = "breaker/calls.rs"]
mod calls;
#[path = "breaker/futures.rs"]
mod futures;
#[path = "breaker/judged.rs"]
mod judged;
#[path = "breaker/permits.rs"]
mod permits;
#[path = "breaker/told.rs"]
mod told;
