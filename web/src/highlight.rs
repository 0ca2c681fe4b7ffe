//! Rust code as HTML: each token in a span with a class, the text unchanged.

use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, tokenize};

/// `code` as HTML, with a class on what a reader looks for: `k` keyword, `t`
/// type or constant, `m` macro, `s` text, `n` number, `l` lifetime, `c`
/// comment, `a` attribute.
pub fn rust(code: &str) -> String {
    let tokens = tokens(code);
    let mut html = String::with_capacity(code.len() * 2);
    let mut index = 0;
    while let Some(&(kind, text)) = tokens.get(index) {
        if kind == TokenKind::Pound
            && let Some(length) = attribute_length(&tokens[index..])
        {
            let attribute = tokens[index..index + length].iter().map(|&(_, text)| text);
            span(&mut html, "a", &attribute.collect::<String>());
            index += length;
            continue;
        }
        let rest = &tokens[index + 1..];
        match class(kind, text, rest) {
            Some(class) => span(&mut html, class, text),
            None => escape_into(&mut html, text),
        }
        index += 1;
    }
    html
}

/// `text` with what HTML would take for markup written out.
pub fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    escape_into(&mut html, text);
    html
}

fn tokens(code: &str) -> Vec<(TokenKind, &str)> {
    let mut rest = code;
    let token = |token: ra_ap_rustc_lexer::Token| {
        let (text, after) = rest.split_at(token.len as usize);
        rest = after;
        (token.kind, text)
    };
    tokenize(code, FrontmatterAllowed::No).map(token).collect()
}

/// How many tokens the attribute has that begins here: `#[…]` or `#![…]`.
fn attribute_length(tokens: &[(TokenKind, &str)]) -> Option<usize> {
    let open = match tokens.get(1)?.0 {
        TokenKind::OpenBracket => 1,
        TokenKind::Bang if tokens.get(2)?.0 == TokenKind::OpenBracket => 2,
        _ => return None,
    };
    let mut depth = 0;
    for (index, (kind, _)) in tokens.iter().enumerate().skip(open) {
        match kind {
            TokenKind::OpenBracket => depth += 1,
            TokenKind::CloseBracket => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

fn class(kind: TokenKind, text: &str, rest: &[(TokenKind, &str)]) -> Option<&'static str> {
    Some(match kind {
        TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => "c",
        TokenKind::Lifetime { .. } | TokenKind::RawLifetime => "l",
        TokenKind::Literal {
            kind: LiteralKind::Int { .. } | LiteralKind::Float { .. }, ..
        } => "n",
        TokenKind::Literal { .. } => "s",
        TokenKind::Ident if is_macro(rest) => "m",
        TokenKind::Ident if KEYWORDS.contains(&text) => "k",
        TokenKind::Ident if is_type(text) => "t",
        _ => return None,
    })
}

/// `name!` calls a macro; `name != …` compares.
fn is_macro(rest: &[(TokenKind, &str)]) -> bool {
    let kind = |index: usize| rest.get(index).map(|token| token.0);
    kind(0) == Some(TokenKind::Bang) && kind(1) != Some(TokenKind::Eq)
}

fn is_type(text: &str) -> bool {
    text.starts_with(|first: char| first.is_uppercase()) || PRIMITIVES.contains(&text)
}

fn span(html: &mut String, class: &str, text: &str) {
    html.push_str("<span class=\"");
    html.push_str(class);
    html.push_str("\">");
    escape_into(html, text);
    html.push_str("</span>");
}

fn escape_into(html: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '&' => html.push_str("&amp;"),
            '"' => html.push_str("&quot;"),
            _ => html.push(character),
        }
    }
}

const KEYWORDS: [&str; 39] = [
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern",
    "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "union",
    "unsafe", "use", "where", "while",
];

const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16",
    "u32", "u64", "u8", "usize",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// What a browser shows of `html`.
    fn shown(html: &str) -> String {
        let mut text = String::new();
        for piece in html.split('<') {
            text.push_str(piece.split_once('>').map_or(piece, |(_, after)| after));
        }
        let text = text.replace("&lt;", "<").replace("&gt;", ">");
        text.replace("&quot;", "\"").replace("&amp;", "&")
    }

    #[test]
    fn the_reader_sees_every_character_of_the_code() {
        for code in [
            "",
            "fn main() {}\n",
            "let a: Vec<&'static str> = vec![\"<b>&amp;</b>\"]; // 1 < 2 && 3 > 2",
            "#![deny(warnings)]\n#[test]\nfn a<'a>(x: &'a [u8; 4]) -> u64 { b'\\'' as u64 }",
            "r#\"raw \"text\" here\"# /* a /* b */ c */ 1_000u64 + 0.5e3",
            "unfinished: \"never closed",
            "#[open [ and never closed",
            "naïve(✓) № 🚢 \u{a0} r#type #",
        ] {
            assert_eq!(shown(&rust(code)), code);
        }
    }

    #[test]
    fn nothing_in_the_code_becomes_markup() {
        let html = rust("let a = \"<script>\" /* <img> */; a<b>c & d");
        let tags = html.match_indices('<').map(|(at, _)| &html[at..]);
        for tag in tags {
            assert!(tag.starts_with("<span class=\"") || tag.starts_with("</span>"), "{tag}");
        }
        assert!(html.contains("&lt;script&gt;"), "{html}");
    }

    #[test]
    fn each_kind_of_token_has_its_class() {
        let cases = [
            ("fn", "<span class=\"k\">fn</span>"),
            ("Moment", "<span class=\"t\">Moment</span>"),
            ("u64", "<span class=\"t\">u64</span>"),
            ("12_000", "<span class=\"n\">12_000</span>"),
            ("0.5", "<span class=\"n\">0.5</span>"),
            ("'a", "<span class=\"l\">'a</span>"),
            ("'a'", "<span class=\"s\">'a'</span>"),
            ("\"a\"", "<span class=\"s\">&quot;a&quot;</span>"),
            ("// why", "<span class=\"c\">// why</span>"),
            ("assert!", "<span class=\"m\">assert</span>!"),
            ("a != b", "a != b"),
            ("#[test]", "<span class=\"a\">#[test]</span>"),
            ("#[cfg(all([a]))] x", "<span class=\"a\">#[cfg(all([a]))]</span> x"),
            ("burst", "burst"),
        ];
        for (code, html) in cases {
            assert_eq!(rust(code), html);
        }
    }
}
