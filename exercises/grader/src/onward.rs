//! Where a learner goes on: one rule for the terminal and the page.

use crate::progress::Done;

/// Which of the exercises, in learning order, is next; none if all have passed.
///
/// It is the last one that was run and has not passed; else the next after the
/// last that has; else the first that was left out. To look at hints or at a
/// solution is not to begin.
pub fn onward(all: &[Done]) -> Option<usize> {
    let open = |done: &Done| !done.passed;
    let begun = all.iter().rposition(|done| open(done) && done.last.is_some());
    let passed = all.iter().rposition(|done| done.passed).map_or(0, |last| last + 1);
    let after = || all[passed..].iter().position(open).map(|index| passed + index);
    begun.or_else(after).or_else(|| all.iter().position(open))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOT: Done = Done { passed: false, last: None, hints: 0, solution: false };
    const PASSED: Done = Done { passed: true, last: Some((3, 3)), ..NOT };
    const BEGUN: Done = Done { last: Some((1, 3)), ..NOT };
    const SEEN: Done = Done { hints: 3, solution: true, ..NOT };

    #[test]
    fn what_was_begun_comes_first_then_what_follows_then_what_was_left_out() {
        assert_eq!(onward(&[NOT, NOT]), Some(0));
        assert_eq!(onward(&[NOT, PASSED, NOT, NOT]), Some(2), "after the last that passed");
        assert_eq!(onward(&[BEGUN, PASSED, NOT, NOT]), Some(0));
        assert_eq!(onward(&[NOT, PASSED, NOT, SEEN]), Some(2), "a solution was looked at");
        assert_eq!(onward(&[NOT, PASSED, PASSED]), Some(0));
        assert_eq!(onward(&[PASSED, PASSED]), None);
        assert_eq!(onward(&[]), None);
    }
}
