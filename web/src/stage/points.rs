//! A gauge as the points of its curve.

use clock::Moment;
use simulation::{Keyframe, Trace};

/// Makes one number of the gauges, which are asked for by their place.
pub(super) type Value<'v> = dyn Fn(&dyn Fn(usize) -> i64) -> f64 + 'v;

/// What `value` makes of the gauges from `from` to `until`: a point at both
/// ends and one at every keyframe between them. At a jump there are two.
///
/// The gauges of `trace` move in straight lines between these points, or hold,
/// as their law says; `value` must be linear in those that move.
pub(super) fn points(
    trace: &Trace,
    from: Moment,
    until: Moment,
    value: &Value<'_>,
) -> Vec<(Moment, f64)> {
    let at = |at: Moment| {
        let values: Vec<i64> = trace.reading(at).iter().map(|(_, value)| value).collect();
        (at, value(&|index| values.get(index).copied().unwrap_or(0)))
    };
    let keyframes = &trace.keyframes;
    let inside = keyframes.partition_point(|keyframe| keyframe.at <= from)
        ..keyframes.partition_point(|keyframe| keyframe.at <= until);
    let between = keyframes.get(inside).unwrap_or(&[]).iter().map(|Keyframe { at, values }| {
        (*at, value(&|index| values.get(index).copied().unwrap_or(0)))
    });
    std::iter::once(at(from)).chain(between).chain(std::iter::once(at(until))).collect()
}
