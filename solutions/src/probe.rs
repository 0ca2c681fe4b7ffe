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
    check_then_act, "check-then-act", "03b-check-then-act": [
        both_close_it,
        closes_in_four_tries,
        closing_is_only_a_word,
        empty_is_enough,
        enters_in_four_tries,
        gives_up_after_a_lost_swap,
        leaves_in_four_tries,
        leaves_in_two_steps,
        locks_twice,
        look_then_add,
        looks_after_it_left,
        looks_before_it_closes,
        never_given_back,
        one_too_many,
        seats_in_two_bits,
        sits_down_and_gets_up,
        two_words_for_one_fact,
        verdict_not_made_anew,
        whoever_closes_an_empty_room,
    ];
    boundary_burst, "boundary-burst", "04a-boundary-burst": [
        a_counter_a_second,
        a_limit_of_eight_bits,
        a_tick_too_long,
        a_tick_too_short,
        a_whole_window_from_now,
        a_window_of_64_bits,
        a_window_that_begins_with_a_request,
        all_go_with_the_first,
        an_old_time_counts_from_then,
        counted_before_it_is_cleared,
        in_floats,
        in_whole_milliseconds,
        later_than_the_end,
        never_emptied,
        never_slides,
        one_log_for_all,
        one_too_many,
        refusals_are_written_down,
        the_old_are_found_by_halving,
        when_the_last_has_left,
        who_comes_later_is_not_there,
        wraps_when_time_goes_back,
        zero_is_never,
    ];
    stale_previous, "stale-previous", "04b-stale-previous": [
        a_gap_of_one_is_no_gap,
        a_refusal_turns_the_windows_alone,
        an_old_time_finds_more_gone,
        another_window_is_a_new_one,
        by_the_time_since_the_last_call,
        counts_of_sixteen_bits,
        counts_the_other_way_round,
        grows_instead_of_fading,
        in_64_bits,
        in_floats,
        never_a_previous,
        one_window_a_call,
        one_window_after_another,
        one_window_of_rest_is_enough,
        only_the_previous_is_cleared,
        refusals_are_counted,
        rounded_down,
        without_the_one_that_asks,
    ];
    overfull, "overfull", "05a-overfull": [
        clock_back_drains,
        clock_back_is_paid_twice,
        cut_off_at_the_rim,
        drains_below_empty,
        drains_whole_requests,
        emptied_each_period,
        floats,
        hint_a_nanosecond_late,
        hint_from_now,
        hint_until_empty,
        hint_until_not_full,
        nanoseconds_of_64_bits,
        nothing_is_one,
        one_bucket_for_all,
        over_capacity_waits,
        over_only_when_full,
        refused_is_poured,
        room_for_one,
        strictly_less,
        the_wait_wraps,
        the_whole_capacity_is_too_much,
        whole_milliseconds,
        whole_requests,
    ];
    uneven_pace, "uneven-pace", "05b-uneven-pace": [
        a_beat_while_it_is_idle,
        a_byte_of_places,
        a_clock_back_empties_the_line,
        a_period_after_it_came,
        a_period_of_32_bits,
        a_refusal_takes_a_turn,
        forgets_who_left,
        free_a_moment_late,
        free_when_it_would_leave,
        free_when_the_last_leaves,
        goes_back_to_the_start,
        on_the_beat,
        one_line_for_all,
        one_place_too_few,
        one_place_too_many,
        one_turn_is_saved_up,
        the_places_never_come_back,
        turns_are_saved_up,
        waits_from_its_own_time,
        who_goes_needs_a_place,
        whole_milliseconds,
        zero_is_nobody,
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
    noisy_neighbour, "noisy-neighbour", "07a-noisy-neighbour": [
        a_hundred_at_most,
        a_new_bucket_each_time,
        a_new_tenant_is_empty,
        a_refusal_forgets_the_tenant,
        by_the_sum_of_the_letters,
        names_in_lower_case,
        nobody_is_a_tenant,
        one_bucket_for_all,
        one_share_for_the_newcomers,
        only_the_last_tenant,
        plain_letters_only,
        sixteen_letters,
        the_soonest_of_all,
        without_a_name_is_nobody,
    ];
    charged_twice, "charged-twice", "07c-charged-twice": [
        a_wait_is_always_told,
        asks_both_and_locks_again,
        given_back_afterwards,
        only_the_group_is_locked,
        the_first_refusal_is_told,
        the_group_counts_requests,
        the_group_goes_early,
        the_group_is_charged_first,
        the_group_is_locked_first,
        the_route_is_charged_first,
        the_shorter_wait,
    ];
    reborn_key, "reborn-key", "07b-reborn-key": [
        a_burst_early,
        a_hundred_a_sweep,
        a_period_late,
        a_table_of_256,
        back_is_far_ahead,
        emptied_but_kept,
        everybody,
        idle_for_a_period,
        nobody,
        not_yet_at_the_moment,
        one_a_sweep,
        one_period_early,
        the_other_way_round,
        up_to_the_first_busy_one,
        whole_microseconds,
        whole_milliseconds,
    ];
    endless_keys, "endless-keys", "07d-endless-keys": [
        a_place_before_the_answer,
        a_place_refills_the_overflow,
        all_of_them_go,
        an_overflow_for_each,
        debts_stay_behind,
        full_only_a_moment_later,
        grows_for_ever,
        help_for_the_empty,
        no_room_no_entry,
        no_room_no_limit,
        one_period_early,
        only_the_first_is_looked_at,
        refilled_for_each,
        refusals_are_counted,
        the_first_one_goes,
        the_overflow_never_refills,
    ];
    half_open_flood, "half-open-flood", "09a-half-open-flood": [
        a_failed_probe_just_makes_room,
        a_failed_probe_keeps_its_place,
        a_good_probe_grows_old,
        a_good_probe_keeps_its_place,
        a_good_result_closes_an_open_one,
        a_late_failure_is_a_new_cool_off,
        a_late_failure_opens_it_again,
        a_late_result_makes_room,
        a_refusal_ends_the_row,
        a_refusal_is_a_failure,
        a_refusal_waits_anew,
        a_success_does_not_end_the_row,
        after_one_good_probe_everybody,
        always_a_second,
        between_probes_everything_counts,
        cool_off_from_when_it_was_sent,
        every_result_is_the_probes,
        failures_survive_closing,
        going_back_ends_the_cool_off,
        good_ones_in_a_byte,
        good_probes_carry_over,
        good_probes_survive_closing,
        half_open_admits_everyone,
        in_whole_seconds,
        later_than_the_end,
        one_good_call_closes,
        one_good_call_too_many,
        one_probe_a_cool_off,
        only_at_the_end,
        the_cool_off_wraps,
        the_first_is_not_counted,
        the_old_cool_off_again,
        the_probe_is_refused,
        waits_longer_from_the_third_time_on,
        zero_is_not_open,
    ];
    stuck_half_open, "stuck-half-open", "09b-stuck-half-open": [
        a_drop_begins_the_cool_off_anew,
        a_drop_counts_while_closed,
        a_drop_ends_the_row,
        a_drop_is_a_failure,
        a_drop_is_good,
        a_drop_while_open_waits_anew,
        a_panic_counts_twice,
        a_panic_gives_back_twice,
        a_panic_is_no_verdict,
        a_panic_of_anybody,
        a_slow_probe_loses_its_place,
        another_cool_off_frees_it,
        another_panic_goes_on,
        any_cancel_opens_it_again,
        any_panic_is_the_probes,
        asks_whether_it_panics,
        begins_with_its_first_poll,
        forgets_its_permit,
        gives_back_twice,
        later_than_the_end,
        only_the_drop,
        only_the_probes_panic_counts,
        only_words_go_on,
        polls_under_the_lock,
        polls_with_a_waker_of_its_own,
        reported_when_it_is_thrown_away,
        the_first_poll_is_not_guarded,
        the_panic_ends_here,
        the_panic_is_only_caught,
        whoever_is_dropped_makes_room,
    ];
    late_result, "late-result", "09c-late-result": [
        a_failure_is_always_a_failure,
        a_good_result_is_always_welcome,
        a_late_failure_waits_anew,
        a_late_result_ends_the_good_ones,
        a_late_result_makes_room,
        a_late_success_ends_the_row,
        a_new_try_is_no_change,
        a_time_of_before_is_late,
        closed_is_generation_zero,
        each_call_is_a_generation,
        each_report_is_a_change,
        every_result_counts,
        generation_of_eight_bits,
        generation_of_sixteen_bits,
        handed_out_before_the_change,
        late_once,
        not_counted_ends_the_row,
        not_counted_is_never_late,
        not_counted_keeps_its_place,
        one_change_is_near_enough,
        one_generation_for_all,
        only_a_new_try_is_a_change,
        only_opening_is_a_change,
        opening_again_is_no_change,
        opening_is_no_change,
        probe_or_not,
        times_and_strict,
        times_instead_of_an_order,
    ];
    two_probes, "two-probes", "09d-two-probes": [
        a_failed_probe_leaves_the_door_open,
        a_fast_way_for_closed,
        a_panic_is_not_counted_as_bad,
        a_panic_never_reports,
        another_panic_goes_on,
        busy_is_not_counted,
        busy_is_refused,
        checks_twice_and_not_the_third_time,
        closed_before_its_generation,
        counts_then_opens,
        every_result_counts,
        four_words_in_the_right_order,
        late_is_looked_up_first,
        looks_again_at_half_of_it,
        looks_then_goes,
        one_time_for_the_whole_call,
        reports_in_four_tries,
        reports_in_two_tries,
        reports_to_a_copy,
        state_and_generation_in_two_looks,
        state_before_its_time,
        takes_the_core_out,
        the_flag_is_beside_the_lock,
        the_guard_lives_to_the_end_of_the_match,
        what_returns_is_good,
        who_is_refused_gives_it_back,
        works_first_and_asks_then,
        works_under_the_lock,
    ];
    flapping, "flapping", "09f-flapping": [
        a_fifth_is_enough,
        all_or_nothing,
        cool_off_of_a_minute,
        cool_off_of_a_second,
        fits_one_outage,
        just_enough_for_one_day,
        more_samples_than_calls,
        nine_of_ten,
        no_cool_off,
        no_time_for_a_second_try,
        one_good_probe,
        opens_at_a_hiccup,
        probes_by_the_dozen,
        samples_of_a_whole_window,
        ten_samples,
        tries_its_luck_too_often,
        twenty_good_probes,
        window_of_five_hundred,
        window_of_ten,
    ];
    on_change, "on-change", "09g-on-change": [
        a_failed_probe_is_no_news,
        a_flag_beside_the_lock,
        a_panic_clears_the_queue,
        a_panic_is_the_end,
        a_second_lock,
        after_the_lock,
        compares_before_and_after,
        decides_twice,
        hands_over_too_early,
        hears_its_own_panic_only,
        newest_first,
        one_teller_for_all,
        only_ended_is_guarded,
        only_the_first_may_panic,
        only_the_newest,
        queued_after_the_lock,
        queues_on_its_own_thread_only,
        stops_without_looking,
        swallows_the_panic,
        takes_the_queue_once,
        tells_every_call,
        ten_in_a_turn,
        the_oldest_gives_way,
        the_state_that_was_told,
        told_twice,
        two_places_in_the_queue,
        under_the_lock,
        waits_for_its_turn,
        with_the_next_call,
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
