//! `solutions-probe EXERCISE ANSWER`: runs a right or a wrong answer on the
//! scenario that comes in on stdin, and writes the trace to stdout.
//!
//! The page draws a learner's run beside that of `right`.

use std::process::exit;

use simulation::{Params, Subject};

/// Every answer of an exercise over std's memory, by name.
macro_rules! exercise {
    ($module:ident, $exercise:literal, [$($wrong:ident),+ $(,)?]) => {
        mod $module {
            exercise!(@answer right, $exercise, "right.rs");
            $(exercise!(@answer $wrong, $exercise, concat!("wrong/", stringify!($wrong), ".rs"));)+

            pub(crate) fn subject(answer: &str) -> Option<super::Build> {
                match answer {
                    "right" => Some(right::stage::subject),
                    $(stringify!($wrong) => Some($wrong::stage::subject),)+
                    _ => None,
                }
            }

            pub(crate) const NAMES: &[&str] = &["right", $(stringify!($wrong)),+];
        }
    };
    (@answer $name:ident, $exercise:literal, $file:expr) => {
        #[allow(dead_code, unused, missing_docs, clippy::all, clippy::pedantic)]
        mod $name {
            mod sync {
                pub(crate) use std::sync::{Mutex, atomic};
            }
            mod answer {
                include!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $exercise, "/", $file));
            }
            pub(crate) mod stage {
                include!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/../exercises/", $exercise, "/src/stage.rs"
                ));
            }
        }
    };
}

type Build = fn(&Params) -> Box<dyn Subject>;

exercise!(
    last_token,
    "06a-last-token",
    [
        check_then_subtract,
        decision_not_recomputed,
        gives_up_after_a_lost_swap,
        leaves_one_behind,
        load_then_store,
        locks_twice,
        subtract_then_undo,
        takes_what_is_there,
        waits_for_better_times,
    ]
);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (exercise, answer) =
        (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let (subject, names) = match exercise.as_str() {
        "last-token" => (last_token::subject(&answer), last_token::NAMES),
        _ => give_up(&format!("no exercise {exercise:?}; there are: last-token")),
    };
    match subject {
        Some(subject) => simulation::probe(subject),
        None => give_up(&format!("no answer {answer:?}; there are: {}", names.join(", "))),
    }
}

fn give_up(why: &str) -> ! {
    eprintln!("usage: solutions-probe EXERCISE ANSWER < SCENARIO\n{why}");
    exit(2);
}
