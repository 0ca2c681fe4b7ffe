//! The table of `last-token`.

solutions::answers! {
    exercise: "06a-last-token",
    graders: [grade, interleavings],
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
