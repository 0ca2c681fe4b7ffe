//! One run, from the file to the report.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use clock::{Clock, SystemClock};
use simulation::{Scenario, TELL};

use crate::ask::{self, Asked};
use crate::beside::Beside;
use crate::bounded::read_file;
use crate::captured::Keep;
use crate::compile::{Built, Mistake};
use crate::exercise::Exercise;
use crate::fresh::{Before, Part};
use crate::group::Leash;
use crate::plain::{plain, short};
use crate::process::{self, Bounds, End, Ended, Of};
use crate::report::{Event, Graded, Outcome, Report, Test};
use crate::scenarios::{self, Shown};
use crate::stopped::Stopped;
use crate::verdict::Verdict;
use crate::workspace;

/// A longer answer is not read. It is compared with what was run, and that is all.
pub(crate) const ANSWER_BYTES_MAX: u64 = 1 << 20;
/// What cargo prints is JSON, and only its errors are long.
const CARGO: Keep = Keep { head_bytes: 8 << 20, tail_bytes: 1 << 16 };
/// What an answer prints: its beginning, and the end, where a panic speaks.
pub(crate) const PRINTED: Keep = Keep { head_bytes: 48 << 10, tail_bytes: 16 << 10 };
/// A trace is drawn as far as it was kept.
pub(crate) const TRACE: Keep = Keep { head_bytes: 1 << 20, tail_bytes: 0 };
/// So much of a tool's own words is shown, in characters.
const WORDS_MAX: usize = 20_000;

/// Where the answers are, and how they are run.
#[derive(Clone, Debug)]
pub struct Workbook {
    /// The folder with `exercises/` in it.
    pub root: PathBuf,
    /// The program that builds.
    pub cargo: OsString,
    /// How long everything may take.
    pub limits: Limits,
}

/// The longest times.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For one call of cargo. The first one of all builds what answers stand on.
    pub build: Duration,
    /// For one test of a grader.
    pub test: Duration,
    /// For the run that is drawn.
    pub probe: Duration,
}

/// How much of the grader is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// All tests, and the run beside the right one.
    All,
    /// Up to the first test that fails; the others are not run.
    ToTheFirst,
}

