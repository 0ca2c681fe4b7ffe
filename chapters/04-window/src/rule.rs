use clock::Moment;

use super::limit::Limit;
use super::refused::Refused;

/// One way to count: a value that is handed the time, and decides.
pub trait Rule {
    /// Lets `n` through and counts them, or refuses and writes nothing. A `now`
    /// earlier than one that was counted is taken for that one.
    fn take(&mut self, n: u32, now: Moment) -> Result<(), Refused>;

    /// How many would pass at `now`.
    fn remaining(&self, now: Moment) -> u32;

    /// The limit in force.
    fn limit(&self) -> Limit;

    /// Goes on under another number for each window, of the same length; what was
    /// counted stays.
    fn set_limit(&mut self, limit: Limit);
}
