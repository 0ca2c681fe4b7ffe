//! What a whole run needs room for, so that no scale moves while it is played.

use simulation::{Press, Scenario, Trace, Unit};

use super::shape::Shape;

/// The largest values of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// The largest burst, in tokens.
    pub(super) burst: i64,
    /// The largest rate, in tokens a second.
    pub(super) rate: i64,
    /// The largest credit, in tokens.
    pub(super) credit: i64,
    /// The highest level, in micro-tokens.
    pub(super) level: i64,
    /// It says what it promised, and may break it: that is the ceiling then.
    pub(super) promises: bool,
}

impl Scale {
    /// Of a run that has a bucket's gauges, as far as it has been run, and
    /// with the knobs that are turned later.
    pub(super) fn of(trace: &Trace, scenario: &Scenario, shape: Shape) -> Self {
        let most = |name| {
            let presses = scenario.interventions.iter().filter_map(|press| match &press.press {
                Press::Set(setting) if setting.name == name => i64::try_from(setting.value).ok(),
                _ => None,
            });
            presses.chain(most(trace, name)).max().unwrap_or(0)
        };
        Self {
            burst: most("burst"),
            rate: most("rate"),
            credit: most("credit"),
            level: shape.most,
            promises: index(trace, "promise").is_some(),
        }
    }

    /// Whether the bucket came to hold more than it should be able to.
    pub(super) fn overflows(self) -> bool {
        self.level > self.burst.saturating_mul(1_000_000)
    }

    /// The highest level that the picture must have room for, in tokens.
    pub(super) fn tokens(self) -> i64 {
        self.burst.max(self.level.saturating_add(999_999) / 1_000_000)
    }
}

/// Where the gauge `name` stands among the gauges of a run.
pub(super) fn index(trace: &Trace, name: &str) -> Option<usize> {
    trace.heads.iter().position(|head| head.name == name)
}

/// The unit of the gauge at `index`.
pub(super) fn unit(trace: &Trace, index: usize) -> Unit {
    trace.heads.get(index).map_or(Unit::Count, |head| head.unit)
}

fn most(trace: &Trace, name: &str) -> Option<i64> {
    let index = index(trace, name)?;
    extremes(trace, index).map(|(_, most)| most)
}

/// The least and the largest value of one gauge.
pub(super) fn extremes(trace: &Trace, index: usize) -> Option<(i64, i64)> {
    let values = trace.keyframes.iter().filter_map(|keyframe| keyframe.values.get(index).copied());
    values.fold(None, |so_far, value| {
        let (least, most) = so_far.unwrap_or((value, value));
        Some((least.min(value), most.max(value)))
    })
}
