//! Panels for a mechanism that has no drawing of its own: its numbers, large.

use simulation::Gauge;

use super::geometry::{count, n};
use super::table::value;

/// The height of one number with its name.
const PITCH: f64 = 76.0;

/// One number.
#[derive(Debug)]
pub(super) struct Number {
    pub(super) y: String,
    pub(super) name_y: String,
    /// Its binding.
    pub(super) value: String,
    pub(super) name: String,
}

/// The gauges on two panels, in the subject's order, and the height of both.
pub(super) fn numbers(gauges: &[Gauge]) -> ([Vec<Number>; 2], String) {
    let (left, right) = gauges.split_at(gauges.len().div_ceil(2));
    ([column(left), column(right)], n(PITCH * count(left.len()) + 8.0))
}

fn column(gauges: &[Gauge]) -> Vec<Number> {
    let number = |(i, gauge): (usize, &Gauge)| {
        let y = 44.0 + PITCH * count(i);
        Number {
            y: n(y),
            name_y: n(y + 22.0),
            value: value(gauge),
            name: gauge.name.replace('-', " "),
        }
    };
    gauges.iter().enumerate().map(number).collect()
}
