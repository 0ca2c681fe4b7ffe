//! The lab page.
