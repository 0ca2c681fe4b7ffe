use clock::Moment;

use crate::{Event, Trace};

/// Where two runs of one scenario part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// When: the earlier of the two events that differ.
    pub at: Moment,
    /// How many events they share before it.
    pub shared: usize,
    /// What the first run did there; `None` if it had nothing more to say.
    pub left: Option<Event>,
    /// What the second run did there.
    pub right: Option<Event>,
}

/// The first event in which two runs differ; `None` if all are equal.
///
/// Gauges are not compared: two mechanisms that decide alike may count in
/// different units.
pub fn first_divergence(left: &Trace, right: &Trace) -> Option<Divergence> {
    let same = |(a, b): &(&Event, &Event)| a == b;
    let shared = left.events.iter().zip(&right.events).take_while(same).count();
    let (left, right) = (left.events.get(shared), right.events.get(shared));
    let at = [left, right].into_iter().flatten().map(|event| event.at).min()?;
    Some(Divergence { at, shared, left: left.cloned(), right: right.cloned() })
}
