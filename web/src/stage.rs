//! The stage, drawn.
