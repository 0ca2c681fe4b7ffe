//! A band over time: what the least, the middle and the most of many runs let through.

use super::seeds::{Seeds, Spread, Summary};

/// The picture is so wide, and so high, and is stretched to its place.
const WIDTH: usize = 1000;
const HEIGHT: usize = 100;

/// One limiter's band, with its numbers in words.
#[derive(Debug)]
pub(crate) struct Band {
    pub(crate) limiter: &'static str,
    /// Between the least and the most, as path data.
    pub(crate) area: String,
    pub(crate) median: String,
    /// The height of an even share of the budget.
    pub(crate) share: Option<String>,
    /// Least, median and most.
    pub(crate) most_within_1s: [String; 3],
    pub(crate) refused: [String; 3],
}

/// The bands of all limiters, on one scale, and what its top stands for. A tenth
/// of a second's even share of the budget is `share` requests.
pub(crate) fn bands(seeds: &Seeds, share: usize) -> (Vec<Band>, usize) {
    let steps = seeds.of.iter().flat_map(|summary| &summary.steps);
    let top = steps.map(|step| step.most).max().unwrap_or(0).max(share).max(1);
    (seeds.of.iter().map(|summary| band(summary, share, top)).collect(), top)
}

fn band(summary: &Summary, share: usize, top: usize) -> Band {
    let Summary { limiter, most_within_1s, refused_permille, steps } = summary;
    let stairs = |value: fn(&Spread) -> usize| stairs(steps, value, top);
    let (most, mut least) = (stairs(|step| step.most), stairs(|step| step.least));
    least.reverse();
    Band {
        limiter,
        area: format!("M{}L{}z", most.join("L"), least.join("L")),
        median: format!("M{}", stairs(|step| step.median).join("L")),
        share: (share > 0).then(|| format!("M0 {}H{WIDTH}", height(share, top))),
        most_within_1s: three(*most_within_1s, |number| number.to_string()),
        refused: three(*refused_permille, |permille| {
            format!("{}.{}\u{a0}%", permille / 10, permille % 10)
        }),
    }
}

fn three(spread: Spread, words: fn(usize) -> String) -> [String; 3] {
    [spread.least, spread.median, spread.most].map(words)
}

/// The two ends of each step, from left to right.
fn stairs(steps: &[Spread], value: fn(&Spread) -> usize, top: usize) -> Vec<String> {
    let x = |i: usize| i * WIDTH / steps.len();
    let ends = steps.iter().enumerate().flat_map(|(i, step)| {
        let y = height(value(step), top);
        [format!("{} {y}", x(i)), format!("{} {y}", x(i + 1))]
    });
    ends.collect()
}

/// Where a number lies, in tenths.
fn height(number: usize, top: usize) -> String {
    let tenths = HEIGHT * 10 - number * HEIGHT * 10 / top;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_lies_between_the_least_and_the_most_and_the_scale_holds_all() {
        let spread = |least, median, most| Spread { least, median, most };
        let summary = |most| Summary {
            limiter: "one",
            most_within_1s: spread(1, 2, 3),
            refused_permille: spread(0, 55, 1000),
            steps: vec![spread(0, 5, most), spread(5, 5, 5)],
        };
        let seeds = Seeds { of: vec![summary(10), summary(20)] };
        let (bands, top) = bands(&seeds, 10);
        assert_eq!(top, 20);
        let area = "M0 50.0L500 50.0L500 75.0L1000 75.0L1000 75.0L500 75.0L500 100.0L0 100.0z";
        assert_eq!(bands[0].area, area);
        assert_eq!(bands[1].median, "M0 75.0L500 75.0L500 75.0L1000 75.0");
        assert_eq!(bands[1].share.as_deref(), Some("M0 50.0H1000"));
        assert_eq!(bands[0].refused, ["0.0\u{a0}%", "5.5\u{a0}%", "100.0\u{a0}%"]);
    }
}
