//! One attribute, named `test`.
//!
//! solutions/ compiles every right and wrong answer together with the grader of
//! its exercise, text for text. A wrong answer must fail there, and still
//! `cargo test` must be green. So where a grader is included, this attribute
//! stands in the place of the built-in one: the tests exist, are passed over by
//! a plain run, and the table runs each in a process of its own.

use proc_macro::TokenStream;

/// `#[test]` and `#[ignore]` in one.
///
/// # Panics
///
/// Never: the two attributes are written out below.
#[proc_macro_attribute]
pub fn test(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    let mut tokens: TokenStream = "#[::core::prelude::v1::test]
         #[ignore = \"the table runs it\"]"
        .parse()
        .expect("two attributes");
    tokens.extend(function);
    tokens
}
