//! The list of chapters and exercises: what exists, and what is to come.
//!
//! A chapter becomes part of the workbook when its line says `chapter!` instead
//! of `to_come`, an exercise by its folder's name at the end of that line. An
//! exercise's title and minutes are read from its manifest, so that they are
//! written down once.

use std::sync::LazyLock;

use grader::tasks::Task;

use crate::lesson::{Kind, Lesson};

/// One chapter.
#[derive(Debug)]
pub struct Chapter {
    /// Orders the folder: `6`.
    pub number: u8,
    /// Its package, and its name in links: `token-bucket`.
    pub name: &'static str,
    /// Its name in headings.
    pub title: &'static str,
    /// What it answers, in one line.
    pub question: &'static str,
    /// How long it takes, with its exercises.
    pub minutes: u32,
    /// Its lesson; `None` while it is to come.
    pub lesson: Option<Page>,
    /// The same as it was written; nothing while it is to come.
    pub readme: &'static str,
    /// Its exercises, in learning order.
    pub exercises: &'static [Exercise],
}

/// One exercise.
#[derive(Debug)]
pub struct Exercise {
    /// Its folder under `exercises/`: `06a-last-token`.
    pub folder: &'static str,
    /// What its manifest says.
    pub about: LazyLock<grader::Exercise>,
    /// Its README: the task.
    pub task: Page,
}

/// A README of this workbook, rendered when it is first asked for. Its figures
/// are runs, and some of them are long: in a debug build, which is what `cargo
/// run` starts, they take half a second.
pub type Page = LazyLock<Lesson>;

/// Chapters that belong together.
#[derive(Debug)]
pub struct Part {
    /// What its chapters have in common.
    pub title: &'static str,
    /// Its chapters, in order.
    pub chapters: &'static [Chapter],
}

/// The whole workbook, in order.
pub fn parts() -> &'static [Part] {
    &PARTS
}

/// All chapters, in order.
pub fn chapters() -> impl DoubleEndedIterator<Item = &'static Chapter> {
    PARTS.iter().flat_map(|part| part.chapters)
}

/// What the lessons want done in the lab, in order.
pub fn tasks() -> &'static [Task] {
    &TASKS
}

/// All exercises that exist, in order.
pub fn exercises() -> impl Iterator<Item = &'static Exercise> {
    chapters().flat_map(|chapter| chapter.exercises)
}

/// The chapter `name`, whether it exists or is to come.
pub fn chapter(name: &str) -> Option<&'static Chapter> {
    chapters().find(|chapter| chapter.name == name)
}

/// The exercise `name`, with its chapter.
pub fn exercise(name: &str) -> Option<(&'static Chapter, &'static Exercise)> {
    chapters().find_map(|chapter| {
        let exercise = chapter.exercises.iter().find(|exercise| exercise.name() == name)?;
        Some((chapter, exercise))
    })
}

impl Chapter {
    /// Its folder under `chapters/`: `06-token-bucket`.
    pub fn folder(&self) -> String {
        format!("{:02}-{}", self.number, self.name)
    }
}

impl Exercise {
    /// Its package, and its name in links: the folder without its number.
    pub fn name(&self) -> &'static str {
        self.folder.split_once('-').map_or(self.folder, |(_, name)| name)
    }

    /// Its name in headings.
    pub fn title(&self) -> &str {
        &self.about.title
    }

    /// What it is about, in one line.
    pub fn description(&self) -> &str {
        &self.about.description
    }

    /// How long it takes.
    pub fn minutes(&self) -> Option<u32> {
        self.about.minutes
    }

    /// The file to edit, from the workspace.
    pub fn answer(&self) -> String {
        self.about.answer()
    }

    /// Whether an answer to it can be run and drawn, beside being graded.
    pub fn has_run(&self) -> bool {
        self.about.has_run
    }

    /// The tests of its grader, in learning order: `grade::one_token_is_taken`.
    pub fn tests(&self) -> &[String] {
        &self.about.tests
    }
}

/// An exercise, by its folder.
macro_rules! exercise {
    ($folder:literal) => {
        Exercise {
            folder: $folder,
            about: LazyLock::new(|| {
                let text = include_str!(concat!("../../exercises/", $folder, "/Cargo.toml"));
                grader::Exercise::read($folder, text).expect("a manifest of an exercise")
            }),
            task: Page::new(|| {
                let text = include_str!(concat!("../../exercises/", $folder, "/README.md"));
                let name = $folder.split_once('-').map_or($folder, |(_, name)| name);
                Lesson::render(name, text, Kind::Exercise)
            }),
        }
    };
}

