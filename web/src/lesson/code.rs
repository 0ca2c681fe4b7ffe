//! Code blocks.

use super::Kind;
use crate::highlight;

/// What rustdoc takes for Rust when a block names no other language.
const RUST: [&str; 8] = [
    "rust",
    "rs",
    "ignore",
    "no_run",
    "should_panic",
    "compile_fail",
    "edition2024",
    "test_harness",
];

/// Above this many columns a block scrolls even on a wide page, so the
/// keyboard must reach it.
const COLUMNS_MAX: usize = 80;

/// A block of `code` whose fence says `info`.
pub(super) fn html(info: &str, code: &str, kind: Kind) -> String {
    let mut words = info.split([',', ' ']).filter(|word| !word.is_empty());
    let first = words.next();
    let rust = first.map_or(kind == Kind::Chapter, |first| RUST.contains(&first));
    let (class, code) =
        if rust { ("rust", shown(code)) } else { (first.unwrap_or("text"), code.to_owned()) };
    let inner = if rust { highlight::rust(&code) } else { highlight::escape(&code) };
    let wide = code.lines().any(|line| line.chars().count() > COLUMNS_MAX);
    let reach = if wide { " tabindex=\"0\"" } else { "" };
    let class = highlight::escape(class);
    format!("<pre class=\"code {class}\"{reach}><code>{inner}</code></pre>\n")
}

/// The code without the lines that rustdoc hides: those that begin with a `#`
/// of their own. `##` is a `#` that is meant. An empty line that parted them
/// from the rest goes with them.
fn shown(code: &str) -> String {
    let mut shown = String::with_capacity(code.len());
    for line in code.lines() {
        let start = line.trim_start();
        if start == "#" || start.starts_with("# ") {
            continue;
        }
        if start.starts_with("##") {
            shown.push_str(&line[..line.len() - start.len()]);
            shown.push_str(&start[1..]);
        } else {
            shown.push_str(line);
        }
        shown.push('\n');
    }
    shown.trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_lines_are_left_out() {
        let code = "# use clock::Moment;\n#\n\n    #[test]\nfn a() {\n    # let b = 1;\n    ## c\n\n}\n# }\n";
        assert_eq!(shown(code), "    #[test]\nfn a() {\n    # c\n\n}");
    }

    #[test]
    fn what_rustdoc_runs_is_coloured_as_rust() {
        for info in ["rust", "rust,ignore", "no_run", "should_panic", "rust, compile_fail"] {
            let block = html(info, "fn", Kind::Exercise);
            assert!(block.starts_with("<pre class=\"code rust\"><code><span"), "{block}");
        }
        assert!(html("", "fn", Kind::Chapter).contains("<span"));
        assert!(!html("", "fn", Kind::Exercise).contains("<span"));
        assert_eq!(
            html("console", "$ a < b\n", Kind::Chapter),
            "<pre class=\"code console\"><code>$ a &lt; b\n</code></pre>\n"
        );
    }

    #[test]
    fn a_line_of_81_columns_can_be_scrolled_from_the_keyboard() {
        let block = |columns| html("text", &"é".repeat(columns), Kind::Chapter);
        assert!(!block(80).contains("tabindex"));
        assert!(block(81).contains("tabindex"));
    }
}
