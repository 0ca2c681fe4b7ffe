//! A breaker tells its changes to a wall, and not under its own
//! lock. Thread A opens it; thread B makes it half-open, if it
//! is open by then.

use super::{Found, Model};
use crate::sync::Mutex;
use crate::thread;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Closed,
    Open,
    HalfOpen,
}

struct Breaker {
    state: Mutex<State>,
    wall: Mutex<Vec<State>>,
}

impl Breaker {
    fn change(&self, from: State, to: State) {
        let mut state = self.state.lock().expect("nobody panics");
        if *state != from {
            return;
        }
        *state = to;
        drop(state);
        self.wall.lock().expect("nobody panics").push(to);
    }
}

fn model() -> Vec<State> {
    let (state, wall) = (Mutex::new(State::Closed), Mutex::new(Vec::new()));
    let breaker = Arc::new(Breaker { state, wall });
    let (first, second) = (breaker.clone(), breaker.clone());
    let open = move || first.change(State::Closed, State::Open);
    thread::both(open, move || second.change(State::Open, State::HalfOpen));
    breaker.wall.lock().expect("nobody panics").clone()
}

fn in_order(wall: &Vec<State>) -> bool {
    wall.is_sorted()
}

pub(super) const MODEL: Model = Model {
    name: "told-late",
    title: "A change that is told after the lock",
    teaches: "Whoever changes first is not always the one who speaks first.",
    rule: "the wall says the changes in the order in which they happened",
    threads: 2,
    memory: &["state", "wall"],
    code: include_str!("told_late.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, in_order)),
};
