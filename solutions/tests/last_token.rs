//! The table of `last-token`.

solutions::answers! {
    exercise: "06a-last-token",
    tests: {
        grade: [
            a_token_that_is_there_is_taken,
            when_none_is_left_it_refuses,
            it_takes_all_that_it_asks_for_or_nothing,
            the_smallest_and_the_largest_number_are_numbers,
        ],
        interleavings: [
            the_last_token_goes_to_one_thread,
            enough_for_all_serves_all,
            several_at_once_are_one_step,
            a_refusal_takes_nothing_even_for_a_moment,
            asking_twice_does_not_help,
        ],
    },
    wrong: [
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
    ],
}
