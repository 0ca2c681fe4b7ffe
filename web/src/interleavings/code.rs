//! Code with numbered lines that a step can point at.

use std::fmt::Write as _;

use crate::highlight;

/// The lines of `code` as HTML. Each has the id `prefix` and its number; `lit`
/// is the one that a step is at.
pub(crate) fn lines(code: &str, prefix: &str, lit: Option<u32>) -> String {
    let html = highlight::rust(code);
    let mut lines = String::with_capacity(html.len() * 2);
    // A comment or a text may go over several lines: its span is closed at the
    // end of each, and opened again.
    let mut open = String::new();
    for (number, line) in (1_u32..).zip(html.lines()) {
        let lit = if lit == Some(number) { " lit" } else { "" };
        let inside = format!("{open}{line}");
        open = String::from(unclosed(&inside));
        let close = if open.is_empty() { "" } else { "</span>" };
        // Writing into a string cannot fail.
        let _ = write!(
            lines,
            "<span class=\"line{lit}\" id=\"{prefix}{number}\" data-n=\"{number}\">{inside}{close}\n</span>"
        );
    }
    lines
}

/// The tag of the span that `line` leaves open; spans are not nested.
fn unclosed(line: &str) -> &str {
    let Some(last) = line.rfind("<span ") else { return "" };
    let rest = &line[last..];
    let end = rest.find('>').map_or(rest.len(), |end| end + 1);
    if rest.contains("</span>") { "" } else { &rest[..end] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_number_and_one_is_lit() {
        let html = lines("fn a() {\n    b();\n}\n", "m", Some(2));
        assert_eq!(html.matches("class=\"line").count(), 3);
        assert!(html.contains("<span class=\"line lit\" id=\"m2\" data-n=\"2\">    b();\n</span>"));
    }

    #[test]
    fn a_comment_over_several_lines_is_closed_in_each() {
        let html = lines("/* one\ntwo\nthree */ let a;\n", "m", None);
        assert_eq!(html.matches("<span").count(), html.matches("</span>").count(), "{html}");
        for line in ["/* one", "two", "three */"] {
            assert!(html.contains(&format!("<span class=\"c\">{line}")), "{html}");
        }
    }
}
