//! Lanes read back from their drawing, as it stands in the text of a failure.

use super::{Lanes, Op, Step, Value, name};
use std::ops::Range;

/// What can be read from a drawing. A file is its name alone there, and memory
/// has a number only where it needs one; without, it is 0 here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The lanes. Drawn again they give the same text.
    pub lanes: Lanes,
    /// How many steps were left out at the end.
    pub more: usize,
    /// Which lines of the text they are.
    pub lines: Range<usize>,
}

impl Lanes {
    /// The first lanes that are drawn in `text`, with what was got in the end if
    /// that stands below. `None` when nothing is drawn there.
    pub fn read(text: &str) -> Option<Drawing> {
        let lines: Vec<&str> = text.lines().collect();
        let head = lines.windows(2).position(|two| is_head(two[0]) && number(two[1]) == Some(1))?;
        let columns = columns(lines[head]);
        let rows = lines[head + 1..].iter().map_while(|line| step(line, &columns));
        let steps: Vec<Step> = rows.collect();
        let below = &lines[head + 1 + steps.len()..];
        let more = below.first().and_then(|line| more(line)).unwrap_or(0);
        let got = below.iter().find_map(|line| line.strip_prefix("  got       "));
        let lanes = columns.iter().map(|column| column.lane + 1).max().unwrap_or(1);
        let threads = (0..lanes).map(name).collect();
        let outcome = got.unwrap_or_default().to_owned();
        let drawn = head..head + 1 + steps.len() + usize::from(more > 0);
        let lanes = Lanes { threads, steps, outcome };
        (!lanes.steps.is_empty()).then_some(Drawing { lanes, more, lines: drawn })
    }
}

/// Where one thread is drawn.
struct Column {
    lane: usize,
    /// Counted in characters: values stand beside an arrow.
    from: usize,
    until: usize,
}

fn is_head(line: &str) -> bool {
    let threads = line.strip_prefix("      ").and_then(|line| line.strip_suffix("  line"));
    threads.is_some_and(|threads| threads.split_whitespace().all(|name| lane(name).is_some()))
}

fn columns(head: &str) -> Vec<Column> {
    let starts = |(at, _): &(usize, char)| *at == 0 || head[..*at].ends_with(' ');
    let words = head.char_indices().filter(|(_, letter)| *letter != ' ').filter(starts);
    let words: Vec<usize> = words.map(|(at, _)| at).collect();
    let pairs = words.windows(2);
    let column = |two: &[usize]| {
        let (from, until) = (two[0], two[1]);
        lane(head[from..until].trim_end()).map(|lane| Column { lane, from, until })
    };
    pairs.filter_map(column).collect()
}

fn lane(thread: &str) -> Option<usize> {
    (0..=super::LETTERS.len()).find(|lane| name(*lane) == thread)
}

fn number(row: &str) -> Option<usize> {
    row.split_whitespace().next()?.parse().ok()
}

fn step(row: &str, columns: &[Column]) -> Option<Step> {
    number(row)?;
    let cell = |from: usize, until: usize| {
        let cell: String = row.chars().skip(from).take(until - from).collect();
        cell.trim().to_owned()
    };
    let of = |column: &Column| (column.lane, cell(column.from, column.until));
    let (lane, words) = columns.iter().map(of).find(|(_, words)| !words.is_empty())?;
    let place = cell(columns.last()?.until, usize::MAX);
    let (file, line) = place.rsplit_once(':')?;
    let (file, line) = (file.to_owned(), line.parse().ok()?);
    Some(Step { lane, file, line, ..act(&words)? })
}

/// `locks #2`, `load: 1 (an old value)`, `compare_exchange: 0, not 1`.
fn act(words: &str) -> Option<Step> {
    let (did, values) = words.split_once(": ").unwrap_or((words, ""));
    let (did, object) = did.split_once(" #").unwrap_or((did, "0"));
    let stale = values.strip_suffix(" (an old value)");
    let (fresh, values) = (stale.is_none(), stale.unwrap_or(values));
    let (op, [read, wrote, expected]) = match did {
        "wants the lock" => (Op::Want, [None; 3]),
        _ if Op::parse(did)?.is_lock() => (Op::parse(did)?, [None; 3]),
        _ => atomic(Op::parse(did)?, values)?,
    };
    let (object, file) = (object.parse().ok()?, String::new());
    Some(Step { lane: 0, op, object, read, wrote, expected, fresh, file, line: 0 })
}

/// What was read, written, and hoped for.
fn atomic(op: Op, values: &str) -> Option<(Op, [Option<Value>; 3])> {
    let value = |word| Value::parse(word).map(Some);
    if let Some((read, wrote)) = values.split_once(" → ") {
        return Some((op, [value(read)?, value(wrote)?, None]));
    }
    if let Some((read, expected)) = values.split_once(", not ") {
        return Some((Op::ExchangeRefused, [value(read)?, None, value(expected)?]));
    }
    let one = value(values)?;
    Some((op, if op == Op::Store { [None, one, None] } else { [one, None, None] }))
}

/// `      … 3 more steps`
fn more(line: &str) -> Option<usize> {
    line.trim_start().strip_prefix("… ")?.split(' ').next()?.parse().ok()
}
