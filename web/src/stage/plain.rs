//! Panels for a mechanism that has no drawing of its own: its numbers, large.

use simulation::Reading;

use super::geometry::{count, n};
use super::table::value;

/// The height of one number with its name.
const PITCH: f64 = 76.0;

/// One number.
#[derive(Debug)]
pub(super) struct Number {
    pub(super) y: String,
    pub(super) name_y: String,
    pub(super) value: String,
    pub(super) name: String,
}

/// The gauges on two panels, in the subject's order, and the height of both.
pub(super) fn numbers(reading: &Reading) -> ([Vec<Number>; 2], String) {
    let all: Vec<(String, String)> = reading
        .iter()
        .map(|(gauge, v)| (gauge.name.replace('-', " "), value(gauge.unit, v)))
        .collect();
    let (left, right) = all.split_at(all.len().div_ceil(2));
    ([column(left), column(right)], n(PITCH * count(left.len()) + 8.0))
}

fn column(rows: &[(String, String)]) -> Vec<Number> {
    let number = |(i, (name, value)): (usize, &(String, String))| {
        let y = 44.0 + PITCH * count(i);
        Number { y: n(y), name_y: n(y + 22.0), value: value.clone(), name: name.clone() }
    };
    rows.iter().enumerate().map(number).collect()
}
