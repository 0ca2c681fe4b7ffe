//! The word that a page must know to have code run: made when the server
//! starts, and written into its own forms only.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// 128 bits, as 32 hexadecimal digits.
#[derive(Clone, Debug)]
pub(crate) struct Token(String);

impl Token {
    /// A new one. The keys of std's hash maps come from the system's own
    /// random numbers, and nothing that is printed lets one guess them.
    pub(crate) fn new() -> Self {
        let half = || RandomState::new().hash_one("breakwater");
        Self(format!("{:016x}{:016x}", half(), half()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `other` is the same. It looks at every byte, so that the time it
    /// takes says nothing about how many were right.
    pub(crate) fn is(&self, other: &str) -> bool {
        let differ = self.0.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        self.0.len() == other.len() && differ == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_start_has_its_own() {
        let (one, two) = (Token::new(), Token::new());
        assert_eq!(one.as_str().len(), 32);
        assert!(one.as_str().bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(one.is(one.as_str()) && !one.is(two.as_str()));
        assert_ne!(one.as_str()[..16], one.as_str()[16..]);
    }

    #[test]
    fn a_part_of_it_is_not_it() {
        let token = Token("00ff".to_owned());
        assert!(token.is("00ff"));
        for other in ["", "00", "00f", "00ff0", "00fe", "10ff", "00FF"] {
            assert!(!token.is(other), "{other}");
        }
    }
}
