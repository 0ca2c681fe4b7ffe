//! What a program printed, as plain text.

/// Without colours and other orders to a terminal.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\u{1b}' => match characters.next() {
                Some('[') => skip(&mut characters, |c| ('@'..='~').contains(&c)),
                Some(']') => skip(&mut characters, |c| c == '\u{7}' || c == '\\'),
                _ => {}
            },
            '\n' | '\t' => plain.push(character),
            // Orders of one character, and those that turn the text's direction.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            _ if character.is_control() => {}
            _ => plain.push(character),
        }
    }
    plain
}

fn skip(characters: &mut impl Iterator<Item = char>, last: impl Fn(char) -> bool) {
    let _ = characters.find(|&character| last(character));
}

/// At most `most` characters of it; what is missing is said.
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => {
            let rest = text[end..].chars().count();
            format!("{}\n… and {rest} characters more", &text[..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_to_a_terminal_are_left_out() {
        assert_eq!(
            plain("\u{1b}[1;31merror\u{1b}[0m: \u{1b}]0;title\u{7}a\tb\r\n"),
            "error: a\tb\n"
        );
        assert_eq!(plain("a\u{1b}]8;;http://a\u{1b}\\b\u{8}c\u{202e}d"), "abcd");
        assert_eq!(plain("\u{1b}"), "");
        assert_eq!(plain("<b> ünï ✓"), "<b> ünï ✓");
    }

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        assert_eq!(short("äöü", 3), "äöü");
        assert_eq!(short("äöüß!", 3), "äöü\n… and 2 characters more");
    }
}
