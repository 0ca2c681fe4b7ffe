//! Numbers as people write them.

use super::numeral::{numeral, scale};

/// `text` in small letters, with single spaces and a plain minus, and without
/// what ends a sentence.
pub(super) fn plain(text: &str) -> String {
    let text = text.replace('\u{2212}', "-").to_lowercase();
    let ends = |letter: char| letter.is_whitespace() || ".!".contains(letter);
    text.trim_end_matches(ends).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number that `text` begins with, and what follows it.
pub(super) fn number(text: &str) -> Option<(f64, String)> {
    let text = without_about(text);
    if text.starts_with(|letter: char| letter.is_alphabetic()) {
        return in_words(text);
    }
    let digit = |letter: char| letter.is_ascii_digit();
    let of_number = |(at, letter): (usize, char)| {
        let parts = matches!(letter, '.' | ',' | '_' | ' ' | '\'');
        let goes_on = parts && text[at + letter.len_utf8()..].starts_with(digit);
        !(digit(letter) || goes_on || (at == 0 && "-+".contains(letter)))
    };
    let end = text.char_indices().find(|&at| of_number(at)).map_or(text.len(), |(at, _)| at);
    let (number, rest) = text.split_at(end);
    let number: f64 = digits(number.trim_start_matches('+'))?.parse().ok()?;
    let rest = rest.trim();
    let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
    match scale(word) {
        Some(scale) => Some((number * f64::from(scale), after.to_owned())),
        None => Some((number, rest.to_owned())),
    }
}

/// Nobody has to be sure.
fn without_about(text: &str) -> &str {
    let text = text.trim_start_matches(['~', '≈']);
    let about = ["about ", "around ", "roughly ", "exactly "];
    about.iter().find_map(|about| text.strip_prefix(about)).unwrap_or(text).trim_start()
}

fn in_words(text: &str) -> Option<(f64, String)> {
    if let Some(rest) =
        text.strip_prefix("none").filter(|rest| !rest.starts_with(char::is_alphabetic))
    {
        return Some((0.0, rest.trim().to_owned()));
    }
    let words: Vec<&str> = text.split([' ', '-']).collect();
    let (number, taken) = numeral(&words)?;
    Some((f64::from(number), words[taken..].join(" ")))
}

/// The numbers that stand in a text, each once.
pub(super) fn numbers(text: &str) -> Vec<f64> {
    let mut found = Vec::new();
    let mut rest = plain(text);
    while !rest.is_empty() {
        let (next, after) = match number(&rest) {
            Some((number, after)) => (Some(number), after),
            None => (None, rest.split_once(' ').map_or(String::new(), |(_, rest)| rest.to_owned())),
        };
        found.extend(next.filter(|next| !found.contains(next)));
        rest = after;
    }
    found
}

/// Without what parts thousands, and with a point before the fraction.
fn digits(number: &str) -> Option<String> {
    let groups: Vec<&str> = number.split([',', ' ', '_', '\'']).collect();
    let (first, rest) = groups.split_first()?;
    let whole = |group: &str| group.split('.').next().is_some_and(|digits| digits.len() == 3);
    let thousands = first.trim_start_matches('-').len() <= 3 && rest.iter().all(|g| whole(g));
    match (thousands, rest) {
        (true, _) if *first != "0" || rest.is_empty() => Some(groups.concat()),
        // A comma before the fraction.
        (_, [fraction]) if number.contains(',') => Some(format!("{first}.{fraction}")),
        (_, []) => Some((*first).to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, expected) in [
            ("5", (5.0, "")),
            ("5 requests", (5.0, "requests")),
            ("500ms", (500.0, "ms")),
            ("0.5 s", (0.5, "s")),
            ("0,5 s", (0.5, "s")),
            ("0,125", (0.125, "")),
            ("2,000", (2000.0, "")),
            ("2 000 calls", (2000.0, "calls")),
            ("12_000", (12_000.0, "")),
            ("2000.5", (2000.5, "")),
            ("-5", (-5.0, "")),
            (".5 s", (0.5, "s")),
            ("~47 s", (47.0, "s")),
            ("about five", (5.0, "")),
            ("5k", (5000.0, "")),
            ("5 million", (5_000_000.0, "")),
            ("2.5 thousand calls", (2500.0, "calls")),
            ("twenty-five calls", (25.0, "calls")),
            ("five hundred", (500.0, "")),
            ("five and a half", (5.0, "and a half")),
            ("5 not", (5.0, "not")),
            ("five tokens", (5.0, "tokens")),
            ("none", (0.0, "")),
        ] {
            let (number, rest) = number(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((number, rest.as_str()), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "ms", "many", ".", "-", "1 2 3", "1,2,3", "1.2.3", "5e9999x", "₅"] {
            let found = number(text).filter(|(_, rest)| rest.is_empty());
            assert_eq!(found, None, "{text}");
        }
    }

    #[test]
    fn numbers_are_found_in_a_text() {
        for (text, expected) in [
            ("in all six", &[6.0][..]),
            ("in none of them", &[0.0]),
            ("0, 1 or 2", &[0.0, 1.0, 2.0]),
            ("always 2", &[2.0]),
            ("when the clock says 1,500 ms", &[1500.0]),
            ("it is refused", &[]),
            ("", &[]),
        ] {
            assert_eq!(numbers(text), expected, "{text}");
        }
    }

    #[test]
    fn spaces_capitals_and_other_minus_signs_do_not_matter() {
        assert_eq!(plain("  500\u{a0}MS. "), "500 ms");
        assert_eq!(plain("\u{2212}5"), "-5");
        assert_eq!((plain(".5"), plain("5!"), plain("?")), (".5".into(), "5".into(), "?".into()));
    }
}
