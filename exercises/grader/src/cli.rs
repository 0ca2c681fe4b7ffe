//! What `cargo grade` says and does: one file a command.
//!
//! It only reads, writes and prints. What an answer is worth is decided by the
//! library, for the page and the terminal alike.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use grader::{
    Address, Exercise, Limits, Workbook, chapter_named, chapters, exercise_named, exercises,
};

mod after;
mod answer_file;
mod check;
mod hint;
mod json;
mod next;
mod options;
mod prepare;
mod prose;
mod question;
mod reset;
mod screen;
mod signals;
mod solution;
mod status;
mod verdict;
mod watch;

use options::{Options, Wish};
use screen::Screen;
use signals::Reins;

/// How a command ended: the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Passed, or done.
    Good = 0,
    /// Not yet.
    NotYet = 1,
    /// It was not understood, or could not be done.
    Trouble = 2,
}

/// What each command works with.
struct Desk {
    workbook: Workbook,
    exercises: Vec<Exercise>,
    json: bool,
    screen: Screen,
    /// A signal ends what runs now.
    reins: Arc<Reins>,
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os()) {
        Ok(options) => options,
        Err(words) => {
            if words.use_stderr() && std::env::args_os().any(|word| word == "--json") {
                say_error(&words.to_string(), true);
                return ExitCode::from(Ending::Trouble as u8);
            }
            words.exit()
        }
    };
    let json = options.json;
    let ending = Desk::open(&options).and_then(|mut desk| desk.serve(options.wish));
    match ending {
        Ok(ending) => ExitCode::from(ending as u8),
        Err(error) => {
            say_error(&format!("{error:#}"), json);
            ExitCode::from(Ending::Trouble as u8)
        }
    }
}

/// A program finds its object on stdout, whatever happened.
fn say_error(words: &str, json: bool) {
    if json {
        // Whoever reads it may be gone, and that is no further trouble.
        let _ = writeln!(io::stdout(), "{}", serde_json::json!({ "error": words.trim_end() }));
    } else {
        eprintln!("{words}");
    }
}

/// Cargo takes the alias's target folder from the folder in which it was started.
fn say_where(root: &Path) {
    let built = std::env::current_exe().and_then(|program| program.canonicalize());
    let (Ok(built), Ok(root)) = (built, root.canonicalize()) else { return };
    let Some(target) = built.ancestors().nth(3) else { return };
    if target.ends_with("target") && built.starts_with(target.join("breakwater")) {
        let ours = root.join("target");
        if target != ours {
            let (target, root) = (target.display(), root.display());
            eprintln!("Start `cargo grade` in {root}: here it had to be built again, in {target}.");
        }
    }
}

/// What was asked for is told all the same.
fn say_unkept<T>(kept: io::Result<T>) {
    if let Err(error) = kept {
        eprintln!("What you did could not be kept: {error}.");
    }
}

impl Desk {
    fn open(options: &Options) -> anyhow::Result<Self> {
        let mut workbook = Workbook::find()
            .context("The workbook was not found: start this in its folder, or in one below it")?;
        say_where(&workbook.root);
        if let Some(limit_s) = options.limit_s {
            let test = Duration::from_secs(limit_s);
            workbook.limits = Limits { test, ..workbook.limits };
        }
        let exercises = exercises(&workbook.root);
        let reins = Arc::new(Reins::default());
        signals::end(Arc::clone(&reins));
        Ok(Self { workbook, exercises, json: options.json, screen: Screen::stdout(), reins })
    }

    fn serve(&mut self, wish: Wish) -> anyhow::Result<Ending> {
        match wish {
            Wish::Next => next::next(self),
            Wish::Check(said) => check::check(self, &said),
            Wish::Watch(said) => watch::watch(self, said.as_deref()),
            Wish::Hint { exercise, again } => hint::hint(self, &exercise, again),
            Wish::Solution { exercise, yes, diff } => {
                solution::solution(self, &exercise, yes, diff)
            }
            Wish::Reset(said) => reset::reset(self, &said),
            Wish::Status => status::status(self),
            Wish::Prepare => prepare::prepare(self),
            Wish::Predict(said) => question::predict(self, &said),
        }
    }

    fn root(&self) -> &Path {
        &self.workbook.root
    }

    fn address(&self) -> Address {
        Address::find(self.root())
    }

    /// The exercise that somebody means.
    fn exercise(&self, said: &str) -> anyhow::Result<Exercise> {
        match exercise_named(&self.exercises, said) {
            Ok(exercise) => Ok(exercise.clone()),
            Err(near) => Err(self.unknown(said, near)),
        }
    }

    fn unknown(&self, said: &str, near: Option<&str>) -> anyhow::Error {
        let command = grader::nearest(said, options::COMMANDS.iter().copied());
        let meant = near.or(command).map(|name| format!(" Did you mean {name}?"));
        if let Some(chapter) = chapter_named(&chapters(self.root()), said) {
            let own = self.exercises.iter().filter(|exercise| exercise.chapter == chapter.name);
            let own: Vec<String> = own.map(|exercise| format!("  {}", exercise.folder)).collect();
            if !own.is_empty() {
                let title = &chapter.title;
                return anyhow::anyhow!(
                    "“{title}” is a chapter. Its exercises:\n{}",
                    own.join("\n")
                );
            }
        }
        let names: Vec<&str> = self.exercises.iter().map(|e| e.name.as_str()).collect();
        let names = prose::wrap(&names.join(", "), screen::WIDTH);
        anyhow::anyhow!(
            "There is no exercise “{}”.{}\nThe exercises:\n{names}",
            grader::plain(said),
            meant.unwrap_or_default()
        )
    }
}
