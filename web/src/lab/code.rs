//! The mechanism's own source beside its picture, with the line lit that
//! decided last.

use std::fmt::Write as _;

use simulation::Mechanism;

use crate::highlight;
use crate::stage::Played;

/// What the template draws.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) file: &'static str,
    pub(super) html: String,
}

/// Each mechanism's name with its file, and the file.
const SOURCES: [(&str, &str, &str); 18] = [
    (
        "breaker",
        "chapters/09-breaker/src/machine.rs and transitions.rs",
        concat!(
            include_str!("../../../chapters/09-breaker/src/machine.rs"),
            "\n",
            include_str!("../../../chapters/09-breaker/src/transitions.rs"),
        ),
    ),
    (
        "breaker-first-try",
        "chapters/09-breaker/src/first_try.rs",
        include_str!("../../../chapters/09-breaker/src/first_try.rs"),
    ),
    (
        "leaky-meter",
        "chapters/05-leaky-bucket/src/level.rs",
        include_str!("../../../chapters/05-leaky-bucket/src/level.rs"),
    ),
    (
        "leaky-meter-first-try",
        "chapters/05-leaky-bucket/src/first_try.rs",
        include_str!("../../../chapters/05-leaky-bucket/src/first_try.rs"),
    ),
    (
        "leaky-queue",
        "chapters/05-leaky-bucket/src/line.rs",
        include_str!("../../../chapters/05-leaky-bucket/src/line.rs"),
    ),
    (
        "fixed-window",
        "chapters/04-window/src/fixed.rs",
        include_str!("../../../chapters/04-window/src/fixed.rs"),
    ),
    (
        "fixed-window-first-try",
        "chapters/04-window/src/first_try.rs",
        include_str!("../../../chapters/04-window/src/first_try.rs"),
    ),
    (
        "sliding-log",
        "chapters/04-window/src/log.rs",
        include_str!("../../../chapters/04-window/src/log.rs"),
    ),
    (
        "sliding-counter",
        "chapters/04-window/src/slots.rs",
        include_str!("../../../chapters/04-window/src/slots.rs"),
    ),
    (
        "two-windows",
        "chapters/04-window/src/two_windows.rs",
        include_str!("../../../chapters/04-window/src/two_windows.rs"),
    ),
    (
        "token-bucket",
        "chapters/06-token-bucket/src/balance.rs",
        include_str!("../../../chapters/06-token-bucket/src/balance.rs"),
    ),
    (
        "token-bucket-first-try",
        "chapters/06-token-bucket/src/first_try.rs",
        include_str!("../../../chapters/06-token-bucket/src/first_try.rs"),
    ),
    (
        "keyed-limits",
        "chapters/07-keyed-limits/src/layers.rs and keyed.rs",
        concat!(
            include_str!("../../../chapters/07-keyed-limits/src/layers.rs"),
            "\n",
            include_str!("../../../chapters/07-keyed-limits/src/keyed.rs"),
        ),
    ),
    (
        "keyed-limits-first-try",
        "chapters/07-keyed-limits/src/first_try.rs",
        include_str!("../../../chapters/07-keyed-limits/src/first_try.rs"),
    ),
    (
        "service",
        "chapters/02-simulation/src/service.rs",
        include_str!("../../../chapters/02-simulation/src/service.rs"),
    ),
    (
        "service-first-try",
        "chapters/02-simulation/src/first_try.rs",
        include_str!("../../../chapters/02-simulation/src/first_try.rs"),
    ),
    (
        "sleepers",
        "chapters/01-clock/src/manual.rs",
        include_str!("../../../chapters/01-clock/src/manual.rs"),
    ),
    (
        "sleepers-first-try",
        "chapters/01-clock/src/first_try.rs",
        include_str!("../../../chapters/01-clock/src/first_try.rs"),
    ),
];

/// The mark of a line that decides.
const LIT: &str = " // lit: ";

/// The source of `mechanism` as it is lit at `at_ms`, if it is known here.
pub(super) fn of(mechanism: &Mechanism, played: &Played<'_>, at_ms: u64) -> Option<Code> {
    let (_, file, source) = SOURCES.into_iter().find(|(name, ..)| *name == mechanism.name)?;
    let source = source.split("\n#[cfg(test)]").next().unwrap_or(source);
    Some(Code { file, html: played.settled(&marked(source), at_ms) })
}

/// The lines, of which those that decide have a binding.
fn marked(source: &str) -> String {
    let (mut plain, mut lit) = (String::new(), Vec::new());
    for (number, line) in source.lines().enumerate() {
        let (code, words) = line.split_once(LIT).unwrap_or((line, ""));
        if !words.is_empty() {
            lit.push((number, words.replace(", ", " ")));
        }
        plain.push_str(code);
        plain.push('\n');
    }
    let html = highlight::rust(&plain);
    let mut marked = String::with_capacity(html.len());
    for (number, line) in html.lines().enumerate() {
        let _ = match lit.iter().find(|(at, _)| *at == number) {
            Some((_, words)) => {
                writeln!(marked, "<span class=\"line\" data-b-on=\"lit {words}\">{line}</span>")
            }
            None => writeln!(marked, "{line}"),
        };
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mechanism_of_the_lab_has_its_source() {
        for mechanism in crate::mechanisms::all() {
            let known = SOURCES.iter().any(|(name, ..)| *name == mechanism.name);
            assert!(known, "{}", mechanism.name);
        }
    }

    #[test]
    fn the_marks_of_a_source_become_bindings_and_leave_the_text() {
        let html = marked("let a = 1;\nlet b = 2; // lit: admitted, held\n");
        assert_eq!(html.matches("data-b-on=\"lit admitted held\"").count(), 1);
        assert!(!html.contains("lit:") && html.lines().count() == 2, "{html}");
    }
}
