// What the versions have in common. The file is included, so no `//!` here.

/// Counts hits. Any number of threads use it at the same time.
pub trait Counter: Send + Sync + 'static {
    /// A counter without hits.
    fn new() -> Self;

    /// Counts one hit, and says how many were there before it.
    fn hit(&self) -> u64;

    /// Takes all hits out, and says how many they were.
    fn take_all(&self) -> u64;
}
