//! One attribute, named `test`.
//!
//! solutions/ compiles every right and wrong answer together with the grader of
//! its exercise, text for text. A wrong answer must fail there, and still
//! `cargo test` must be green, and readable: thirteen hundred tests that are
//! passed over are noise. So where a grader is included, this attribute stands in
//! the place of the built-in one and leaves an ordinary function, which the table
//! calls by name, in a process of its own.

use proc_macro::{TokenStream, TokenTree};

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
