//! The words at the right of the vessel: what its heights mean.

use super::geometry::{n, point, whole};
use super::stack::{MIDDLE, Vessel};

/// Words stand between these heights: above them is the level, below them the wait.
const WORDS_TOP: f64 = 152.0;
const WORDS_BOTTOM: f64 = 256.0;
/// Lines of words are so far apart.
const LINE: f64 = 20.0;

/// One height with its meaning.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tick {
    /// From the vessel to the words.
    pub(super) leader: String,
    pub(super) x: String,
    pub(super) y: String,
    pub(super) words: String,
}

/// The ticks of one vessel, from the lowest up.
pub(super) fn ticks(vessel: &Vessel, over: i64) -> Vec<Tick> {
    let mut heights = Vec::new();
    if vessel.credit > 0 {
        heights.push((vessel.height_of(0.0), "0, below it debt".to_owned()));
    }
    heights.push((vessel.height_of(1.0), "1 = one request".to_owned()));
    if over > 0 {
        let rim = vessel.height_of(whole(vessel.burst));
        heights.push((rim, format!("{} = all it should hold", vessel.burst)));
    }
    let mut lowest = WORDS_BOTTOM;
    let mut ticks = Vec::new();
    let above = heights.len() - 1;
    for (i, (height, words)) in heights.into_iter().enumerate() {
        let highest = WORDS_TOP + LINE * whole(i64::try_from(above - i).unwrap_or(0));
        let y = height.max(highest).min(lowest);
        lowest = y - LINE;
        ticks.push(tick(vessel, height, y, words));
    }
    ticks
}

/// A straight line where the words stand at their height, else one with a bend.
fn tick(vessel: &Vessel, height: f64, y: f64, words: String) -> Tick {
    let edge = MIDDLE + vessel.half_width();
    let leader = if (height - y).abs() < 0.5 {
        format!("M{}h14", point(edge, height))
    } else {
        format!("M{}h4L{}h2", point(edge, height), point(edge + 14.0, y))
    };
    Tick { leader, x: n(edge + 20.0), y: n(y + 5.5), words }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heights(vessel: &Vessel, over: i64) -> Vec<f64> {
        ticks(vessel, over).iter().map(|tick| tick.y.parse().unwrap()).collect()
    }

    #[test]
    fn words_stand_at_their_height_where_there_is_room() {
        assert_eq!(heights(&Vessel::of(5, 0, 0), 0), [253.5]);
        assert_eq!(ticks(&Vessel::of(5, 0, 0), 0)[0].leader, "M242 248h14");
    }

    #[test]
    fn words_never_meet_each_other_nor_the_numbers() {
        for (burst, credit, over) in [(12, 5, 0), (1, 5, 0), (12, 0, 0), (5, 0, 45), (5, 3, 0)] {
            let ys = heights(&Vessel::of(burst, credit, over), over);
            assert!(ys.windows(2).all(|pair| pair[0] - pair[1] >= LINE), "{burst} {credit} {ys:?}");
            assert!(ys.iter().all(|&y| (157.0..=262.0).contains(&y)), "{burst} {credit} {ys:?}");
        }
    }
}
