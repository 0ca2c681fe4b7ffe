use crate::sample;

/// Samples of each of the two.
const ROUNDS: usize = 101;
/// Calls in a sample: some tens of microseconds, shorter than a time slice.
const CALLS: u64 = 2000;

/// How long `ours` takes, as a part of what `theirs` takes, with one thread: the
/// median over pairs of samples that were taken in turn.
///
/// What else the machine does hits both of a pair alike, so this is steadier
/// than two figures that were measured a minute apart.
#[expect(clippy::cast_precision_loss, reason = "nanoseconds far below 2⁵²")]
pub fn ratio(ours: impl Fn() -> bool + Sync, theirs: impl Fn() -> bool + Sync) -> f64 {
    let pair = |_| {
        let (ours, theirs) = (sample(1, CALLS, &ours), sample(1, CALLS, &theirs));
        ours.elapsed.as_nanos() as f64 / theirs.elapsed.as_nanos() as f64
    };
    let mut ratios: Vec<f64> = (0..ROUNDS).map(pair).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}
