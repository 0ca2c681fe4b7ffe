//! The command line.

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

/// The commands, for whoever mistypes one.
pub const COMMANDS: [&str; 8] =
    ["next", "watch", "hint", "solution", "reset", "status", "prepare", "predict"];

/// What somebody typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What is to be done.
    pub wish: Wish,
    /// Whether a program reads the result.
    pub json: bool,
    /// How long one test may take, in seconds.
    pub limit_s: Option<u64>,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Say what is next.
    Next,
    /// Grade this exercise.
    Check(String),
    /// Grade what is saved, or only this exercise.
    Watch(Option<String>),
    /// Give the next hint, or those that were given again.
    Hint {
        /// To which exercise.
        exercise: String,
        /// No new one.
        again: bool,
    },
    /// Show the right answer.
    Solution {
        /// Of which exercise.
        exercise: String,
        /// Without a question.
        yes: bool,
        /// Only what differs from yours.
        diff: bool,
    },
    /// Put the stub of this exercise back.
    Reset(String),
    /// Say what was done.
    Status,
    /// Build what the exercises stand on.
    Prepare,
    /// Ask the predictions of this exercise or chapter.
    Predict(String),
}

impl Options {
    /// Reads `words`, of which the first is the program. The error is also how
    /// `--help` is answered.
    pub fn parse<I>(words: I) -> Result<Self, clap::Error>
    where
        I: IntoIterator,
        I::Item: Into<OsString> + Clone,
    {
        let found = command().try_get_matches_from(words)?;
        let json = found.get_flag("json");
        let limit_s = found.get_one("limit").copied();
        Ok(Self { wish: wish(&found), json, limit_s })
    }
}

fn wish(found: &ArgMatches) -> Wish {
    let Some((command, found)) = found.subcommand() else {
        return exercise(found).map_or(Wish::Next, Wish::Check);
    };
    let named = exercise(found).unwrap_or_default();
    match command {
        "watch" => Wish::Watch(exercise(found)),
        "hint" => Wish::Hint { exercise: named, again: found.get_flag("again") },
        "solution" => Wish::Solution {
            exercise: named,
            yes: found.get_flag("yes"),
            diff: found.get_flag("diff"),
        },
        "reset" => Wish::Reset(named),
        "status" => Wish::Status,
        "prepare" => Wish::Prepare,
        "predict" => Wish::Predict(named),
        _ => Wish::Next,
    }
}

fn exercise(found: &ArgMatches) -> Option<String> {
    found.try_get_one::<String>("exercise").ok().flatten().cloned()
}

fn command() -> Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let of = |name: &'static str, about: &'static str| {
        Command::new(name).about(about).arg(named().required(true))
    };
    Command::new("cargo grade")
        .bin_name("cargo grade")
        .about("Grades your answers to the exercises, and says what to do next.")
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .arg(named().help("Grades this exercise, up to the first test that fails"))
        .arg(flag("json", "Say it in JSON, for a program; one object a line").global(true))
        .arg(limit())
        .subcommand(Command::new("next").about("What to do now (the same as without a word)"))
        .subcommand(
            Command::new("watch")
                .about("Grades an answer whenever you save it; Ctrl-C ends it")
                .arg(
                    named()
                        .help("Only this one, and once at the start [default: whichever you save]"),
                ),
        )
        .subcommand(
            of("hint", "The next hint: a nudge, the concept, a sketch")
                .arg(flag("again", "Show those that you have seen, and no new one")),
        )
        .subcommand(
            of("solution", "Asks, then shows the right answer and what there is to learn from it")
                .arg(flag("yes", "Do not ask"))
                .arg(flag("diff", "Show it beside your own, line by line")),
        )
        .subcommand(of("reset", "Puts the empty stub back; your file is kept beside it"))
        .subcommand(Command::new("status").about("All chapters at a glance"))
        .subcommand(
            of("predict", "Asks what a run will do, before you see it").mut_arg(
                "exercise",
                |arg| {
                    arg.value_name("EXERCISE or CHAPTER").help("06a, last-token, token-bucket, …")
                },
            ),
        )
        .subcommand(Command::new("prepare").about("Builds ahead what every exercise stands on"))
        .after_help(AFTER)
}

fn named() -> Arg {
    Arg::new("exercise").value_name("EXERCISE").help("06a, last-token or 06a-last-token")
}

fn limit() -> Arg {
    Arg::new("limit")
        .long("limit")
        .value_name("SECONDS")
        .global(true)
        .value_parser(value_parser!(u64).range(1..=600))
        .help("How long one test may take [default: 15]")
}

const AFTER: &str = "\
An EXERCISE is named as you like: 06a, last-token or 06a-last-token.
Exit codes: 0 passed or done, 1 not yet, 2 not understood or not possible.

  cargo grade                what to do now
  cargo grade 06a            grade your answer to 06a-last-token
  cargo grade watch          grade whatever you save
  cargo grade hint 06a       when you are stuck";

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(words: &str) -> Wish {
        parse(words).unwrap().wish
    }

    fn parse(words: &str) -> Result<Options, clap::Error> {
        Options::parse(std::iter::once("grader").chain(words.split_whitespace()))
    }

    #[test]
    fn every_command_is_heard() {
        let named = || "debt".to_owned();
        let hint = |again| Wish::Hint { exercise: named(), again };
        let solution = |yes, diff| Wish::Solution { exercise: named(), yes, diff };
        for (words, expected) in [
            ("", Wish::Next),
            ("next", Wish::Next),
            ("debt", Wish::Check(named())),
            ("watch", Wish::Watch(None)),
            ("watch debt", Wish::Watch(Some(named()))),
            ("hint debt", hint(false)),
            ("hint debt --again", hint(true)),
            ("solution debt", solution(false, false)),
            ("solution --yes --diff debt", solution(true, true)),
            ("reset debt", Wish::Reset(named())),
            ("status", Wish::Status),
            ("prepare", Wish::Prepare),
            ("predict debt", Wish::Predict(named())),
        ] {
            assert_eq!(wish(words), expected, "{words}");
        }
    }

    #[test]
    fn a_program_may_ask_with_json_and_a_limit_anywhere() {
        for words in ["--json --limit 3 debt", "debt --limit 3 --json", "watch --limit 3 --json"] {
            let options = parse(words).unwrap();
            assert_eq!((options.json, options.limit_s), (true, Some(3)), "{words}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for words in ["hint", "reset", "debt two", "--limit 0 debt", "--jsn", "status debt"] {
            assert!(parse(words).is_err(), "{words}");
        }
    }

    #[test]
    fn every_command_has_its_name_in_the_list() {
        let names: Vec<String> =
            command().get_subcommands().map(|c| c.get_name().to_owned()).collect();
        let mut listed = COMMANDS.map(str::to_owned).to_vec();
        listed.sort();
        let mut names = names;
        names.sort();
        assert_eq!(names, listed);
    }

    #[test]
    fn the_help_fits_into_80_columns() {
        let help = command().render_help().to_string();
        let widest = help.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 80, "{widest}");
    }
}
