//! Two texts, line by line: what both have, and what only one of them has.

/// One line of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffLine<'t> {
    /// Both have it.
    Both(&'t str),
    /// Only yours has it.
    Yours(&'t str),
    /// Only the right one has it.
    Right(&'t str),
}

/// The table of common lines has at most so many cells; for more, all that is
/// between the common beginning and the common end counts as different.
const CELLS_MAX: usize = 4_000_000;

/// The shortest way from `yours` to `right`; where both change in one place,
/// yours comes first.
pub fn diff<'t>(yours: &'t str, right: &'t str) -> Vec<DiffLine<'t>> {
    let (yours, right): (Vec<&str>, Vec<&str>) = (yours.lines().collect(), right.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let head = yours.iter().zip(&right).take_while(same).count();
    let (left, other) = (&yours[head..], &right[head..]);
    let tail = left.iter().rev().zip(other.iter().rev()).take_while(same).count();
    let (left, other) = (&left[..left.len() - tail], &other[..other.len() - tail]);
    let mut lines: Vec<DiffLine> = yours[..head].iter().copied().map(DiffLine::Both).collect();
    lines.extend(between(left, other));
    lines.extend(yours[yours.len() - tail..].iter().copied().map(DiffLine::Both));
    lines
}

fn between<'t>(yours: &[&'t str], right: &[&'t str]) -> Vec<DiffLine<'t>> {
    let width = right.len() + 1;
    if (yours.len() + 1).saturating_mul(width) > CELLS_MAX {
        let lines = yours.iter().copied().map(DiffLine::Yours);
        return lines.chain(right.iter().copied().map(DiffLine::Right)).collect();
    }
    let common = common(yours, right);
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < yours.len() || j < right.len() {
        if i < yours.len() && j < right.len() && yours[i] == right[j] {
            lines.push(DiffLine::Both(yours[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == right.len()
            || (i < yours.len() && common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            lines.push(DiffLine::Yours(yours[i]));
            i += 1;
        } else {
            lines.push(DiffLine::Right(right[j]));
            j += 1;
        }
    }
    lines
}

/// How many lines the rests from `i` and `j` on have in common, at
/// `i * (right.len() + 1) + j`.
fn common(yours: &[&str], right: &[&str]) -> Vec<u32> {
    let width = right.len() + 1;
    let mut common = vec![0; (yours.len() + 1) * width];
    for i in (0..yours.len()).rev() {
        for j in (0..right.len()).rev() {
            common[i * width + j] = if yours[i] == right[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marked(yours: &str, right: &str) -> String {
        let line = |line: &DiffLine| match line {
            DiffLine::Both(text) => format!(" {text}"),
            DiffLine::Yours(text) => format!("-{text}"),
            DiffLine::Right(text) => format!("+{text}"),
        };
        diff(yours, right).iter().map(line).collect()
    }

    #[test]
    fn what_both_have_stays_and_yours_comes_before_the_right_ones() {
        assert_eq!(marked("a\nb\nc\n", "a\nx\nc\n"), " a-b+x c");
        assert_eq!(marked("a\nc\n", "a\nb\nc"), " a+b c");
        assert_eq!(marked("a\na\n", "a\n"), " a-a");
        assert_eq!(marked("", "a"), "+a");
        assert_eq!(marked("a", ""), "-a");
        assert_eq!(marked("", ""), "");
        assert_eq!(marked("a\nb\nc\nd", "b\nx\nd"), "-a b-c+x d");
    }

    #[test]
    fn too_long_a_change_is_told_as_a_whole() {
        let long = |letter: &str| format!("same\n{}end", format!("{letter}\nboth\n").repeat(1500));
        let lines = diff(&long("a"), &long("b")).len();
        // Only the first line and the last two are common then.
        assert_eq!(lines, 1 + 2 * 2999 + 2);
    }

    proptest! {
        #[test]
        fn each_side_can_be_read_out_of_it(
            yours in "[abc\n]{0,30}", right in "[abc\n]{0,30}",
        ) {
            let lines = diff(&yours, &right);
            let side = |mine: fn(&DiffLine) -> bool| -> Vec<String> {
                let kept = lines.iter().filter(|&line| mine(line));
                kept.map(|line| match line {
                    DiffLine::Both(t) | DiffLine::Yours(t) | DiffLine::Right(t) => (*t).to_owned(),
                }).collect()
            };
            let lines_of = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
            prop_assert_eq!(side(|l| !matches!(l, DiffLine::Right(_))), lines_of(&yours));
            prop_assert_eq!(side(|l| !matches!(l, DiffLine::Yours(_))), lines_of(&right));
        }
    }
}