impl Workbook {
    /// The workbook in or above the current folder, or the one that this program
    /// was built in.
    pub fn find() -> Option<Self> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let limits = Limits::default();
        workspace::find().map(|root| Self { root, cargo, limits })
    }

    /// Builds an answer, asks its grader, and runs it beside the right one;
    /// `told` hears how far it is.
    pub fn run(
        &self,
        exercise: &Exercise,
        manner: Manner,
        leash: &Leash,
        told: &mut (dyn FnMut(Event<'_>) + Send),
    ) -> Report {
        let clock = SystemClock::new();
        let began = clock.now();
        let answer = self.answer(exercise);
        let outcome = match &answer {
            Err(error) => Outcome::Stopped(unread(exercise, error)),
            Ok(bytes) if std::str::from_utf8(bytes).is_err() => {
                let title = format!("{} is not UTF-8 text", exercise.answer());
                Outcome::Stopped(Stopped::of(&title, "Save it as UTF-8, and run it again."))
            }
            Ok(_) if exercise.tests.is_empty() => {
                Outcome::Stopped(Stopped::changed(&exercise.folder, "Cargo.toml"))
            }
            Ok(_) => self.grade(exercise, manner, leash, told),
        };
        Report { answer: answer.unwrap_or_default(), took: clock.now().since(began), outcome }
    }

    /// The learner's file.
    pub fn answer(&self, exercise: &Exercise) -> io::Result<Vec<u8>> {
        read_file(&self.root.join(exercise.answer()), ANSWER_BYTES_MAX)
    }

    /// A folder of its own: neither an editor's cargo nor the learner's waits
    /// for this one, or makes it wait.
    pub fn target(&self) -> PathBuf {
        self.root.join("target").join("breakwater")
    }

    fn grade(
        &self,
        exercise: &Exercise,
        manner: Manner,
        leash: &Leash,
        told: &mut (dyn FnMut(Event<'_>) + Send),
    ) -> Outcome {
        told(Event::Building);
        let program = match self.grader(exercise, leash) {
            Ok(program) => program,
            Err(stopped) => return Outcome::Stopped(self.changed(exercise).unwrap_or(stopped)),
        };
        told(Event::Asking(exercise.tests.len()));
        // The tests use one processor, and the compiler the other.
        let (asked, beside) = thread::scope(|scope| {
            let beside = scope.spawn(|| match manner {
                Manner::All => self.beside(exercise, leash),
                Manner::ToTheFirst => Beside::nothing("It was not run."),
            });
            let asked = self.ask(exercise, &program, (manner, leash), told);
            told(Event::Asked);
            (asked, beside.join().unwrap_or_else(|_| Beside::nothing("It could not be drawn.")))
        });
        let Asked { tests, printed, stray } = asked;
        if tests.iter().any(|test| matches!(test.verdict, Verdict::NoResult(_)))
            && let Some(stopped) = self.changed(exercise)
        {
            return Outcome::Stopped(stopped);
        }
        Outcome::Graded(Box::new(Graded { tests, beside, printed, stray }))
    }

    /// The program of the grader, with the answer in it.
    pub(crate) fn grader(
        &self,
        exercise: &Exercise,
        leash: &Leash,
    ) -> Result<PathBuf, Box<Stopped>> {
        let arguments = ["test", "-p", &exercise.name, "--lib", "--no-run"];
        let built = self.build(exercise, (Part::Tests, &arguments), leash)?;
        built.program(&exercise.name.replace('-', "_")).cloned().ok_or_else(|| {
            Stopped::of("The grader could not be built", "Its package has no library of that name.")
        })
    }

    /// Whether a test of the grader is not where it was, so that no answer can pass.
    fn changed(&self, exercise: &Exercise) -> Option<Box<Stopped>> {
        exercise.tests.iter().find_map(|test| {
            let (module, name) = test.split_once("::")?;
            let file = format!("src/{module}.rs");
            let path = self.root.join("exercises").join(&exercise.folder).join(&file);
            let text = fs::read_to_string(path).unwrap_or_default();
            let is_there = text.contains(&format!("fn {name}("));
            (!is_there).then(|| Stopped::changed(&exercise.folder, &file))
        })
    }

    fn ask(
        &self,
        exercise: &Exercise,
        program: &Path,
        (manner, leash): (Manner, &Leash),
        told: &mut (dyn FnMut(Event<'_>) + Send),
    ) -> Asked {
        let limit = self.limits.test;
        let run =
            |command: &mut Command| self.foreign(exercise, command, "", (PRINTED, limit, leash));
        let each = |test: &Test| told(Event::Test(test));
        ask::ask(program, &exercise.tests, (manner, limit.as_secs()), run, each)
    }

    fn beside(&self, exercise: &Exercise, leash: &Leash) -> Beside {
        match scenarios::of(&exercise.name) {
            Some(shown) => self.draw(exercise, &shown, leash),
            None => Beside::nothing("In this exercise there is no run to draw."),
        }
    }

    /// Runs an answer and the right one through the run in which a test failed.
    pub fn replay(&self, exercise: &Exercise, scenario: &Scenario, leash: &Leash) -> Beside {
        if !exercise.has_run {
            return Beside::nothing("In this exercise there is no run to draw.");
        }
        let scenario = scenario.clone();
        let words = "The run in which the test failed.";
        self.draw(exercise, &Shown { words, scenario, but: "" }, leash)
    }

    fn draw(&self, exercise: &Exercise, shown: &Shown, leash: &Leash) -> Beside {
        let name = exercise.name.as_str();
        let arguments = ["build", "-p", name, "-p", "solutions", "--bins"];
        let built = match self.build(exercise, (Part::Probe, &arguments), leash) {
            Ok(built) => built,
            Err(stopped) => return Beside::Nothing(stopped.in_a_line()),
        };
        let programs = (built.program(&format!("{name}-probe")), built.program("solutions-probe"));
        let (Some(yours), Some(rights)) = programs else {
            return Beside::nothing("The programs that draw could not be built.");
        };
        let limit = self.limits.probe;
        let run = |command: &mut Command, input: &str| {
            self.foreign(exercise, command, input, (TRACE, limit, leash))
        };
        Beside::run(shown, name, (yours, rights), run, limit.as_secs())
    }

    /// Runs a program that has the learner's code in it.
    pub(crate) fn foreign(
        &self,
        exercise: &Exercise,
        command: &mut Command,
        input: &str,
        (keep, limit, leash): (Keep, Duration, &Leash),
    ) -> io::Result<Ended> {
        let folder = self.root.join("exercises").join(&exercise.folder);
        contained(&folder, command, input, (keep, limit, leash))
    }

    /// Builds a part of an answer from what its file says now, whatever its time is.
    pub(crate) fn build(
        &self,
        exercise: &Exercise,
        (part, arguments): (Part, &[&str]),
        leash: &Leash,
    ) -> Result<Built, Box<Stopped>> {
        let before = Before::building(self, exercise, part);
        let built = self.cargo(arguments, leash)?;
        before.built();
        Ok(built)
    }

    /// Calls cargo, in a target folder of our own, and reads what it says.
    pub fn cargo(&self, arguments: &[&str], leash: &Leash) -> Result<Built, Box<Stopped>> {
        let mut command = Command::new(&self.cargo);
        command.current_dir(&self.root).args(arguments);
        command.args(["--message-format=json", "--color=never", "--target-dir"]).arg(self.target());
        for (name, _) in env::vars_os().filter(|(name, _)| is_ours(&name.to_string_lossy())) {
            command.env_remove(name);
        }
        let limit = self.limits.build;
        let bounds = Bounds { limit, keep: CARGO, of: Of::Build, leash };
        let ended =
            process::run(&mut command, "", &bounds).map_err(|error| self.no_cargo(&error))?;
        let built = Built::read(&ended.stdout.text());
        if built.whole && ended.end == End::Code(0) {
            Ok(built)
        } else {
            Err(self.failed(built, &ended))
        }
    }

    fn failed(&self, built: Built, ended: &Ended) -> Box<Stopped> {
        let words = short(&plain(&ended.stderr.text()), WORDS_MAX);
        if ended.end == End::Overtime {
            let seconds = self.limits.build.as_secs();
            let title = format!("The build was still going on after {seconds} s, and was ended");
            let line = "What was built so far is kept, so run it again.";
            return Stopped::of(&title, line).saying(words);
        }
        let others = built.errors.len().saturating_sub(1);
        let first = built.errors.iter().position(Mistake::is_in_answer).unwrap_or(0);
        let Some(mistake) = built.errors.into_iter().nth(first) else {
            if words.contains("memory allocation of") {
                let line = "Does a macro or a constant in it grow without an end?";
                return Stopped::of("The compiler ran out of memory", line).saying(words);
            }
            let line = "The reason is not in your answer, but in what cargo says.";
            return Stopped::of("It could not be built", line).saying(words);
        };
        Stopped::compiler(mistake, others, WORDS_MAX)
    }

    fn no_cargo(&self, error: &io::Error) -> Box<Stopped> {
        let cargo = self.cargo.to_string_lossy();
        let line = match error.kind() {
            io::ErrorKind::NotFound => {
                format!("There is no program “{cargo}” here. It comes with Rust, from rustup.rs.")
            }
            _ => format!("“{cargo}” could not be started: {error}."),
        };
        Stopped::of("It cannot be built here", &line)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            build: Duration::from_mins(5),
            // Of a loop without an end a grader speaks after 10 s, and says more.
            test: Duration::from_secs(15),
            probe: Duration::from_secs(5),
        }
    }
}

/// Runs a program in `folder` within limits, and with nothing of our
/// environment.
pub fn contained(
    folder: &Path,
    command: &mut Command,
    input: &str,
    (keep, limit, leash): (Keep, Duration, &Leash),
) -> io::Result<Ended> {
    command.current_dir(folder).env_clear().env("RUST_BACKTRACE", "0").env(TELL, "1");
    for name in ["TMPDIR", "TEMP", "TMP", "SystemRoot"] {
        command.envs(env::var_os(name).map(|value| (name, value)));
    }
    process::run(command, input, &Bounds { limit, keep, of: Of::Answer, leash })
}

fn unread(exercise: &Exercise, error: &io::Error) -> Box<Stopped> {
    let file = exercise.answer();
    let line = format!(
        "{file} cannot be read: {error}. A pristine one is solutions/{}/stub.rs; copy it there.",
        exercise.folder
    );
    Stopped::of("There is no answer to run", &line)
}

/// What our own cargo, and the one that started us, leave in the environment
/// and what is not meant for another build.
fn is_ours(name: &str) -> bool {
    let starts = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_TERM_", "RUST_TEST_"];
    let names =
        ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR", "RUST_BACKTRACE", "RUST_LIB_BACKTRACE"];
    starts.iter().any(|start| name.starts_with(start)) || names.contains(&name)
}
