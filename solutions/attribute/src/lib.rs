//! An attribute named `test`, and a file with a piece of it changed.
//!
//! solutions/ compiles every right and wrong answer together with the grader of
//! its exercise, text for text. A wrong answer must fail there, and still
//! `cargo test` must be green, and readable: thousands of tests that are
//! passed over are noise. So where a grader is included, this attribute stands in
//! the place of the built-in one and leaves an ordinary function, which the table
//! calls by name, in a process of its own.

use proc_macro::{Group, TokenStream, TokenTree};

/// An ordinary function instead of a test.
///
/// # Panics
///
/// Never: the visibility is written out below.
#[proc_macro_attribute]
pub fn test(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    let visible: TokenStream = "pub(crate)".parse().expect("a visibility");
    let is_fn =
        |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word.to_string() == "fn");
    let mut tokens = TokenStream::new();
    let mut before = true;
    for token in function {
        if before && is_fn(&token) {
            tokens.extend(visible.clone());
            before = false;
        }
        tokens.extend([token]);
    }
    tokens
}

/// The items of a file, with pieces of it replaced:
/// `changed!("machine.rs" in "folder"; "machine.rs": { now >= until } => { now > until });`
///
/// The folder is relative to the package that asks. Pieces of other files than
/// the first are passed over. So a wrong version of a mechanism is the mechanism
/// and one wrong idea, and never an old copy.
///
/// # Panics
///
/// If a piece is not there exactly once: that is an error of the build.
#[proc_macro]
pub fn changed(arguments: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = arguments.into_iter().collect();
    let [file, _, folder, _, pieces @ ..] = &tokens[..] else {
        panic!("changed!(\"file\" in \"folder\"; \"file\": {{ from }} => {{ to }})");
    };
    let unquoted = |token: &TokenTree| token.to_string().trim_matches('"').to_owned();
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("Cargo says where");
    let path = format!("{root}/{}/{}", unquoted(folder), unquoted(file));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut items: TokenStream = text.parse().expect("a file that compiles");
    // "file" : { from } = > { to }
    for piece in pieces.chunks(6).filter(|piece| unquoted(&piece[0]) == unquoted(file)) {
        let (mut times, from, to) = (0, inside(&piece[2]), inside(&piece[5]));
        items = replaced(items, &from, &to, &mut times);
        assert_eq!(times, 1, "{path}: how often it has {}", piece[2]);
    }
    // The compiler watches the files that are included, and no others.
    let watched = format!("const _: &str = include_str!({path:?});");
    items.extend(watched.parse::<TokenStream>().expect("an item"));
    items
}

/// What stands in the braces, as if it stood in the file: by way of its text, so
/// that a `now` in it is the `now` of the file.
fn inside(token: &TokenTree) -> Vec<TokenTree> {
    let TokenTree::Group(group) = token else { panic!("{token} has no braces") };
    let stream: TokenStream = group.stream().to_string().parse().expect("the same tokens");
    stream.into_iter().collect()
}

fn replaced(
    stream: TokenStream,
    from: &[TokenTree],
    to: &[TokenTree],
    times: &mut usize,
) -> TokenStream {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let (mut rest, mut out) = (&tokens[..], TokenStream::new());
    while let Some((first, others)) = rest.split_first() {
        let piece = rest.iter().zip(from).filter(|(one, other)| same(one, other)).count();
        if piece == from.len() {
            *times += 1;
            out.extend(to.iter().cloned());
            rest = &rest[piece..];
            continue;
        }
        out.extend([match first {
            TokenTree::Group(group) => {
                let stream = replaced(group.stream(), from, to, times);
                TokenTree::Group(Group::new(group.delimiter(), stream))
            }
            other => other.clone(),
        }]);
        rest = others;
    }
    out
}

/// Whether two tokens say the same, wherever they stand.
fn same(one: &TokenTree, other: &TokenTree) -> bool {
    match (one, other) {
        (TokenTree::Group(one), TokenTree::Group(other)) => {
            let (these, those) = (one.stream().into_iter(), other.stream().into_iter());
            let (these, those): (Vec<_>, Vec<_>) = (these.collect(), those.collect());
            one.delimiter() == other.delimiter()
                && these.len() == those.len()
                && these.iter().zip(&those).all(|(one, other)| same(one, other))
        }
        (TokenTree::Punct(one), TokenTree::Punct(other)) => one.as_char() == other.as_char(),
        _ => one.to_string() == other.to_string(),
    }
}