/// A chapter that can be read: its folder's README is its lesson.
macro_rules! chapter {
    ($number:literal, $folder:literal, $name:literal, $title:literal, $minutes:literal,
     $question:literal, [$($exercise:literal),*]) => {
        Chapter {
            number: $number,
            name: $name,
            title: $title,
            question: $question,
            minutes: $minutes,
            lesson: Some(Page::new(|| {
                let text = include_str!(concat!("../../chapters/", $folder, "/README.md"));
                Lesson::render($name, text, Kind::Chapter)
            })),
            readme: include_str!(concat!("../../chapters/", $folder, "/README.md")),
            exercises: {
                const COUNT: usize = <[&str]>::len(&[$($exercise),*]);
                static EXERCISES: [Exercise; COUNT] = [$(exercise!($exercise)),*];
                &EXERCISES
            },
        }
    };
}

const fn to_come(
    number: u8,
    name: &'static str,
    title: &'static str,
    minutes: u32,
    question: &'static str,
) -> Chapter {
    Chapter { number, name, title, question, minutes, lesson: None, readme: "", exercises: &[] }
}

/// Read apart from the lessons, whose figures take their time.
static TASKS: LazyLock<Vec<Task>> = LazyLock::new(|| {
    let read = |chapter: &Chapter| grader::tasks::read(chapter.name, chapter.readme);
    chapters().flat_map(read).filter_map(Result::ok).collect()
});

static PARTS: [Part; 5] = [
    Part { title: "The instruments", chapters: &INSTRUMENTS },
    Part { title: "What comes in", chapters: &INCOMING },
    Part { title: "What goes out", chapters: &OUTGOING },
    Part { title: "Together", chapters: &TOGETHER },
    Part { title: "Many machines", chapters: &MACHINES },
];

#[rustfmt::skip] // One line a chapter, one line a question: a table.
static INSTRUMENTS: [Chapter; 3] = [
    chapter!(1, "01-clock", "clock", "Clock", 30,
        "How does a test wait for an hour without waiting?",
        ["01c-late-waker"]),
    chapter!(2, "02-simulation", "simulation", "Simulation", 25,
        "What happens under load, second by second, and can I see it again?",
        []),
    chapter!(3, "03-interleavings", "interleavings", "Interleavings", 60,
        "In which orders can two threads go, and which of them break the rule?",
        ["03a-lost-update", "03b-check-then-act", "03c-one-outcome"]),
];

#[rustfmt::skip]
static INCOMING: [Chapter; 4] = [
    chapter!(4, "04-window", "window", "Window", 90,
        "How many came in the last second, and what does a cheaper count get wrong?",
        ["04a-boundary-burst", "04b-stale-previous", "04c-forgetful-slot", "04d-one-tick-late"]),
    chapter!(5, "05-leaky-bucket", "leaky-bucket", "Leaky bucket", 65,
        "How does an uneven stream become an even one?",
        ["05a-overfull", "05b-uneven-pace", "05c-two-names-one-rule"]),
    chapter!(6, "06-token-bucket", "token-bucket", "Token bucket", 120,
        "How much may arrive at once, and how much in the long run?",
        ["06a-last-token", "06b-lost-fraction", "06c-debt", "06d-free-burst"]),
    chapter!(7, "07-keyed-limits", "keyed-limits", "Keyed limits", 95,
        "How is one noisy caller kept from using up everybody’s share?",
        ["07a-noisy-neighbour", "07b-reborn-key", "07c-charged-twice", "07d-endless-keys"]),
];

#[rustfmt::skip]
static OUTGOING: [Chapter; 7] = [
    to_come(8, "bulkhead", "Bulkhead", 40,
        "How is one slow route kept from taking the workers of all the others?"),
    chapter!(9, "09-breaker", "breaker", "Circuit breaker", 185,
        "When does it stop calling, and what makes it try again?",
        ["09a-half-open-flood", "09b-stuck-half-open", "09c-late-result", "09d-two-probes",
         "09e-lifetime-ratio", "09f-flapping", "09g-on-change"]),
    to_come(10, "retry", "Retry", 45,
        "When does another attempt help, and when does it keep the service down?"),
    to_come(11, "deadline", "Deadline", 40,
        "Does anybody still wait for this answer?"),
    to_come(12, "failover", "Failover", 35,
        "When is it time for the other provider, and who decides it once?"),
    to_come(13, "fallback", "Fallback", 25,
        "What can be answered when the answer cannot be had?"),
    to_come(14, "idempotency", "Idempotency", 50,
        "How does a request that is sent twice happen once?"),
];

#[rustfmt::skip]
static TOGETHER: [Chapter; 2] = [
    to_come(15, "stack", "Stack", 55,
        "In which order do the guards stand around one call?"),
    to_come(16, "adaptive", "Adaptive limits", 50,
        "How does a limit find its own number?"),
];

#[rustfmt::skip]
static MACHINES: [Chapter; 3] = [
    to_come(17, "distributed", "Distributed limits", 60,
        "What is left of a limit when many machines keep it?"),
    to_come(18, "rules", "Rules", 35,
        "How do limits change while the service runs?"),
    to_come(19, "proxy", "Guarded proxy", 90,
        "How do all of them together guard one small DNS server?"),
];
