//! What a mistyped name may have meant.

/// At most so many letters may be wrong.
const WRONG_MAX: usize = 3;

/// The nearest of `names` to `said`; `None` if all of them are far.
pub fn nearest<'n>(said: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let said = said.to_lowercase();
    let (wrong, name) = names
        .into_iter()
        .map(|name| (distance(&said, name), name))
        .min_by_key(|&(wrong, _)| wrong)?;
    is_near(wrong, &said).then_some(name)
}

/// Whether `said` with so many wrong letters is still near. Of a short word at
/// most half may be wrong.
pub fn is_near(wrong: usize, said: &str) -> bool {
    wrong <= WRONG_MAX.min(said.chars().count() / 2)
}

/// How many letters must be changed, added or left out to turn `a` into `b`.
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_counts_wrong_letters() {
        let cases = [("", "", 0), ("bucket", "bucket", 0), ("buket", "bucket", 1)];
        for (a, b, wrong) in cases.into_iter().chain([("clock", "lock", 1), ("ab", "xyz", 3)]) {
            assert_eq!(distance(a, b), wrong, "{a} {b}");
            assert_eq!(distance(b, a), wrong, "{b} {a}");
        }
    }

    #[test]
    fn a_mistyped_name_finds_the_nearest_and_a_far_one_nothing() {
        let names = ["debt", "last-token", "lost-update"];
        let near = |said| nearest(said, names);
        assert_eq!(near("lost-token"), Some("last-token"));
        assert_eq!(near("Dept"), Some("debt"));
        assert_eq!(near("dexx"), Some("debt"), "half of it may be wrong");
        assert_eq!(near("dxxx"), None);
        assert_eq!(near("half-open"), None);
        assert_eq!(near(""), None);
    }
}
