//! Both runs over one axis of time: the learner's above it, the reference's
//! below. A mark has the same size at every width of the page; only the times
//! are stretched.

use std::collections::BTreeMap;

use clock::Moment;
use simulation::{Outcome, Output, Trace, What};

/// So many marks of one moment are drawn; of more, the number is said.
const STACK_MAX: usize = 10;
/// From one mark of a stack to the next, in pixels.
const STEP: usize = 15;
/// From the axis to the first mark.
const GAP: usize = 16;
/// Above the upper side: the times, the word where they part, and whose side it is.
const TOP: usize = 56;
/// Below the lower side: whose it is.
const BOTTOM: usize = 24;
/// Left and right of the run, in hundredths of the width.
const MARGIN: u128 = 400;

/// What the template draws.
#[derive(Debug)]
pub(crate) struct Ribbons {
    pub(crate) height: usize,
    pub(crate) axis: usize,
    pub(crate) ticks: Vec<Tick>,
    pub(crate) columns: Vec<Column>,
    /// Where they part: how far from the left, and whether the word stands left of it.
    pub(crate) parting: Option<(String, bool)>,
    /// The marks that occur, with their words.
    pub(crate) legend: Vec<Mark>,
    pub(crate) label: String,
}

/// A time on the axis.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tick {
    pub(crate) x: String,
    pub(crate) words: String,
    /// It stands at the very end, where words in the middle would not fit.
    pub(crate) last: bool,
}

/// The marks of one run at one moment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) x: String,
    /// Class and path.
    pub(crate) marks: Vec<(&'static str, String)>,
    /// Those for which there was no room, and where this is said.
    pub(crate) more: Option<(usize, usize)>,
}

/// What became of a request, in its own shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    Admitted,
    Waits,
    Refused,
    Failed,
}

impl Ribbons {
    pub(crate) fn new(yours: &Trace, rights: &Trace, parted: Option<Moment>) -> Self {
        let sides = [yours, rights].map(stacks);
        let highest = |side: &Stacks| side.values().map(Vec::len).max().unwrap_or(0);
        let rows = sides.iter().map(highest).max().unwrap_or(0).clamp(2, STACK_MAX);
        let side = GAP + rows * STEP;
        let until = yours.until.max(rights.until);
        let axis = TOP + side;
        let [above, below] = &sides;
        let columns = above.iter().map(|(&at, marks)| column(at, until, marks, axis, true));
        let columns =
            columns.chain(below.iter().map(|(&at, marks)| column(at, until, marks, axis, false)));
        let mut legend: Vec<Mark> =
            sides.iter().flat_map(BTreeMap::values).flatten().copied().collect();
        legend.sort_unstable();
        legend.dedup();
        Self {
            height: axis + side + BOTTOM,
            axis,
            ticks: ticks(until),
            columns: columns.collect(),
            parting: parted.map(|at| (percent(at, until), at.as_nanos() > until.as_nanos() / 2)),
            legend,
            label: label(&sides, parted),
        }
    }
}

type Stacks = BTreeMap<Moment, Vec<Mark>>;

fn stacks(trace: &Trace) -> Stacks {
    let mut stacks = Stacks::new();
    for event in &trace.events {
        if let Some(mark) = mark(&event.what) {
            stacks.entry(event.at).or_default().push(mark);
        }
    }
    stacks
}

fn mark(what: &What) -> Option<Mark> {
    let What::Out(output) = what else { return None };
    match output {
        Output::Admit(_) | Output::Done(_, Outcome::Ok) => Some(Mark::Admitted),
        Output::Hold { .. } => Some(Mark::Waits),
        Output::Refuse { .. } => Some(Mark::Refused),
        Output::Done(..) => Some(Mark::Failed),
        Output::Change { .. } | Output::Note(_) => None,
    }
}

fn column(at: Moment, until: Moment, marks: &[Mark], axis: usize, up: bool) -> Column {
    let height = |index: usize| {
        let away = GAP + index * STEP;
        if up { axis - away } else { axis + away }
    };
    let more = marks.len() > STACK_MAX;
    let drawn = if more { STACK_MAX - 1 } else { marks.len() };
    Column {
        x: percent(at, until),
        marks: marks[..drawn]
            .iter()
            .enumerate()
            .map(|(index, mark)| (mark.class(), mark.path(height(index))))
            .collect(),
        more: more.then(|| (marks.len() - drawn, height(drawn) + 4)),
    }
}

impl Mark {
    /// Its class, which has the colour.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Admitted => "admitted",
            Self::Waits => "waits",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }

    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Waits => "accepted, waits",
            other => other.class(),
        }
    }

    /// The shape, around `y`, to be stroked: disc, diamond, square, star.
    pub(crate) fn path(self, y: usize) -> String {
        match self {
            Self::Admitted => format!("M0 {y}h0"),
            Self::Waits => format!("M-5 {y}l5-5 5 5-5 5z"),
            Self::Refused => format!("M-4.5 {}h9v9h-9zm2.5 2.5l4 4m0-4l-4 4", half(y)),
            Self::Failed => {
                format!("M0 {}v10M-4.3 {}l8.6 5M4.3 {}l-8.6 5", y - 5, half(y + 2), half(y + 2))
            }
        }
    }
}

