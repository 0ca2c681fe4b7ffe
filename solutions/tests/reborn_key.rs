//! The table of `reborn-key`.

solutions::answers! {
    exercise: "07b-reborn-key",
    tests: {
        grade: [
            without_a_sweep_each_key_has_its_bucket,
            a_key_that_waits_for_its_token_survives_a_sweep,
            a_bucket_that_lacks_a_little_is_kept,
            a_bucket_that_is_full_is_forgotten,
            a_sweep_looks_at_each_key,
            a_key_that_was_forgotten_comes_back_full_and_no_fuller,
            a_clock_that_goes_back_makes_nobody_full,
            nobody_notices_how_often_it_is_swept,
        ],
    },
    wrong: [
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
    ],
}
