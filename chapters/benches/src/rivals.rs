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
pub fn ratio(ours: impl Fn() -> bool + Sync, theirs: impl Fn() -> bool + Sync) -> f64 {
    ratio_of(1, CALLS, ours, theirs)
}

/// The same with so many threads, and so many calls of each in a sample.
#[expect(clippy::cast_precision_loss, reason = "nanoseconds far below 2⁵²")]
pub fn ratio_of(
    threads: usize,
    calls: u64,
    ours: impl Fn() -> bool + Sync,
    theirs: impl Fn() -> bool + Sync,
) -> f64 {
    let pair = |_| {
        let (ours, theirs) = (sample(threads, calls, &ours), sample(threads, calls, &theirs));
        ours.elapsed.as_nanos() as f64 / theirs.elapsed.as_nanos() as f64
    };
    let mut ratios: Vec<f64> = (0..ROUNDS).map(pair).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}
