use std::time::Duration;

use breaker::{Counted, Refused, Settings, Slow, State, Trigger, Verdict, Window};
use clock::Moment;

/// A breaker that remembers everything: every state that it was ever in, every
/// call, every result. Each answer is found by looking through all of it.
pub struct Reference {
    settings: Settings,
    /// Each state with the moment at which it began. The last one is in force.
    states: Vec<(State, Moment)>,
    /// Each call that asked.
    asked: Vec<Asked>,
    /// Each result that counted.
    results: Vec<Counts>,
    latest: Moment,
    pub late: u64,
    pub ignored: u64,
}

struct Asked {
    generation: usize,
    at: Moment,
    sent: bool,
    ended: bool,
}

#[derive(Clone, Copy)]
struct Counts {
    generation: usize,
    at: Moment,
    failed: bool,
    took: Duration,
}

impl Reference {
    pub fn new(settings: Settings) -> Self {
        let states = vec![(State::Closed, Moment::ZERO)];
        let (asked, results) = (vec![], vec![]);
        Self { settings, states, asked, results, latest: Moment::ZERO, late: 0, ignored: 0 }
    }

    pub fn generation(&self) -> usize {
        self.states.len() - 1
    }

    fn last(&self) -> (State, Moment) {
        *self.states.last().expect("one at least")
    }

    fn until(&self) -> Option<Moment> {
        let (state, since) = self.last();
        (state == State::Open).then(|| since + self.settings.cool_off)
    }

    /// What shows.
    pub fn state(&self, now: Moment) -> State {
        match self.until() {
            Some(until) if now.max(self.latest) >= until => self.first_trial(),
            _ => self.last().0,
        }
    }

    fn first_trial(&self) -> State {
        let first = self.settings.steps.first();
        first.map_or(State::HalfOpen, |&percent| State::Recovering { percent })
    }

    /// Asks; the number of the call, if it is sent.
    pub fn ask(&mut self, now: Moment) -> Result<usize, Refused> {
        self.latest = self.latest.max(now);
        let (at, state) = (self.latest, self.state(self.latest));
        if state != self.last().0 {
            self.states.push((state, at));
        }
        let generation = self.generation();
        let before = self.asked.iter().filter(|asked| asked.generation == generation).count();
        let refused = match state {
            State::Closed | State::ForcedClosed => None,
            State::Open => Some(Refused::Open { retry_at: self.until().expect("open") }),
            State::ForcedOpen => Some(Refused::ForcedOpen),
            State::HalfOpen => {
                (self.out() >= self.settings.probes as usize).then_some(Refused::HalfOpenFull)
            }
            State::Recovering { percent } => {
                let every = 100_usize.div_ceil(percent.into());
                (before % every != 0).then_some(Refused::Recovering { percent })
            }
        };
        self.asked.push(Asked { generation, at, sent: refused.is_none(), ended: false });
        refused.map_or(Ok(self.asked.len() - 1), Err)
    }

    /// Calls of this state that were sent and have not ended.
    pub fn out(&self) -> usize {
        let now = self.generation();
        let out = |asked: &&Asked| asked.generation == now && asked.sent && !asked.ended;
        self.asked.iter().filter(out).count()
    }

    /// Good results in a row of this state: one bad one would have ended it.
    pub fn good(&self) -> usize {
        self.results.iter().filter(|result| result.generation == self.generation()).count()
    }

    pub fn end(&mut self, now: Moment, call: usize, verdict: Verdict) -> Counted {
        self.latest = self.latest.max(now);
        let at = self.latest;
        let (generation, took) = (self.asked[call].generation, at.since(self.asked[call].at));
        self.asked[call].ended = true;
        if generation != self.generation() {
            self.late += 1;
            return Counted::Late;
        }
        if verdict == Verdict::Ignored {
            self.ignored += 1;
            return Counted::Ignored;
        }
        self.results.push(Counts { generation, at, failed: verdict == Verdict::Failure, took });
        if let Some(next) = self.next() {
            self.states.push((next, at));
        }
        Counted::Yes
    }

    pub fn drop(&mut self, call: usize) {
        self.asked[call].ended = true;
    }

    pub fn force(&mut self, now: Moment, state: State) {
        self.latest = self.latest.max(now);
        if self.last().0 != state || state == State::Closed {
            self.states.push((state, self.latest));
        }
    }

    /// Where the last result leads, if anywhere.
    fn next(&self) -> Option<State> {
        let last = self.results.last()?;
        match self.last().0 {
            State::Closed => self.trips().then_some(State::Open),
            State::HalfOpen | State::Recovering { .. } if last.failed || self.is_slow(last) => {
                Some(State::Open)
            }
            state @ (State::HalfOpen | State::Recovering { .. }) => {
                let enough = self.good() >= self.settings.successes as usize;
                enough.then(|| self.after(state))
            }
            _ => None,
        }
    }

    /// The step after this one, or closed.
    fn after(&self, state: State) -> State {
        let step = |&percent: &u8| State::Recovering { percent };
        let mut steps = self.settings.steps.iter().map(step).skip_while(|&step| step != state);
        steps.nth(1).unwrap_or(State::Closed)
    }

    fn is_slow(&self, result: &Counts) -> bool {
        let Some(Slow::Ratio { over, .. }) = self.settings.slow else { return false };
        result.took > over
    }

    fn trips(&self) -> bool {
        let now = self.latest;
        let over = |(samples, bad): (usize, usize), percent: u32, min: u32| {
            samples >= min as usize && bad * 100 >= percent as usize * samples
        };
        let slow = match self.settings.slow {
            None | Some(Slow::P95 { .. }) => false,
            Some(Slow::Ratio { percent, window, min_samples, .. }) => {
                over(self.within(now, window, |result| self.is_slow(result)), percent, min_samples)
            }
        };
        slow || match self.settings.trigger {
            Trigger::Consecutive(most) => self.row() >= most as usize,
            Trigger::Ratio { percent, window, min_samples } => {
                over(self.within(now, window, |result| result.failed), percent, min_samples)
            }
        }
    }

    fn row(&self) -> usize {
        let results = self.results.iter().rev();
        let now = results.take_while(|result| result.generation == self.generation());
        now.take_while(|result| result.failed).count()
    }

    /// All results of this state that the window holds, and the bad ones of them.
    fn within(&self, now: Moment, window: Window, bad: impl Fn(&Counts) -> bool) -> (usize, usize) {
        let results = self.results.iter().rev();
        let all = results.take_while(|result| result.generation == self.generation());
        let held: Vec<_> = match window {
            Window::Calls(calls) => all.take(calls as usize).collect(),
            Window::Time(time) => {
                let slot_ns = time.as_nanos() / 10;
                // A slot is dropped as a whole when its start is a window old.
                let start_ns = |at: Moment| u128::from(at.as_nanos()) / slot_ns * slot_ns;
                all.filter(|result| start_ns(now) - start_ns(result.at) < 10 * slot_ns).collect()
            }
        };
        (held.len(), held.into_iter().filter(|result| bad(result)).count())
    }

    /// What the trigger goes by, as [`breaker::Machine`] shows it.
    pub fn counts(&self, now: Moment) -> (u64, u64) {
        let (samples, failed) = match (self.last().0, self.settings.trigger) {
            (State::Closed | State::ForcedClosed, Trigger::Consecutive(_)) => {
                (self.row(), self.row())
            }
            (State::Closed | State::ForcedClosed, Trigger::Ratio { window, .. }) => {
                self.within(now.max(self.latest), window, |result| result.failed)
            }
            _ => (0, 0),
        };
        (samples as u64, failed as u64)
    }
}
