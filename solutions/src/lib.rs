//! Right and wrong answers to every exercise, and the table that proves which
//! test catches which.
//!
//! The answers are one file each, `06a-last-token/right.rs`, `stub.rs` and
//! `wrong/*.rs`. Nothing is copied: [`answers!`] includes an answer together
//! with its exercise's own grader, once for each answer, into one test binary.
//! A wrong answer begins with the name of the test that catches it and with who
//! shipped it; [`table`] runs that test and wants to see it fail.

pub mod table;

/// Compiles every answer of an exercise with that exercise's grader, and adds
/// the tests of the table.
///
/// The grader's own tests become `#[ignore]`d ones (see the crate
/// `answer-test`), so that a plain run passes over them; the table runs them,
/// one process a test.
#[macro_export]
macro_rules! answers {
    (
        exercise: $exercise:literal,
        graders: $graders:tt,
        wrong: [$($wrong:ident),+ $(,)?] $(,)?
    ) => {
        $crate::answers!(@answer right, $exercise, "right.rs", $graders);
        $crate::answers!(@answer stub, $exercise, "stub.rs", $graders);
        mod wrong {
            $($crate::answers!(
                @answer $wrong, $exercise, concat!("wrong/", stringify!($wrong), ".rs"),
                $graders
            );)+
        }

        const TABLE: $crate::table::Table = $crate::table::Table {
            exercise: $exercise,
            wrong: &[$(stringify!($wrong)),+],
        };

        #[test]
        fn the_table_is_whole() {
            TABLE.assert_whole();
        }

        #[test]
        fn the_right_answer_fails_no_test() {
            TABLE.assert_right_passes();
        }

        #[test]
        fn the_stub_fails_cleanly_and_says_what_to_do() {
            TABLE.assert_stub_fails_cleanly();
        }

        #[test]
        fn every_wrong_answer_fails_the_test_that_was_made_for_it() {
            for (wrong, text) in TABLE.assert_wrong_answers_fail() {
                insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
                    insta::assert_snapshot!(format!("{}__{wrong}", $exercise), text);
                });
            }
        }
    };
    (@answer $name:ident, $exercise:literal, $file:expr, [$($grader:ident),+]) => {
        #[allow(dead_code, unused, missing_docs, clippy::all, clippy::pedantic)]
        mod $name {
            mod sync {
                pub(crate) use interleavings::sync::{Mutex, MutexGuard, atomic};
            }
            mod answer {
                include!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $exercise, "/", $file));
            }
            mod stage {
                include!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/../exercises/", $exercise, "/src/stage.rs"
                ));
            }
            $(mod $grader {
                use answer_test::test;
                include!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/../exercises/", $exercise, "/src/", stringify!($grader), ".rs"
                ));
            })+
        }
    };
}
