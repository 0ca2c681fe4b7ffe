//! The workbook's Markdown in a terminal: paragraphs of a fixed width. Code,
//! tables and lists stay as they are written.

/// `markdown`, with paragraphs of at most `width` columns.
pub fn wrap(markdown: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut fenced = false;
    for line in markdown.lines() {
        let fence = line.trim_start().starts_with("```");
        if fenced || fence || stands_alone(line) {
            lines.extend(filled(&std::mem::take(&mut paragraph), width));
            if !fence {
                lines.push(if fenced { format!("    {line}") } else { line.trim_end().to_owned() });
            }
            fenced ^= fence;
        } else {
            if is_item(line) {
                lines.extend(filled(&std::mem::take(&mut paragraph), width));
            }
            paragraph.push(line);
        }
    }
    lines.extend(filled(&paragraph, width));
    lines.dedup_by(|next, before| next.is_empty() && before.is_empty());
    lines.join("\n")
}

/// An empty line, a heading, a row of a table, or code that is indented.
fn stands_alone(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(['#', '|']) || line.starts_with("    ")
}

fn is_item(line: &str) -> bool {
    let item = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    item.starts_with("- ") || item.starts_with("* ") || item.starts_with(". ")
}

/// The words of a paragraph, or of one item of a list, in lines.
fn filled(paragraph: &[&str], width: usize) -> Vec<String> {
    let indent = match paragraph.first() {
        Some(first) if is_item(first) => {
            let marker = first.trim_start().split(' ').next().unwrap_or_default();
            first.len() - first.trim_start().len() + marker.len() + 1
        }
        _ => 0,
    };
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.iter().flat_map(|line| line.split_whitespace()) {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(" ".repeat(indent) + word),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_is_one_sentence_a_line_in_the_file_and_filled_on_the_screen() {
        assert_eq!(wrap("One two.\nThree four.\n\nFive.\n", 14), "One two. Three\nfour.\n\nFive.");
        assert_eq!(wrap("a-word-that-is-too-long x", 5), "a-word-that-is-too-long\nx");
        assert_eq!(wrap("", 10), "");
    }

    #[test]
    fn code_and_tables_keep_their_lines() {
        let text =
            "Text\ngoes on:\n\n```rust\nlet a = 1;\n  let b = 2;\n```\n\n| a | b |\n|---|---|\n";
        let expected = "Text goes on:\n\n    let a = 1;\n      let b = 2;\n\n| a | b |\n|---|---|";
        assert_eq!(wrap(text, 40), expected);
    }

    #[test]
    fn an_item_of_a_list_hangs_under_its_marker() {
        let text = "Two:\n- one two three\n  four\n- five\n\n10. six seven\n";
        assert_eq!(wrap(text, 12), "Two:\n- one two\n  three four\n- five\n\n10. six\n    seven");
    }
}
