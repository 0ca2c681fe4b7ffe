//! A traced mutex: the data is in a std mutex always (so poisoning is std's);
//! inside an exploration a loom mutex beside it decides whose turn it is.

use crate::run::{self, Tag};
use crate::step::{Act, Op};
use loom::sync::{Mutex as Turn, MutexGuard as TurnGuard};
use std::fmt;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::{LockResult, MutexGuard as DataGuard, PoisonError, TryLockError};
use std::thread::panicking;

/// [`std::sync::Mutex`], traced when it is made inside an exploration.
pub struct Mutex<T: ?Sized> {
    traced: Option<(Turn<()>, Tag)>,
    data: std::sync::Mutex<T>,
}

impl<T> Mutex<T> {
    /// A free mutex; traced when it is made inside an exploration.
    pub fn new(data: T) -> Mutex<T> {
        let traced = run::tag().map(|tag| (Turn::new(()), tag));
        Mutex { traced, data: std::sync::Mutex::new(data) }
    }

    /// The data, at the end of the mutex's life.
    ///
    /// # Errors
    ///
    /// When a thread panicked while it held the lock; the data is inside.
    pub fn into_inner(self) -> LockResult<T> {
        self.data.into_inner()
    }
}

impl<T: ?Sized> Mutex<T> {
    /// Waits until the lock is free, and takes it until the guard is dropped.
    ///
    /// # Errors
    ///
    /// When a thread panicked while it held the lock; the guard is inside.
    #[track_caller]
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        let place = Location::caller();
        let turn = match &self.traced {
            Some((turn, tag)) if run::arrive(*tag) => Some(TurnHeld::wait_for(turn, *tag, place)),
            _ => None,
        };
        match self.take_data() {
            Ok(data) => Ok(MutexGuard { data, _turn: turn }),
            Err(poisoned) => {
                let data = poisoned.into_inner();
                Err(PoisonError::new(MutexGuard { data, _turn: turn }))
            }
        }
    }

    /// The data, without locking: nobody else has the mutex.
    ///
    /// # Errors
    ///
    /// When a thread panicked while it held the lock; the data is inside.
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        self.data.get_mut()
    }

    /// Where the mutex is modelled nobody else can have the data: it is this
    /// thread's turn. Where it is not, std waits.
    fn take_data(&self) -> LockResult<DataGuard<'_, T>> {
        if self.traced.is_none() {
            return self.data.lock();
        }
        match self.data.try_lock() {
            Ok(data) => Ok(data),
            Err(TryLockError::Poisoned(poisoned)) => Err(poisoned),
            // Waiting would block the one OS thread that all lanes run on.
            Err(TryLockError::WouldBlock) => panic!(
                "a destructor locks a mutex while its thread unwinds, and \
                 another thread of the model has it"
            ),
        }
    }
}

/// The lock, until it is dropped.
pub struct MutexGuard<'a, T: ?Sized> {
    // Dropped in this order: the data first, then the turn.
    data: DataGuard<'a, T>,
    _turn: Option<TurnHeld<'a>>,
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.data
    }
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.data
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.data.fmt(f)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.data.fmt(f)
    }
}

impl<T: Default> Default for Mutex<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T> From<T> for Mutex<T> {
    fn from(data: T) -> Self {
        Self::new(data)
    }
}

/// Loom's side of a held lock.
struct TurnHeld<'a> {
    guard: Option<TurnGuard<'a, ()>>,
    tag: Tag,
    place: &'static Location<'static>,
}

impl<'a> TurnHeld<'a> {
    fn wait_for(turn: &'a Turn<()>, tag: Tag, place: &'static Location<'static>) -> Self {
        let note = |op| run::note(Act::new(op, tag.object), true, place);
        note(Op::Want);
        run::wants(tag.object);
        // Loom's lock is never poisoned: see `Drop`. (If it were, its own
        // `lock` would have panicked.)
        let guard = run::in_loom(|| turn.lock()).ok();
        run::locked(tag.object);
        note(Op::Lock);
        TurnHeld { guard, tag, place }
    }
}

impl Drop for TurnHeld<'_> {
    fn drop(&mut self) {
        if panicking() || !run::is_live(self.tag) {
            // This execution is over, and loom must not be called while it is
            // torn down.
            mem::forget(self.guard.take());
            return;
        }
        // Giving a lock back lets no other thread run; the next operation does.
        drop(self.guard.take());
        run::unlocked(self.tag.object);
        run::note(Act::new(Op::Unlock, self.tag.object), true, self.place);
    }
}
