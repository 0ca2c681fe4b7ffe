//! What one operation on shared memory looks like when it is written down.

use std::fmt;
use std::panic::Location;

/// An operation, named after the method that the learner wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Op {
    /// `load`: reads, and may see an old value.
    Load,
    /// `store`: writes without looking.
    Store,
    /// `swap`: writes, and says what was there.
    Swap,
    /// `compare_exchange`, strong or weak, that found what it wanted.
    Exchange,
    /// `compare_exchange`, strong or weak, that found something else.
    ExchangeRefused,
    /// `fetch_add`.
    Add,
    /// `fetch_sub`.
    Sub,
    /// `fetch_max`.
    Max,
    /// `fetch_min`.
    Min,
    /// `fetch_or`.
    Or,
    /// `fetch_and`.
    And,
    /// `fetch_xor`.
    Xor,
    /// `fetch_nand`.
    Nand,
    /// Arrives at `Mutex::lock`, and has to wait.
    Want,
    /// Has the lock.
    Lock,
    /// Gives the lock back (the guard is dropped).
    Unlock,
}

/// A value read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Of one of the integers; every one of them fits.
    Int(i128),
    /// Of an `AtomicBool`.
    Bool(bool),
}

/// One operation as the recorder keeps it: small, copied and compared often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawStep {
    pub lane: usize,
    pub act: Act,
    /// False when a read saw something other than the last value written.
    pub fresh: bool,
    pub place: &'static Location<'static>,
}

/// The part of a step that tells one schedule from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Act {
    pub op: Op,
    /// Which memory: numbered from 1 in the order of creation.
    pub object: usize,
    pub read: Option<Value>,
    pub wrote: Option<Value>,
    /// What a compare-exchange hoped to find.
    pub expected: Option<Value>,
}

impl Act {
    pub(crate) fn new(op: Op, object: usize) -> Act {
        Act { op, object, read: None, wrote: None, expected: None }
    }

    pub(crate) fn read(self, value: impl Word) -> Act {
        Act { read: Some(value.value()), ..self }
    }

    pub(crate) fn wrote(self, value: impl Word) -> Act {
        Act { wrote: Some(value.value()), ..self }
    }

    pub(crate) fn expected(self, value: impl Word) -> Act {
        Act { expected: Some(value.value()), ..self }
    }
}

const NAMES: [(Op, &str); 16] = [
    (Op::Load, "load"),
    (Op::Store, "store"),
    (Op::Swap, "swap"),
    (Op::Exchange, "compare_exchange"),
    (Op::ExchangeRefused, "compare_exchange_refused"),
    (Op::Add, "fetch_add"),
    (Op::Sub, "fetch_sub"),
    (Op::Max, "fetch_max"),
    (Op::Min, "fetch_min"),
    (Op::Or, "fetch_or"),
    (Op::And, "fetch_and"),
    (Op::Xor, "fetch_xor"),
    (Op::Nand, "fetch_nand"),
    (Op::Want, "wants"),
    (Op::Lock, "locks"),
    (Op::Unlock, "unlocks"),
];

impl Op {
    /// One word, without spaces; [`Op::parse`] reads it back.
    pub fn word(self) -> &'static str {
        NAMES.iter().find(|(op, _)| *op == self).map_or("?", |(_, word)| *word)
    }

    /// The operation that [`Op::word`] names, if there is one.
    pub fn parse(word: &str) -> Option<Op> {
        NAMES.iter().find(|(_, name)| *name == word).map(|(op, _)| *op)
    }

    /// Whether it concerns a lock, not an atomic.
    pub fn is_lock(self) -> bool {
        matches!(self, Op::Want | Op::Lock | Op::Unlock)
    }
}

impl Value {
    /// Reads back what `Display` writes: `true`, `false` or an integer.
    pub fn parse(word: &str) -> Option<Value> {
        match word {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => word.parse().ok().map(Value::Int),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(int) => int.fmt(f),
            Value::Bool(bool) => bool.fmt(f),
        }
    }
}

/// What can stand in an atomic here.
pub(crate) trait Word: Copy + Eq {
    fn value(self) -> Value;
}

macro_rules! words {
    ($($int:ty),*) => {$(
        impl Word for $int {
            fn value(self) -> Value {
                Value::Int(self.into())
            }
        }
    )*};
}

words!(u32, u64, i32, i64);

impl Word for usize {
    fn value(self) -> Value {
        // No machine has a pointer of more than 127 bits.
        Value::Int(self.try_into().unwrap_or(i128::MAX))
    }
}

impl Word for bool {
    fn value(self) -> Value {
        Value::Bool(self)
    }
}
