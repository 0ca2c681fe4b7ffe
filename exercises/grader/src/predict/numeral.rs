//! Numbers in words: `five hundred`, `a thousand`, `twenty-five`.

/// The number that `words` begin with, and how many of them it takes.
pub(super) fn numeral(words: &[&str]) -> Option<(u32, usize)> {
    let (mut total, mut taken) = (0, 0);
    let mut largest = u32::MAX;
    while let Some((number, used)) = hundreds(after_and(words, taken)) {
        let start = taken + usize::from(taken > 0 && words[taken] == "and");
        let scale = words.get(start + used).and_then(|word| scale(word));
        let (part, used) = (number * scale.unwrap_or(1), used + usize::from(scale.is_some()));
        // What follows is smaller: “five six” are two numbers, and not one.
        if part == 0 && taken > 0 || part >= largest {
            break;
        }
        (total, taken) = (total + part, start + used);
        largest = scale.unwrap_or(1);
        if largest == 1 {
            break;
        }
    }
    (taken > 0).then_some((total, taken))
}

/// What a word multiplies by that stands behind a number: `5 thousand`.
pub(super) fn scale(word: &str) -> Option<u32> {
    match word {
        "thousand" | "k" => Some(1000),
        "million" => Some(1_000_000),
        _ => None,
    }
}

/// The words from `at` on, without an `and` between two parts.
fn after_and<'a, 'w>(words: &'a [&'w str], at: usize) -> &'a [&'w str] {
    match words.get(at) {
        Some(&"and") if at > 0 => &words[at + 1..],
        _ => &words[at.min(words.len())..],
    }
}

/// Below a thousand.
fn hundreds(words: &[&str]) -> Option<(u32, usize)> {
    let (number, used) = match words {
        ["a", "hundred" | "thousand" | "million", ..] => (1, 1),
        ["hundred" | "thousand" | "million", ..] => (1, 0),
        _ => tens(words)?,
    };
    if !(1..10).contains(&number) || words.get(used) != Some(&"hundred") {
        return Some((number, used));
    }
    let rest = after_and(words, used + 1);
    let skipped = words.len() - rest.len();
    match tens(rest) {
        Some((more, taken)) if more > 0 => Some((number * 100 + more, skipped + taken)),
        _ => Some((number * 100, used + 1)),
    }
}

/// Below a hundred.
fn tens(words: &[&str]) -> Option<(u32, usize)> {
    let first = *words.first()?;
    if let Some(number) = place(&SMALL, first) {
        return Some((number, 1));
    }
    let ten = (place(&TENS, first)? + 2) * 10;
    match words.get(1).and_then(|word| place(&SMALL, word)) {
        Some(one @ 1..=9) => Some((ten + one, 2)),
        _ => Some((ten, 1)),
    }
}

fn place(list: &[&str], word: &str) -> Option<u32> {
    list.iter().position(|known| *known == word).and_then(|at| u32::try_from(at).ok())
}

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] =
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(u32, usize)> {
        numeral(&text.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn compounds_are_one_number() {
        for (text, number) in [
            ("zero", 0),
            ("nineteen", 19),
            ("twenty", 20),
            ("twenty five", 25),
            ("a hundred", 100),
            ("five hundred", 500),
            ("two hundred and six", 206),
            ("two hundred twelve", 212),
            ("thousand", 1000),
            ("one thousand", 1000),
            ("one thousand and one", 1001),
            ("twelve thousand three hundred forty five", 12_345),
            ("a hundred thousand", 100_000),
            ("two million five thousand", 2_005_000),
        ] {
            assert_eq!(read(text), Some((number, text.split(' ').count())), "{text}");
        }
    }

    #[test]
    fn what_follows_a_number_is_left() {
        for (text, taken) in [
            ("five six", 1),
            ("five and a half", 1),
            ("five hundred calls", 2),
            ("twenty twelve", 1),
            ("one hundred and some", 2),
            ("one thousand two thousand", 2),
            ("ten hundred", 1),
            ("five zero", 1),
        ] {
            assert_eq!(read(text).map(|(_, taken)| taken), Some(taken), "{text}");
        }
        for text in ["", "and", "many", "a", "and five"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
