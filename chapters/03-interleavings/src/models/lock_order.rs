//! Money goes from one account to another, under the locks of
//! both. Two transfers go in opposite directions.

use super::{Found, Model};
use crate::sync::Mutex;
use crate::thread;
use std::sync::Arc;

type Account = Mutex<u32>;

fn transfer(from: &Account, to: &Account) {
    let mut from = from.lock().expect("nobody panics");
    let mut to = to.lock().expect("nobody panics");
    *from -= 1;
    *to += 1;
}

fn model() -> u32 {
    let accounts = Arc::new([Mutex::new(5), Mutex::new(5)]);
    let (there, back) = (accounts.clone(), accounts.clone());
    thread::both(move || transfer(&there[0], &there[1]), move || transfer(&back[1], &back[0]));
    let left = |account: &Account| *account.lock().expect("nobody panics");
    left(&accounts[0]) + left(&accounts[1])
}

fn nothing_lost(sum: &u32) -> bool {
    *sum == 10
}

pub(super) const MODEL: Model = Model {
    name: "lock-order",
    title: "Two locks, in two orders",
    teaches: "Each thread holds what the other one waits for. One order for all locks prevents it.",
    rule: "both transfers end, and the accounts hold 10 together",
    threads: 2,
    memory: &["account 0", "account 1"],
    code: include_str!("lock_order.rs"),
    explore: |explorer| Found::of(explorer.try_explore(model, nothing_lost)),
};
