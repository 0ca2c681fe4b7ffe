//! The table of `stale-previous`.

solutions::answers! {
    exercise: "04b-stale-previous",
    tests: {
        grade: [
            in_one_window_the_limit_passes,
            the_window_before_fades,
            the_comparison_is_exact,
            after_a_window_without_anybody_nothing_is_left,
            the_last_call_may_be_long_ago_and_its_window_the_one_before,
            after_584_years_it_begins_anew,
            who_is_refused_is_not_counted,
            a_clock_that_goes_back_changes_nothing,
            a_long_window_is_counted_as_a_short_one,
            a_day_with_pauses_is_what_its_history_says,
        ],
    },
    wrong: [
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
    ],
}
