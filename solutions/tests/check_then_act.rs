//! The table of `check-then-act`.

solutions::answers! {
    exercise: "03b-check-then-act",
    tests: {
        grade: [
            a_free_seat_is_taken_and_a_full_room_says_no,
            a_seat_that_was_left_is_free_again,
            a_closed_room_lets_nobody_in,
            the_last_one_out_of_a_closed_room_turns_off_the_light,
        ],
        interleavings: [
            the_last_seat_goes_to_one_thread,
            a_seat_for_each_serves_both,
            two_who_leave_leave_two_seats,
            a_seat_is_had_by_one_after_the_other,
            a_refusal_takes_no_seat_even_for_a_moment,
            nobody_gives_up_because_another_was_busy,
            nobody_is_inside_when_the_light_is_off,
            the_light_is_turned_off_once,
        ],
    },
    wrong: [
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
    ],
}
