// How the answer stands in the simulation: each call is a future around the
// dependency's answer. A call that costs 2 has a bug: where its answer should
// be read, it panics, and the executor goes on without it.

use std::cell::Cell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use clock::{ManualClock, Moment};
use simulation::dependency::Ended;
use simulation::{
    Dependency, Gauges, Input, Outcome, Output, Params, Request, RequestId, Seen, Subject,
};

use super::answer::{Breaker, Call, Refused};

/// The answer, before the dependency of `params`.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let threshold = u32::try_from(params.get("threshold", 3)).unwrap_or(u32::MAX).max(1);
    let cool_off = Duration::from_millis(params.get("cool-off-ms", 1000));
    let clock = ManualClock::new();
    Box::new(Stage {
        breaker: Breaker::new(threshold, cool_off, clock.clone()),
        clock,
        dependency: Dependency::new(params),
        calls: Vec::new(),
        seen: Seen::new(threshold, 1, 1, cool_off),
    })
}

struct Stage {
    breaker: Arc<Breaker>,
    clock: ManualClock,
    dependency: Dependency,
    calls: Vec<(RequestId, Answer, Call<Work>)>,
    seen: Seen,
}

/// How the dependency answered, once it has.
type Answer = Rc<Cell<Option<Outcome>>>;

/// Waits for the dependency's answer.
struct Work {
    answer: Answer,
    has_a_bug: bool,
}

impl Future for Work {
    type Output = Result<(), Outcome>;

    fn poll(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.answer.get() {
            None => Poll::Pending,
            // A panic without a word on stderr: this one belongs to the run.
            Some(_) if self.has_a_bug => resume_unwind(Box::new("a bug in the call")),
            Some(Outcome::Ok) => Poll::Ready(Ok(())),
            Some(outcome) => Poll::Ready(Err(outcome)),
        }
    }
}

impl Stage {
    fn arrive(&mut self, Request { id, cost, .. }: Request, out: &mut Vec<Output>) {
        let from = self.breaker.state();
        let answer = Answer::default();
        let work = Work { answer: Rc::clone(&answer), has_a_bug: cost > 1 };
        match self.breaker.call(work) {
            Ok(call) => {
                self.calls.push((id, answer, call));
                self.dependency.send(self.seen.now(), id);
                out.push(Output::Admit(id));
            }
            Err(Refused::Open { until }) => {
                out.push(Output::Refuse {
                    id,
                    why: "the breaker is open".into(),
                    retry_at: Some(until),
                });
            }
            Err(Refused::HalfOpenFull) => {
                let why = "the probe is out".into();
                out.push(Output::Refuse { id, why, retry_at: None });
            }
        }
        self.changed(from, "the cool-off is over", out);
        if let Some(Output::Admit(id)) = out.first() {
            self.seen.went(*id, self.breaker.state());
        }
    }

    /// Polls the call whose answer has come, as an executor does.
    fn settle(&mut self, Ended { id, outcome, .. }: Ended, out: &mut Vec<Output>) {
        let Some(index) = self.calls.iter().position(|(call, ..)| *call == id) else { return };
        let from = self.breaker.state();
        let (_, answer, mut call) = self.calls.remove(index);
        answer.set(Some(outcome));
        let mut context = Context::from_waker(Waker::noop());
        let polled = catch_unwind(AssertUnwindSafe(|| Pin::new(&mut call).poll(&mut context)));
        let why = match polled {
            Ok(Poll::Ready(Ok(()))) => "was good",
            Ok(_) => "failed",
            Err(_) => "panicked",
        };
        if why == "panicked" {
            out.push(Output::Done(id, Outcome::Failed));
            out.push(Output::Note(format!("it was a panic: the task of call {id} is gone").into()));
        } else {
            out.push(Output::Done(id, outcome));
        }
        drop(call);
        self.seen.came_back(id, from, Some(why == "was good"));
        self.changed(from, &format!("call {id} {why}"), out);
    }

    fn drop_call(&mut self, id: RequestId, out: &mut Vec<Output>) {
        let from = self.breaker.state();
        self.dependency.give_up(id);
        self.calls.retain(|(call, ..)| *call != id);
        self.seen.came_back(id, from, None);
        self.changed(from, &format!("call {id} was dropped"), out);
    }

    fn changed(&mut self, from: &'static str, why: &str, out: &mut Vec<Output>) {
        let to = self.breaker.state();
        if from != to {
            self.seen.changed(to);
            let why = why.to_owned().into();
            out.push(Output::Change { from: from.into(), to: to.into(), why });
        }
    }
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.clock.set(now);
        self.seen.at(now);
        match input {
            Input::Arrive(request) => self.arrive(request, out),
            Input::Wake => {
                while let Some(ended) = self.dependency.ended(now) {
                    self.settle(ended, out);
                }
            }
            Input::Finish(id, _) => self.drop_call(id, out),
            Input::Set(setting) => {
                self.dependency.set(&setting);
            }
        }
    }

    fn wake(&self) -> Option<Moment> {
        self.dependency.due().into_iter().chain(self.seen.bend()).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        self.seen.gauges(self.breaker.state(), &self.dependency, now, gauges);
    }
}
