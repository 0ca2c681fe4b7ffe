//! Where words go, and their colours.

use std::env;
use std::io::{IsTerminal, Stdout, Write, stdin, stdout};

/// A terminal is at least this wide.
pub const WIDTH: usize = 80;

/// Prints lines. Nothing is ever cleared: what was said stays above.
pub struct Screen {
    out: Stdout,
    paint: Paint,
}

/// Colours, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    on: bool,
}

impl Screen {
    /// The program's output: colours only for a person at a terminal.
    pub fn stdout() -> Self {
        let out = stdout();
        let asked_not_to = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let on = out.is_terminal() && !asked_not_to && !dumb;
        Self { out, paint: Paint { on } }
    }

    /// A line. Whoever reads may have gone (`| head`), and the exit code is
    /// still the answer.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
        let _ = self.out.flush();
    }

    /// Words that wait for an answer behind them.
    pub fn ask(&mut self, text: &str) {
        let _ = write!(self.out, "{text} ");
        let _ = self.out.flush();
    }

    /// A person's Enter has ended the line; a program's has not.
    pub fn answered(&mut self) {
        if !stdin().is_terminal() {
            self.line("");
        }
    }

    /// Several lines, and an empty one before them.
    pub fn block(&mut self, text: &str) {
        self.line("");
        self.line(text.trim_end());
    }

    /// The colours that are used here.
    pub fn paint(&self) -> Paint {
        self.paint
    }
}

impl Paint {
    /// None.
    #[cfg(test)]
    pub const OFF: Self = Self { on: false };

    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    pub fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    pub fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_end_where_they_should_and_are_left_out_when_off() {
        let on = Paint { on: true };
        assert_eq!(on.bad("x"), "\u{1b}[31mx\u{1b}[0m");
        assert_eq!(Paint::OFF.bad("x"), "x");
    }
}
