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
                pub(crate) use std::sync::{Mutex, MutexGuard, atomic};
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
    late_waker, "late-waker", "01c-late-waker": [
        awake_and_on_the_list,
        everybody_up,
        forget_is_ignored,
        forget_must_find_somebody,
        last_come_first,
        max_is_nobody,
        never_removed,
        next_forgets_nobody,
        next_is_later_than_who_left,
        next_is_who_came_first,
        nothing_new_since_the_last_push,
        number_zero_is_nobody,
        one_a_moment,
        one_a_push,
        one_list_for_all,
        one_nanosecond_late,
        order_of_registration,
        sorted_by_milliseconds,
        the_awake_are_taken_off_twice,
        the_last_takes_the_place,
        the_late_waker,
        the_latest_time_counts,
        thirty_two_a_push,
        ticket_is_the_length,
        ticket_of_eight_bits,
        ties_by_number,
        unstable_sort,
        wakes_without_end,
        zero_is_for_ever,
    ];
    last_token, "last-token", "06a-last-token": [
        check_subtract_undo,
        check_then_subtract,
        decision_not_recomputed,
        gives_up_after_a_lost_swap,
        leaves_one_behind,
        load_then_store,
        locks_twice,
        one_by_one,
        one_is_safe_and_many_are_not,
        overshoots,
        signed,
        subtract_then_undo,
        takes_what_is_there,
        tries_twice,
        undo_wraps_round,
        waits_for_better_times,
    ];
    lost_fraction, "lost-fraction", "06b-lost-fraction": [
        a_token_in_femtoseconds,
        cap_forgotten,
        clock_back_is_paid_twice,
        far_back_is_a_reset,
        fast_rates_just_refill,
        float_balance,
        full_keeps_a_fraction,
        full_keeps_its_stamp,
        hint_ignores_the_rest,
        hint_rounded_down,
        idle_at_most_a_day,
        idle_is_cut_off,
        idle_overflows,
        made_at_the_origin,
        nanoseconds_a_token,
        one_a_call,
        one_period_after_another,
        one_rest_for_all,
        rate_of_32_bits,
        rate_zero_divides,
        rate_zero_is_unlimited,
        rest_is_spent_with_the_token,
        stamp_moves_with_a_token,
        stamp_moves_without_credit,
    ];
    debt, "debt", "06c-debt": [
        a_deep_debt_keeps_the_tokens,
        a_full_bucket_has_no_deadline,
        always_comes_back,
        clock_back_is_paid_twice,
        comes_back_less_with_time,
        comes_back_only_before_its_time,
        deadline_is_too_late,
        looks_and_takes_in_two_steps,
        no_debt_after_five_centuries,
        nothing_comes_back,
        one_error_for_both,
        over_burst_waits,
        refusal_keeps_the_tokens,
        sleeps_and_looks_again,
        sleeps_before_it_fails,
        spins,
        takes_after_the_sleep,
        takes_when_it_is_called,
        the_first_waker_is_kept,
        the_whole_burst_is_refused,
        whole_milliseconds,
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
    let Some((_, subject)) = exercise.answers.iter().find(|(name, _)| *name == answer) else {
        let names: Vec<&str> = exercise.answers.iter().map(|(name, _)| *name).collect();
        give_up(&format!("no answer {answer:?}; there are: {}", names.join(", ")))
    };
    simulation::probe(subject);
}

fn give_up(why: &str) -> ! {
    eprintln!("usage: solutions-probe EXERCISE ANSWER < SCENARIO\n{why}");
    exit(2);
}
