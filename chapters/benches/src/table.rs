use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Shorter samples are the warm-up's first steps: their clock readings weigh more
/// than their calls.
const SAMPLE_MIN: Duration = Duration::from_micros(500);

/// Nanoseconds a call, by row and column: the tenth percentile of the samples.
///
/// What else the machine does only ever makes a sample longer, so the short ones
/// say what the code needs; the very shortest could be luck.
#[derive(Debug, Default)]
pub struct Table {
    rows: RefCell<Vec<String>>,
    columns: RefCell<Vec<String>>,
    cells: RefCell<BTreeMap<(String, String), Vec<f64>>>,
}

impl Table {
    /// Keeps one sample of `count` calls a thread.
    #[expect(clippy::cast_precision_loss, reason = "nanoseconds and counts far below 2⁵²")]
    pub fn add(&self, row: &str, column: &str, count: u64, elapsed: Duration) {
        if elapsed < SAMPLE_MIN {
            return;
        }
        for (list, name) in [(&self.rows, row), (&self.columns, column)] {
            if !list.borrow().iter().any(|known| known == name) {
                list.borrow_mut().push(name.to_owned());
            }
        }
        let each = elapsed.as_nanos() as f64 / count as f64;
        let key = (row.to_owned(), column.to_owned());
        self.cells.borrow_mut().entry(key).or_default().push(each);
    }

    fn percentile_10(&self, row: &str, column: &str) -> Option<f64> {
        let cells = self.cells.borrow();
        let mut samples = cells.get(&(row.to_owned(), column.to_owned()))?.clone();
        samples.sort_by(f64::total_cmp);
        samples.get(samples.len() / 10).copied()
    }
}

/// As Markdown.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns.borrow();
        writeln!(f, "| ns a call | {} |", columns.join(" | "))?;
        writeln!(f, "|---|{}", "---:|".repeat(columns.len()))?;
        for row in self.rows.borrow().iter() {
            write!(f, "| {row} |")?;
            for column in columns.iter() {
                match self.percentile_10(row, column) {
                    Some(nanos) => write!(f, " {nanos:.1} |")?,
                    None => write!(f, " – |")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
