//! Traced atomics. Each keeps a plain std atomic as well: outside an
//! exploration it is the memory; inside, it holds the value written last, which
//! tells a fresh read from a stale one.

mod traced;

use crate::run;
use crate::step::{Act, Op};
use loom::sync::atomic as model;
use std::fmt;
use std::panic::Location;
use std::sync::atomic as plain;
use std::sync::atomic::Ordering::{self, Relaxed};
use traced::Traced;

macro_rules! atomic {
    ($name:ident, $word:ty, $($method:ident $op:ident $does:literal),*) => {
        #[doc = concat!("[`std::sync::atomic::", stringify!($name), "`], traced when it is made inside an exploration.")]
        pub struct $name {
            plain: plain::$name,
            traced: Option<Traced<model::$name>>,
        }

        impl $name {
            /// A new atomic; traced when it is made inside an exploration.
            pub fn new(value: $word) -> Self {
                let traced = Traced::new(|| model::$name::new(value));
                Self { plain: plain::$name::new(value), traced }
            }

            /// Reads. Under loom it may see an old value, as far as the
            /// orderings allow one.
            #[track_caller]
            pub fn load(&self, order: Ordering) -> $word {
                let Some(traced) = self.arrive() else {
                    return self.plain.load(order);
                };
                let read = traced.load(|cell| cell.load(order));
                let fresh = self.plain.load(order) == read;
                note(Act::new(Op::Load, traced.tag.object).read(read), fresh);
                read
            }

            /// Writes, whatever is there.
            #[track_caller]
            pub fn store(&self, value: $word, order: Ordering) {
                let Some(Traced { cell, tag, .. }) = self.arrive() else {
                    return self.plain.store(value, order);
                };
                run::in_loom(|| cell.store(value, order));
                self.plain.store(value, order);
                note(Act::new(Op::Store, tag.object).wrote(value), true);
            }

            /// Writes, and returns what was there.
            #[track_caller]
            pub fn swap(&self, value: $word, order: Ordering) -> $word {
                self.change(Op::Swap, |cell| cell.swap(value, order), |cell| cell.swap(value, order))
            }

            /// Writes `new` if `current` is there; returns what was there, as
            /// `Ok` if it wrote.
            #[track_caller]
            pub fn compare_exchange(
                &self,
                current: $word,
                new: $word,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$word, $word> {
                let Some(Traced { cell, tag, .. }) = self.arrive() else {
                    return self.plain.compare_exchange(current, new, success, failure);
                };
                let result = run::in_loom(|| cell.compare_exchange(current, new, success, failure));
                self.note_exchange(tag.object, current, new, result);
                result
            }

            /// As [`Self::compare_exchange`], but outside an exploration it
            /// may fail although `current` is there: use it in a loop. Loom
            /// never lets it fail like that.
            #[track_caller]
            pub fn compare_exchange_weak(
                &self,
                current: $word,
                new: $word,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$word, $word> {
                if self.arrive().is_none() {
                    return self.plain.compare_exchange_weak(current, new, success, failure);
                }
                self.compare_exchange(current, new, success, failure)
            }

            /// A compare-exchange loop around `decide`, which is asked anew
            /// with each value that the exchange lost to. `Ok` with what was
            /// there if it wrote.
            #[track_caller]
            pub fn fetch_update(
                &self,
                set: Ordering,
                fetch: Ordering,
                mut decide: impl FnMut($word) -> Option<$word>,
            ) -> Result<$word, $word> {
                let mut seen = self.load(fetch);
                while let Some(next) = decide(seen) {
                    match self.compare_exchange_weak(seen, next, set, fetch) {
                        Ok(before) => return Ok(before),
                        Err(other) => seen = other,
                    }
                }
                Err(seen)
            }

            /// [`Self::fetch_update`] under its newer name.
            #[track_caller]
            pub fn try_update(
                &self,
                set: Ordering,
                fetch: Ordering,
                decide: impl FnMut($word) -> Option<$word>,
            ) -> Result<$word, $word> {
                self.fetch_update(set, fetch, decide)
            }

            /// [`Self::fetch_update`] that always writes; returns what was
            /// there.
            #[track_caller]
            pub fn update(
                &self,
                set: Ordering,
                fetch: Ordering,
                mut decide: impl FnMut($word) -> $word,
            ) -> $word {
                match self.fetch_update(set, fetch, |seen| Some(decide(seen))) {
                    Ok(before) | Err(before) => before,
                }
            }

            $(
                #[doc = $does]
                #[track_caller]
                pub fn $method(&self, value: $word, order: Ordering) -> $word {
                    self.change(
                        Op::$op,
                        |cell| cell.$method(value, order),
                        |cell| cell.$method(value, order),
                    )
                }
            )*

            /// The value, at the end of its life.
            pub fn into_inner(self) -> $word {
                self.plain.into_inner()
            }

            /// A read-modify-write: it always reads the value written last.
            #[track_caller]
            fn change(
                &self,
                op: Op,
                on_plain: impl Fn(&plain::$name) -> $word,
                on_model: impl FnOnce(&model::$name) -> $word,
            ) -> $word {
                let Some(Traced { cell, tag, .. }) = self.arrive() else {
                    return on_plain(&self.plain);
                };
                let read = run::in_loom(|| on_model(cell));
                let wrote = {
                    let copy = plain::$name::new(read);
                    on_plain(&copy);
                    copy.into_inner()
                };
                let fresh = self.plain.swap(wrote, Relaxed) == read;
                note(Act::new(op, tag.object).read(read).wrote(wrote), fresh);
                read
            }

            #[track_caller]
            fn note_exchange(&self, object: usize, current: $word, new: $word, result: Result<$word, $word>) {
                match result {
                    Ok(read) => {
                        let fresh = self.plain.swap(new, Relaxed) == read;
                        note(Act::new(Op::Exchange, object).read(read).wrote(new), fresh);
                    }
                    Err(read) => {
                        let fresh = self.plain.load(Relaxed) == read;
                        note(Act::new(Op::ExchangeRefused, object).read(read).expected(current), fresh);
                    }
                }
            }

            /// The memory to use through loom, if it is to be used so.
            fn arrive(&self) -> Option<&Traced<model::$name>> {
                self.traced.as_ref().filter(|traced| run::arrive(traced.tag))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.plain.fmt(f)
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new(<$word>::default())
            }
        }

        impl From<$word> for $name {
            fn from(value: $word) -> Self {
                Self::new(value)
            }
        }
    };
}

macro_rules! integers {
    ($($name:ident $word:ty),*) => {$(
        atomic!(
            $name, $word,
            fetch_add Add "Adds, wrapping, and returns what was there.",
            fetch_sub Sub "Subtracts, wrapping, and returns what was there.",
            fetch_max Max "Raises to `value` if that is more, and returns what was there.",
            fetch_min Min "Lowers to `value` if that is less, and returns what was there.",
            fetch_or Or "Sets the bits of `value`, and returns what was there.",
            fetch_and And "Clears the bits not in `value`, and returns what was there.",
            fetch_xor Xor "Flips the bits of `value`, and returns what was there.",
            fetch_nand Nand "Writes `!(old & value)`, and returns what was there."
        );
    )*};
}

integers!(AtomicU32 u32, AtomicU64 u64, AtomicUsize usize, AtomicI32 i32, AtomicI64 i64);

atomic!(
    AtomicBool, bool,
    fetch_or Or "Sets the flag if `value`, and returns what was there.",
    fetch_and And "Clears the flag unless `value`, and returns what was there.",
    fetch_xor Xor "Flips the flag if `value`, and returns what was there.",
    fetch_nand Nand "Writes `!(old & value)`, and returns what was there."
);

#[track_caller]
fn note(act: Act, fresh: bool) {
    run::note(act, fresh, Location::caller());
}
