//! The table of `lost-update`.

solutions::answers! {
    exercise: "03a-lost-update",
    beside: {},
    tests: {
        grade: [
            each_hit_gets_the_next_number,
            taking_them_all_begins_again_at_zero,
            two_counters_share_nothing,
        ],
        interleavings: [
            two_hits_at_once_are_two_hits,
            no_number_is_given_twice,
            a_hit_while_they_are_taken_is_counted_once,
            two_that_take_at_once_never_take_the_same_hit,
            nobody_is_turned_away_because_another_was_busy,
        ],
    },
    wrong: [
        adds_and_reads_back,
        counts_from_one,
        first_seen_is_told,
        hits_in_four_tries,
        load_then_store,
        locks_twice,
        never_taken,
        one_for_all,
        read_then_subtract,
        read_then_zero,
        reads_and_adds,
        stores_the_sum,
        swaps_once,
        takes_or_gives_up,
        tries_three_times,
        tries_twice,
        zero_then_read,
    ],
}
