// Caught by: two_lists_share_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: There are two lists, a and b, and 1 goes to bed in a. Where is 1 written down, and where does `b.next()` look?
// The list is a global one: whoever sleeps on one clock is woken by any other.

use std::cell::RefCell;

use clock::Moment;

thread_local! {
    static LIST: RefCell<Vec<(Moment, u32)>> = const { RefCell::new(Vec::new()) };
}

pub struct Sleepers;

impl Sleepers {
    pub fn new() -> Self {
        Self
    }

    pub fn sleep(&mut self, id: u32, at: Moment, now: Moment) -> bool {
        if at <= now {
            return true;
        }
        LIST.with_borrow_mut(|list| list.push((at, id)));
        false
    }

    pub fn wake(&mut self, now: Moment) -> Vec<u32> {
        LIST.with_borrow_mut(|list| {
            list.sort_by_key(|&(at, _)| at);
            let due = list.partition_point(|&(at, _)| at <= now);
            list.drain(..due).map(|(_, id)| id).collect()
        })
    }

    pub fn next(&self) -> Option<Moment> {
        LIST.with_borrow(|list| list.iter().map(|&(at, _)| at).min())
    }

    pub fn forget(&mut self, id: u32) {
        LIST.with_borrow_mut(|list| list.retain(|&(_, sleeper)| sleeper != id));
    }
}
