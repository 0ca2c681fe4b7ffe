//! Numbers in words: one place, so that the picture and the sentence never
//! disagree.
//!
//! What one has is rounded down, and what one waits for is rounded up. Rounding
//! to the nearest would print "1.0 tokens: refused" and "0 ms" for a wait.

use std::time::Duration;

use clock::Moment;

/// Joins a number to its unit: a line never breaks there.
pub const NO_BREAK: char = '\u{a0}';

/// `1.561 s`: a moment of a run, rounded down to milliseconds.
pub fn seconds(at: Moment) -> String {
    let ms = at.as_millis();
    format!("{}.{:03}{NO_BREAK}s", ms / 1000, ms % 1000)
}

/// `46 ms`, or `1.8 s` from one second on: a wait, rounded up.
pub fn wait(wait: Duration) -> String {
    let ms = wait.as_nanos().div_ceil(1_000_000);
    if ms < 1000 {
        return format!("{ms}{NO_BREAK}ms");
    }
    let tenths = ms.div_ceil(100);
    format!("{}.{}{NO_BREAK}s", tenths / 10, tenths % 10)
}

/// `3.2`: tokens out of micro-tokens, rounded down to one decimal.
///
/// From 0.9 to 1 there are two decimals: "0.9, the next in 1 ms" reads like a
/// mistake. A debt has the real minus sign.
pub fn tokens(micro: i64) -> String {
    let hundredths = micro.div_euclid(10_000);
    if (90..100).contains(&hundredths) {
        return format!("0.{hundredths}");
    }
    let tenths = micro.div_euclid(100_000);
    let sign = if tenths < 0 { "\u{2212}" } else { "" };
    let tenths = tenths.unsigned_abs();
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// `3.25`: tokens out of micro-tokens, with all their decimals: what a failing
/// test prints, where the last digit may be the reason.
pub fn exact_tokens(micro: i64) -> String {
    let sign = if micro < 0 { "\u{2212}" } else { "" };
    let (whole, rest) = (micro.unsigned_abs() / 1_000_000, micro.unsigned_abs() % 1_000_000);
    if rest == 0 {
        return format!("{sign}{whole}");
    }
    let decimals = format!("{rest:06}");
    format!("{sign}{whole}.{}", decimals.trim_end_matches('0'))
}

/// `1 request`, `3 requests`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_has_is_rounded_down_and_what_one_waits_for_up() {
        assert_eq!(tokens(5_000_000), "5.0");
        assert_eq!(tokens(3_299_999), "3.2");
        assert_eq!(tokens(999_999), "0.99");
        assert_eq!(tokens(899_999), "0.8");
        assert_eq!(tokens(0), "0.0");
        assert_eq!(tokens(-1_600_000), "\u{2212}1.6");
        // A debt that is rounded down is a larger debt: never shown as smaller.
        assert_eq!(tokens(-1_610_000), "\u{2212}1.7");
        assert_eq!(exact_tokens(-1_010_000), "\u{2212}1.01");
        assert_eq!(exact_tokens(5_000_000), "5");
        assert_eq!(wait(Duration::from_nanos(1)), "1\u{a0}ms");
        assert_eq!(wait(Duration::from_millis(46)), "46\u{a0}ms");
        assert_eq!(wait(Duration::from_micros(999_001)), "1.0\u{a0}s");
        assert_eq!(wait(Duration::from_millis(1701)), "1.8\u{a0}s");
        assert_eq!(seconds(Moment::from_nanos(1_561_999_999)), "1.561\u{a0}s");
    }
}
