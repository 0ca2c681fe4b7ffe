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
/// The grader's own tests become ordinary functions (see the crate
/// `answer-test`). The one ignored test calls one of them for one answer, as an
/// environment variable says; the table runs it again and again, one process
/// each.
///
/// Beside an answer stands its exercise's `stage.rs`. An exercise whose answer is
/// a test has no stage; it names its other modules, `beside: { versions:
/// "versions/mod.rs" }`. An exercise in which only threads are to be seen has
/// none at all: `beside: {}`.
#[macro_export]
macro_rules! answers {
    (
        exercise: $exercise:literal,
        tests: $tests:tt,
        wrong: [$($wrong:ident),+ $(,)?] $(,)?
    ) => {
        $crate::answers! {
            exercise: $exercise,
            beside: { stage: "stage.rs" },
            tests: $tests,
            wrong: [$($wrong),+],
        }
    };
    (
        exercise: $exercise:literal,
        beside: $beside:tt,
        tests: $tests:tt,
        wrong: [$($wrong:ident),+ $(,)?] $(,)?
    ) => {
        $crate::answers!(@answer right, $exercise, "right.rs", $beside, $tests);
        $crate::answers!(@answer stub, $exercise, "stub.rs", $beside, $tests);
        mod wrong {
            $($crate::answers!(
                @answer $wrong, $exercise, concat!("wrong/", stringify!($wrong), ".rs"),
                $beside, $tests
            );)+
        }

        const TABLE: $crate::table::Table = $crate::table::Table {
            exercise: $exercise,
            wrong: &[$(stringify!($wrong)),+],
            tests: $crate::answers!(@names $tests),
        };

        #[test]
        #[ignore = "the table runs it, once for each answer and test"]
        fn one_answer_and_one_test() {
            let (answer, test) = $crate::table::asked();
            let found = match answer.as_str() {
                "right" => right::run(&test),
                "stub" => stub::run(&test),
                $(stringify!($wrong) => wrong::$wrong::run(&test),)+
                _ => false,
            };
            assert!(found, "no test {test:?} of an answer {answer:?}");
        }

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
    (@names { $($grader:ident: [$($test:ident),+ $(,)?]),+ $(,)? }) => {
        &[$($(concat!(stringify!($grader), "::", stringify!($test))),+),+]
    };
    (
        @answer $name:ident, $exercise:literal, $file:expr,
        { $($beside:ident: $path:literal),* $(,)? },
        { $($grader:ident: [$($test:ident),+ $(,)?]),+ $(,)? }
    ) => {
        #[allow(dead_code, unused, missing_docs, clippy::all, clippy::pedantic)]
        pub(crate) mod $name {
            mod sync {
                pub(crate) use interleavings::sync::{Mutex, MutexGuard, atomic};
            }
            mod answer {
                include!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $exercise, "/", $file));
            }
            $(mod $beside {
                include!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/../exercises/", $exercise, "/src/", $path
                ));
            })*
            $(mod $grader {
                use answer_test::test;
                include!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/../exercises/", $exercise, "/src/", stringify!($grader), ".rs"
                ));
            })+

            /// Runs one test of the grader; false if there is none of that name.
            pub(crate) fn run(test: &str) -> bool {
                $($(if test == concat!(stringify!($grader), "::", stringify!($test)) {
                    $grader::$test();
                    return true;
                })+)+
                false
            }
        }
    };
}
