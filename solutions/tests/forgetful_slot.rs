//! The table of `forgetful-slot`.

solutions::answers! {
    exercise: "04c-forgetful-slot",
    beside: {},
    tests: {
        grade: [
            events_of_one_turn_add_up,
            a_new_turn_begins_with_what_came,
            an_earlier_turn_is_too_late,
            the_first_turn_and_the_last_are_turns,
            the_count_stops_at_the_largest_number,
        ],
        interleavings: [
            two_in_one_turn_are_both_counted,
            both_turn_the_slot_and_both_are_counted,
            of_two_turns_the_later_one_stays,
            who_looks_sees_one_turn_with_its_own_count,
            three_events_are_three,
            who_loses_four_times_is_still_counted,
        ],
    },
    wrong: [
        a_turn_of_sixteen_bits,
        adds_to_whatever_is_there,
        an_old_turn_turns_it_back,
        cleared_by_everybody,
        decision_not_made_anew,
        gives_up_after_a_lost_swap,
        keeps_the_old_count,
        late_ones_count_now,
        load_then_store,
        locked_without_a_second_look,
        records_in_four_tries,
        spills_into_the_turn,
        stores_the_largest_number,
        the_first_one_is_lost,
        the_new_turn_before_the_old_count_is_gone,
        the_winner_stores_its_own,
        turn_zero_is_never,
        who_looks_reads_twice,
    ],
}
