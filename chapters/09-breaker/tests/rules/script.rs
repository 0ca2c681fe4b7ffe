// A machine that is told what happens in whole milliseconds.

use std::time::Duration;

use clock::Moment;

use super::{Counted, Machine, Refused, Settings, State, Ticket, Trigger, Verdict, Window};

pub fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

/// Three failures in a row, 1000 ms, one probe at a time, one good one closes it.
pub fn three() -> Settings {
    Settings {
        trigger: Trigger::Consecutive(3),
        cool_off: Duration::from_secs(1),
        probes: 1,
        successes: 1,
        ..Settings::default()
    }
}

/// A ratio over the last calls, and the rest as in `three`.
pub fn ratio(percent: u32, calls: u32, min_samples: u32) -> Settings {
    let window = Window::Calls(calls);
    Settings { trigger: Trigger::Ratio { percent, window, min_samples }, ..three() }
}

/// A ratio over a time, and the rest as in `three`.
pub fn timed(percent: u32, window_ms: u64, min_samples: u32) -> Settings {
    let window = Window::Time(Duration::from_millis(window_ms));
    Settings { trigger: Trigger::Ratio { percent, window, min_samples }, ..three() }
}

pub fn machine(settings: Settings) -> Machine {
    Machine::new(settings).expect("settings that are possible")
}

/// One word an event, as in a log.
pub trait Script {
    fn ask(&mut self, at_ms: u64) -> Result<Ticket, Refused>;
    fn ok(&mut self, ticket: Ticket, at_ms: u64) -> Counted;
    fn fail(&mut self, ticket: Ticket, at_ms: u64) -> Counted;
    fn ignore(&mut self, ticket: Ticket, at_ms: u64) -> Counted;
    fn shows(&self, at_ms: u64) -> State;

    /// Asks, and is let through.
    fn call(&mut self, at_ms: u64) -> Ticket {
        self.ask(at_ms).unwrap_or_else(|refused| panic!("at {at_ms} ms: {refused}"))
    }

    /// Calls that are let through and end at once: `s` well, `f` not.
    fn calls(&mut self, results: &str, at_ms: u64) {
        for result in results.chars() {
            let ticket = self.call(at_ms);
            let counted =
                if result == 's' { self.ok(ticket, at_ms) } else { self.fail(ticket, at_ms) };
            assert_eq!(counted, Counted::Yes);
        }
    }

    /// `n` calls of one result.
    fn many(&mut self, n: usize, result: &str, at_ms: u64) {
        self.calls(&result.repeat(n), at_ms);
    }

    /// Three failures at once.
    fn trip(&mut self, at_ms: u64) {
        self.calls("fff", at_ms);
        assert_eq!(self.shows(at_ms), State::Open);
    }
}

impl Script for Machine {
    fn ask(&mut self, at_ms: u64) -> Result<Ticket, Refused> {
        self.acquire(ms(at_ms))
    }
    fn ok(&mut self, ticket: Ticket, at_ms: u64) -> Counted {
        self.report(ms(at_ms), ticket, Verdict::Success)
    }
    fn fail(&mut self, ticket: Ticket, at_ms: u64) -> Counted {
        self.report(ms(at_ms), ticket, Verdict::Failure)
    }
    fn ignore(&mut self, ticket: Ticket, at_ms: u64) -> Counted {
        self.report(ms(at_ms), ticket, Verdict::Ignored)
    }
    fn shows(&self, at_ms: u64) -> State {
        self.state(ms(at_ms))
    }
}
