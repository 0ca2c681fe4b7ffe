//! Numbers of a run as lengths on the page. The only place where they become floats.

use clock::Moment;

/// Along the tape, in pixels a second: the same in the ribbon and in the panels.
pub(super) const PX_PER_SECOND: f64 = 160.0;

/// A whole number as a length.
#[expect(clippy::cast_precision_loss, reason = "a picture is a few thousand pixels wide")]
pub(super) const fn whole(number: i64) -> f64 {
    number as f64
}

/// A count as a length.
pub(super) fn count(number: usize) -> f64 {
    whole(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Millionths as ones.
pub(super) const fn micro(number: i64) -> f64 {
    whole(number) / 1e6
}

/// Where a moment lies on the tape, in pixels from the start of the run.
#[expect(clippy::cast_precision_loss, reason = "ten minutes in nanoseconds are exact in an f64")]
pub(super) const fn along(at: Moment) -> f64 {
    at.as_nanos() as f64 * PX_PER_SECOND / 1e9
}

/// A length as an attribute: a tenth of a pixel is as fine as anybody sees.
/// Halves go up, as they do in the player.
pub(super) fn n(length: f64) -> String {
    ((length * 10.0 + 0.5).floor() / 10.0).to_string()
}

/// The tenth of a pixel below: a measure that is written without a tail of digits.
pub(super) fn tenths(length: f64) -> f64 {
    (length * 10.0).floor() / 10.0
}

/// A point, as path data writes it.
pub(super) fn point(x: f64, y: f64) -> String {
    format!("{} {}", n(x), n(y))
}

/// A line through `points`, with `M` first. Points that fall together are one.
pub(super) fn line(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    let mut last = String::new();
    for &(x, y) in points {
        let here = point(x, y);
        if here != last {
            path.push(if path.is_empty() { 'M' } else { 'L' });
            path.push_str(&here);
            last = here;
        }
    }
    path
}

/// The same, closed down to `base`: the area under the line.
pub(super) fn area(points: &[(f64, f64)], base: f64) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    format!("{}L{}L{}z", line(points), point(last.0, base), point(first.0, base))
}

/// A quantity that holds until it jumps: `points` with a corner at each jump,
/// and none where nothing changes.
pub(super) fn stairs(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for &(x, y) in points {
        match corners.as_mut_slice() {
            [.., (_, a), (end, b)] if same(*a, y) && same(*b, y) => *end = x,
            [.., (_, before)] if !same(*before, y) => {
                let before = *before;
                corners.extend([(x, before), (x, y)]);
            }
            _ => corners.push((x, y)),
        }
    }
    corners
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < f64::EPSILON
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_has_at_most_one_decimal_and_no_negative_zero() {
        assert_eq!([n(3.0), n(2.25), n(-0.01), n(-7.26)], ["3", "2.3", "0", "-7.3"]);
    }

    #[test]
    fn one_second_is_160_pixels() {
        assert_eq!(n(along(Moment::from_millis(2500))), "400");
    }

    #[test]
    fn a_staircase_holds_its_value_until_it_jumps() {
        let corners = stairs(&[(0.0, 1.0), (3.0, 1.0), (5.0, 1.0), (8.0, 1.0), (8.0, 2.0)]);
        assert_eq!(line(&corners), "M0 1L8 1L8 2");
        assert_eq!(line(&stairs(&[(0.0, 1.0), (8.0, 2.0)])), "M0 1L8 1L8 2");
    }

    #[test]
    fn an_area_is_closed_along_its_base() {
        assert_eq!(area(&[(0.0, 1.0), (8.0, 2.0)], 9.0), "M0 1L8 2L8 9L0 9z");
    }
}