/// `y − 4.5`.
fn half(y: usize) -> String {
    format!("{}.5", y - 5)
}

/// How far from the left, such as `12.34%`.
fn percent(at: Moment, until: Moment) -> String {
    let (at, until) = (u128::from(at.as_nanos()), u128::from(until.as_nanos().max(1)));
    let hundredths = MARGIN + at * (10_000 - 2 * MARGIN) / until;
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

/// Times at even distances, at most six.
fn ticks(until: Moment) -> Vec<Tick> {
    let until_ms = until.as_millis().max(1);
    let step_ms =
        [1, 2, 5].into_iter().cycle().zip(0..).map(|(digit, index)| digit * 10_u64.pow(index / 3));
    let step_ms = step_ms.take(18).find(|step_ms| until_ms / step_ms < 6).unwrap_or(until_ms);
    let tick = |count: u64| {
        let at_ms = count * step_ms;
        let words =
            if step_ms < 1000 { format!("{at_ms} ms") } else { format!("{} s", at_ms / 1000) };
        let x = percent(Moment::from_millis(at_ms), until);
        Tick { x, words, last: at_ms == until_ms }
    };
    (0..=until_ms / step_ms).map(tick).collect()
}

fn label(sides: &[Stacks; 2], parted: Option<Moment>) -> String {
    let [yours, rights] = [&sides[0], &sides[1]].map(counted);
    let parts =
        parted.map_or_else(|| "They are alike.".to_owned(), |at| format!("They part at {at}."));
    format!(
        "Two runs over one axis of time. Above, your answer: {yours}. Below, right.rs: {rights}. {parts}"
    )
}

fn counted(side: &Stacks) -> String {
    let count = |of: Mark| side.values().flatten().filter(|&&mark| mark == of).count();
    let all = [Mark::Admitted, Mark::Waits, Mark::Refused, Mark::Failed];
    let words: Vec<String> = all
        .into_iter()
        .filter(|&mark| count(mark) > 0)
        .map(|mark| format!("{} {}", count(mark), mark.word()))
        .collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join("; ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use simulation::{Event, RequestId};

    fn admitted(times_ms: &[u64]) -> Trace {
        let event = |&ms: &u64| Event {
            at: Moment::from_millis(ms),
            what: What::Out(Output::Admit(RequestId(1))),
        };
        Trace {
            events: times_ms.iter().map(event).collect(),
            until: Moment::from_millis(1000),
            ..Trace::default()
        }
    }

    #[test]
    fn yours_stands_above_the_axis_and_the_reference_below() {
        let ribbons = Ribbons::new(&admitted(&[0, 500]), &admitted(&[1000]), None);
        let xs: Vec<&str> = ribbons.columns.iter().map(|column| column.x.as_str()).collect();
        assert_eq!(xs, ["4.00%", "50.00%", "96.00%"]);
        let axis = ribbons.axis;
        assert_eq!(ribbons.columns[0].marks, [("admitted", format!("M0 {}h0", axis - GAP))]);
        assert_eq!(ribbons.columns[2].marks, [("admitted", format!("M0 {}h0", axis + GAP))]);
    }

    #[test]
    fn marks_of_one_moment_stand_on_each_other_and_the_rest_is_counted() {
        let column = |count| {
            let ribbons = Ribbons::new(&admitted(&vec![0; count]), &admitted(&[]), None);
            let [column] = ribbons.columns.try_into().unwrap();
            (column.marks.len(), column.more.map(|(count, _)| count))
        };
        assert_eq!(column(10), (10, None));
        assert_eq!(column(11), (9, Some(2)));
        assert_eq!(column(500), (9, Some(491)));
    }

    #[test]
    fn ticks_are_few_and_even() {
        let words = |ms| {
            let ticks = ticks(Moment::from_millis(ms));
            ticks.into_iter().map(|tick| tick.words).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words(600), "0 ms 200 ms 400 ms 600 ms");
        assert_eq!(words(1500), "0 ms 500 ms 1000 ms 1500 ms");
        assert_eq!(words(3000), "0 s 1 s 2 s 3 s");
        assert_eq!(words(600_000), "0 s 200 s 400 s 600 s");
        assert_eq!(words(0), "0 ms 1 ms");
    }

    #[test]
    fn the_picture_is_told_in_words() {
        let ribbons =
            Ribbons::new(&admitted(&[0, 5]), &admitted(&[]), Some(Moment::from_millis(600)));
        assert_eq!(
            ribbons.label,
            "Two runs over one axis of time. Above, your answer: 2 admitted. \
             Below, right.rs: nothing. They part at 600 ms."
        );
        assert_eq!(ribbons.parting, Some(("59.20%".to_owned(), true)));
    }
}
