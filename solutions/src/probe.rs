//! `solutions-probe EXERCISE ANSWER`: runs a right or a wrong answer on the
//! scenario that comes in on stdin, and writes the trace to stdout.
//!
//! The page draws a learner's run beside that of `right`.

use std::process::exit;

use simulation::{Params, Subject};

type Build = fn(&Params) -> Box<dyn Subject>;

/// An exercise, and every answer to it that is not the learner's.
struct Exercise {
    name: &'static str,
    answers: &'static [(&'static str, Build)],
}

/// Compiles the answers of each exercise over std's memory.
macro_rules! exercises {
    ($($module:ident, $name:literal, $folder:literal: [$($wrong:ident),+ $(,)?];)+) => {
        $(mod $module {
            exercises!(@answer right, $folder, "right.rs");
            $(exercises!(@answer $wrong, $folder, concat!("wrong/", stringify!($wrong), ".rs"));)+

            pub(crate) const ANSWERS: &[(&str, super::Build)] = &[
                ("right", right::stage::subject),
                $((stringify!($wrong), $wrong::stage::subject)),+
            ];
        })+

        const EXERCISES: &[Exercise] =
            &[$(Exercise { name: $name, answers: $module::ANSWERS }),+];
    };
    (@answer $answer:ident, $folder:literal, $file:expr) => {
        #[allow(dead_code, unused, missing_docs, clippy::all, clippy::pedantic)]
        mod $answer {
            mod sync {
                pub(crate) use std::sync::{Mutex, atomic};
            }
            mod answer {
                include!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $file));
            }
            pub(crate) mod stage {
                include!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/../exercises/", $folder, "/src/stage.rs"
                ));
            }
        }
    };
}

exercises! {
    last_token, "last-token", "06a-last-token": [
        check_then_subtract,
        decision_not_recomputed,
        gives_up_after_a_lost_swap,
        leaves_one_behind,
        load_then_store,
        locks_twice,
        subtract_then_undo,
        takes_what_is_there,
        waits_for_better_times,
    ];
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (name, answer) =
        (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let Some(exercise) = EXERCISES.iter().find(|exercise| exercise.name == name) else {
        let names: Vec<&str> = EXERCISES.iter().map(|exercise| exercise.name).collect();
        give_up(&format!("no exercise {name:?}; there are: {}", names.join(", ")))
    };
    match exercise.answers.iter().find(|(name, _)| *name == answer) {
        Some((_, subject)) => simulation::probe(subject),
        None => {
            let names: Vec<&str> = exercise.answers.iter().map(|(name, _)| *name).collect();
            give_up(&format!("no answer {answer:?}; there are: {}", names.join(", ")))
        }
    }
}

fn give_up(why: &str) -> ! {
    eprintln!("usage: solutions-probe EXERCISE ANSWER < SCENARIO\n{why}");
    exit(2);
}
