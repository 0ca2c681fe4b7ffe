//! Numbers as people write them.

/// `text` in small letters, with single spaces and a plain minus.
pub(super) fn plain(text: &str) -> String {
    let text = text.replace('\u{2212}', "-").to_lowercase();
    let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '.');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number that `text` begins with, and what follows it.
pub(super) fn number(text: &str) -> Option<(f64, &str)> {
    let first = text.split(' ').next().unwrap_or_default();
    if let Some(number) = WORDS.iter().position(|word| *word == first) {
        let number = u32::try_from(number).ok()?;
        return Some((f64::from(number), text[first.len()..].trim()));
    }
    let digit = |letter: char| letter.is_ascii_digit();
    let of_number = |(at, letter): (usize, char)| {
        let parts = matches!(letter, '.' | ',' | '_' | ' ' | '\'');
        let goes_on = parts && text[at + letter.len_utf8()..].starts_with(digit);
        !(digit(letter) || goes_on || (at == 0 && "-+~".contains(letter)))
    };
    let end = text.char_indices().find(|&at| of_number(at)).map_or(text.len(), |(at, _)| at);
    let (number, rest) = text.split_at(end);
    let number = digits(number.trim_start_matches(['~', '+']))?;
    number.parse().ok().map(|number| (number, rest.trim()))
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

/// Small numbers in words.
const WORDS: [&str; 13] = [
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

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
            ("~47 s", (47.0, "s")),
            ("five tokens", (5.0, "tokens")),
            ("none", (0.0, "")),
        ] {
            assert_eq!(number(text), Some(expected), "{text}");
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
    fn spaces_capitals_and_other_minus_signs_do_not_matter() {
        assert_eq!(plain("  500\u{a0}MS. "), "500 ms");
        assert_eq!(plain("\u{2212}5"), "-5");
    }
}
