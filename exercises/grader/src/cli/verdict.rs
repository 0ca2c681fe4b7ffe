//! The verdict in words: what passed, what failed first, and what to do.

use grader::{
    Address, Event, Exercise, Graded, Outcome, Panic, Printed, Report, Stopped, Test, Verdict,
};

use super::after;
use super::prose::wrap;
use super::screen::{Paint, WIDTH};

/// So many lines of what an answer printed are shown.
const PRINTED_LINES_MAX: usize = 20;

/// Tells one run.
pub struct Told {
    paint: Paint,
    of: usize,
    not_run: usize,
}

impl Told {
    /// Of so many tests.
    pub fn new(paint: Paint, of: usize) -> Self {
        Self { paint, of, not_run: 0 }
    }

    /// The line to print now, if there is one.
    pub fn hear(&mut self, event: &Event<'_>) -> Option<String> {
        match event {
            Event::Building => Some(self.paint.faint("  Building …")),
            Event::Test(test) if matches!(test.verdict, Verdict::NotRun(_)) => {
                self.not_run += 1;
                None
            }
            Event::Test(test) => Some(self.test(test)),
            Event::Asked if self.not_run > 0 => {
                let line = format!("  · {} after it not run", self.not_run);
                Some(self.paint.faint(&line))
            }
            Event::Asking(_) | Event::Asked => None,
        }
    }

    fn test(&self, test: &Test) -> String {
        match test.verdict {
            Verdict::Passed => format!("  {} {}", self.paint.good("✓"), test.sentence()),
            _ => format!("  {} {}: {}", self.paint.bad("✗"), test.sentence(), test.word()),
        }
    }

    /// What came of it, and what to do now.
    pub fn report(&self, exercise: &Exercise, report: &Report, address: &Address) -> String {
        let took = self.paint.faint(&format!("({})", report.took_words()));
        match &report.outcome {
            Outcome::Stopped(stopped) => self.stopped(stopped, &took),
            Outcome::Graded(graded) => self.graded(exercise, graded, address, &took),
        }
    }

    fn graded(&self, exercise: &Exercise, graded: &Graded, at: &Address, took: &str) -> String {
        let mut parts = Vec::new();
        parts.extend(graded.printed.as_ref().map(|printed| self.printed(printed)));
        if graded.stray {
            parts.push(
                "Something that your answer started left its group, and could not be ended."
                    .to_owned(),
            );
        }
        match graded.first_failed() {
            None => {
                let all = format!("All {} tests pass.", self.of);
                parts.push(format!("{} {took}", self.paint.good(&all)));
            }
            Some(test) => {
                parts.push(self.failed(test));
                parts.push(format!(
                    "{} {took}\n{}",
                    self.paint.bold(&format!("{} of {} tests passed.", graded.passed(), self.of)),
                    after::ways(exercise, Some(&test.name), at)
                ));
            }
        }
        parts.join("\n\n")
    }

    /// The first test that failed; its text is a part of the lesson, and stands
    /// as the grader wrote it.
    fn failed(&self, test: &Test) -> String {
        let rule = self.paint.bold(&test.sentence());
        match &test.verdict {
            Verdict::NotWritten(panic) => match panic.wanted() {
                // Terminals make a link of a path with its line.
                "" => format!("Not written yet: {}", panic.place),
                wanted => format!("Not written yet: {}\nIt wants: {wanted}", panic.place),
            },
            Verdict::Panicked(Panic { words, .. }) => {
                let place = test.place().unwrap_or_default();
                format!("Your code panicked in “{rule}”,\nat {place}:\n\n{words}")
            }
            _ => format!("{rule}:\n\n{}", test.text()),
        }
    }

    fn printed(&self, printed: &Printed) -> String {
        let test = grader::sentence(&printed.test);
        let mut lines: Vec<String> = vec![format!("Your code printed, in “{test}”:")];
        let shown = printed.text.lines().take(PRINTED_LINES_MAX);
        lines.extend(shown.map(|line| format!("  {} {line}", self.paint.faint("│"))));
        let more = printed.text.lines().count().saturating_sub(PRINTED_LINES_MAX);
        let dropped = printed.dropped().map(|size| format!(", and {size} that were not kept"));
        if more > 0 || dropped.is_some() {
            lines.push(format!("  … {more} lines more{}", dropped.unwrap_or_default()));
        }
        lines.join("\n")
    }

    /// Two lines of ours, and then the compiler's own words.
    fn stopped(&self, stopped: &Stopped, took: &str) -> String {
        let title = match &stopped.mistake {
            None => format!("{}.", stopped.title),
            Some(mistake) => {
                let place = mistake.place.as_ref();
                let place = place.map(|place| format!(", {}, line {}", place.name(), place.line));
                format!("{}: {}{}.", stopped.title, mistake.words, place.unwrap_or_default())
            }
        };
        let second = if stopped.lines.is_empty() {
            "The compiler says why, and where:".to_owned()
        } else {
            wrap(&stopped.lines.join(" "), WIDTH)
        };
        let words = stopped.words.trim_matches('\n');
        let ours = format!("{} {took}\n{second}", self.paint.bad(&title));
        if words.is_empty() { ours } else { format!("{ours}\n\n{words}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told() -> Told {
        Told::new(Paint::OFF, 3)
    }

    fn test(name: &str, verdict: Verdict) -> Test {
        Test { name: format!("grade::{name}"), verdict, replay: None }
    }

    #[test]
    fn a_test_that_was_not_asked_is_not_called_failed() {
        let mut told = told();
        let heard = [
            told.hear(&Event::Building),
            told.hear(&Event::Asking(3)),
            told.hear(&Event::Test(&test("one_is_taken", Verdict::Passed))),
            told.hear(&Event::Test(&test("two_are", Verdict::Endless("Still.".into())))),
            told.hear(&Event::Test(&test("three_are", Verdict::NotRun("")))),
            told.hear(&Event::Asked),
        ];
        let heard: Vec<String> = heard.into_iter().flatten().collect();
        let expected = [
            "  Building …",
            "  ✓ one is taken",
            "  ✗ two are: did not end",
            "  · 1 after it not run",
        ];
        assert_eq!(heard, expected);
    }

    #[test]
    fn what_was_printed_is_short_and_says_what_is_missing() {
        let text = (1..=25).map(|n| n.to_string()).collect::<Vec<_>>().join("\n");
        let printed = Printed { test: "grade::a_b".into(), text, dropped_bytes: 3000 };
        let told = told().printed(&printed);
        assert!(told.starts_with("Your code printed, in “a b”:\n  │ 1\n  │ 2\n"), "{told}");
        assert!(
            told.ends_with("\n  │ 20\n  … 5 lines more, and 3 kB that were not kept"),
            "{told}"
        );
    }
}
