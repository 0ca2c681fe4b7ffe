//! Right and wrong answers.
