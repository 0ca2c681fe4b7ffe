//! Two threads, one token.
