//! The manual clock on the stage: every request is a sleeper.
//!
//! A request of cost 200 sleeps for 200 ms of the clock's time; it is held
//! until it is due and admitted when its waker is called. So the order of the
//! admissions *is* the order of waking (spec C-03).

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use clock::first_try::FirstClock;
use clock::{Clock, ManualClock, Moment, Timer};

use crate::{Gauges, Input, Knob, Mechanism, Output, Params, Request, RequestId, Subject, Unit};

mod curated;
mod words;

/// The manual clock, as the pages know it.
pub const MECHANISM: Mechanism = Mechanism {
    name: "sleepers",
    title: "Sleepers",
    question: "Who wakes when the clock moves, and in what order?",
    knobs: &KNOBS,
    build: |params| Ok(Box::new(Sleepers::new(params, Hand::Manual(ManualClock::new())))),
    narrator: &words::Narrator,
    lit: crate::lit,
    curated: curated::curated,
};

/// The clock of the chapter's [first try](clock::first_try), on the same stage.
pub const FIRST_TRY: Mechanism = Mechanism {
    name: "sleepers-first-try",
    title: "Sleepers, first try",
    build: |params| Ok(Box::new(Sleepers::new(params, Hand::First(FirstClock::default())))),
    ..MECHANISM
};

const KNOBS: [Knob; 1] = [Knob::number(
    "step-ms",
    "The clock moves in steps of, ms (0: from sleeper to sleeper)",
    (0, 1000),
    0,
)];

/// A clock, and who sleeps on it.
struct Sleepers {
    hand: Hand,
    /// 0: the clock goes from sleeper to sleeper.
    step_ns: u64,
    /// Who sleeps, until when, and the future: dropped, it leaves the clock.
    sleeping: BTreeMap<RequestId, (Moment, Option<Sleep>)>,
    woken: Arc<Woken>,
    woken_so_far: i64,
    now: Moment,
}

type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Sleepers {
    fn new(params: &Params, hand: Hand) -> Self {
        let step_ms = params.get(KNOBS[0].name, KNOBS[0].default).min(KNOBS[0].max);
        let (sleeping, woken) = (BTreeMap::new(), Arc::default());
        Self {
            hand,
            step_ns: step_ms * 1_000_000,
            sleeping,
            woken,
            woken_so_far: 0,
            now: Moment::ZERO,
        }
    }

    /// What the clock says at `now`: it stands still between two steps.
    fn reading(&self, now: Moment) -> Moment {
        let over = now.as_nanos().checked_rem(self.step_ns).unwrap_or(0);
        now.saturating_sub(Duration::from_nanos(over))
    }

    fn move_clock(&mut self, now: Moment) {
        self.now = now;
        let to = self.reading(now);
        if to > self.hand.now() {
            self.hand.set(to);
        }
    }

    fn arrive(&mut self, Request { id, cost, .. }: Request, out: &mut Vec<Output>) {
        let at = self.hand.now() + Duration::from_millis(cost.into());
        let waker = Waker::from(Arc::new(Sleeper { id, woken: Arc::clone(&self.woken) }));
        let sleep = self.hand.sleep(at, waker);
        self.sleeping.insert(id, (at, sleep));
        if !self.woken.holds(id) {
            out.push(Output::Hold { id, until: Some(at) });
        }
    }

    fn admit(&mut self, out: &mut Vec<Output>) {
        for id in self.woken.take() {
            if self.sleeping.remove(&id).is_some() {
                self.woken_so_far += 1;
                out.push(Output::Admit(id));
            }
        }
    }
}

impl Subject for Sleepers {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.move_clock(now);
        match input {
            Input::Arrive(request) => self.arrive(request, out),
            Input::Finish(id, _) => {
                self.sleeping.remove(&id);
            }
            Input::Wake | Input::Set(_) => {}
        }
        self.admit(out);
    }

    fn wake(&self) -> Option<Moment> {
        // Whoever is due already and still sleeps waits for the clock to move.
        let due = self.sleeping.values().map(|&(at, _)| at);
        let step_ns = self.step_ns;
        if step_ns == 0 {
            return due.filter(|&at| at > self.now).min();
        }
        let next = (self.now.as_nanos() / step_ns + 1) * step_ns;
        due.map(|at| at.as_nanos().div_ceil(step_ns) * step_ns)
            .min()
            .map(|at| Moment::from_nanos(at.max(next)))
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        gauges.step("sleeping", Unit::Count, count(self.sleeping.len()));
        gauges.step("woken", Unit::Count, self.woken_so_far);
        if self.step_ns == 0 {
            gauges.line("clock", Unit::Nanos, count(now.as_nanos()));
        } else {
            gauges.step("clock", Unit::Nanos, count(self.hand.now().as_nanos()));
        }
    }
}

fn count<T: TryInto<i64>>(value: T) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}

/// Whose hand moves the clock: the chapter's, or that of its first try.
enum Hand {
    Manual(ManualClock),
    First(FirstClock),
}

impl Hand {
    fn now(&self) -> Moment {
        match self {
            Self::Manual(clock) => clock.now(),
            Self::First(clock) => Moment::from_millis(clock.elapsed_ms(0)),
        }
    }

    /// Puts a sleeper to bed; gives its future, if this clock has such a thing.
    fn sleep(&mut self, at: Moment, waker: Waker) -> Option<Sleep> {
        match self {
            Self::Manual(clock) => {
                let clock = clock.clone();
                let mut sleep: Sleep = Box::pin(async move { clock.sleep_until(at).await });
                // One whose time has passed is ready at its first poll.
                if sleep.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
                    waker.wake();
                }
                Some(sleep)
            }
            Self::First(clock) => {
                clock.sleep_until(at.as_millis(), waker);
                None
            }
        }
    }

    fn set(&mut self, to: Moment) {
        match self {
            Self::Manual(clock) => clock.set(to),
            Self::First(clock) => clock.advance_ms(to.as_millis() - clock.elapsed_ms(0)),
        }
    }
}

/// The numbers of those who were woken, in the order of their wakers' calls.
#[derive(Default)]
struct Woken(Mutex<Vec<RequestId>>);

impl Woken {
    fn lock(&self) -> MutexGuard<'_, Vec<RequestId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn holds(&self, id: RequestId) -> bool {
        self.lock().contains(&id)
    }

    fn take(&self) -> Vec<RequestId> {
        std::mem::take(&mut *self.lock())
    }
}

/// The waker of one sleeper.
struct Sleeper {
    id: RequestId,
    woken: Arc<Woken>,
}

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.woken.lock().push(self.id);
    }
}
