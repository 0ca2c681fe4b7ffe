//! The whole run in one thin strip, over the scrub bar.

use clock::Moment;

use super::history::Mark;
use super::outcome::Outcome;
use super::record::Record;

/// The ticks of one outcome.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ticks {
    pub(super) class: &'static str,
    pub(super) path: String,
}

/// One path an outcome: up for what got through, down for what did not. There
/// are no more than 1000 ticks each, however many requests there were.
pub(super) fn overview(marks: &[Mark], record: Option<&Record>, until: Moment) -> Vec<Ticks> {
    let until_ns = until.as_nanos().max(1);
    let band = record.map(|record| Ticks { class: "band", path: record.band(until_ns) });
    let shown = Outcome::ALL
        .into_iter()
        .map(|outcome| Ticks { class: outcome.class(), path: path(marks, outcome, until_ns) });
    band.into_iter().chain(shown).filter(|ticks| !ticks.path.is_empty()).collect()
}

fn path(marks: &[Mark], outcome: Outcome, until_ns: u64) -> String {
    let at = |mark: &Mark| u128::from(mark.at.as_nanos()) * 1000 / u128::from(until_ns);
    let mut places: Vec<u128> =
        marks.iter().filter(|mark| mark.outcome == outcome).map(at).collect();
    places.dedup();
    let tick = if outcome.passed() { " 0.5v6.5" } else { " 9v6.5" };
    places.iter().fold(String::new(), |path, x| path + "M" + &x.to_string() + tick)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_requests_are_few_ticks() {
        let id = simulation::RequestId(1);
        let mark = |i: u64| Mark::of(Moment::from_millis(i / 2), id, Outcome::Refused);
        let marks: Vec<Mark> = (0..20_000).map(mark).collect();
        let ticks = overview(&marks, None, Moment::from_millis(10_000));
        assert_eq!((ticks.len(), ticks[0].path.matches('M').count()), (1, 1000));
    }
}
