//! The table of `one-outcome`: the answers are tests, and they are tested.

solutions::answers! {
    exercise: "03c-one-outcome",
    beside: { counter: "counter.rs", trial: "trial.rs", versions: "versions/mod.rs" },
    tests: {
        grade: [
            it_passes_on_a_counter_that_is_right,
            it_fails_when_two_hits_are_counted_as_one,
            it_fails_when_a_number_is_given_twice,
            it_fails_when_only_what_is_left_is_wrong,
            it_fails_when_a_hit_is_lost_while_they_are_taken,
            it_fails_when_a_hit_is_taken_twice,
            it_fails_when_nothing_is_lost_but_the_answer_is_none_that_may_be,
        ],
    },
    wrong: [
        a_thousand_rounds,
        always_fails,
        asserts_nothing,
        begins_with_none,
        counts_the_schedules,
        decides_by_the_name,
        it_can_be_right,
        made_outside_the_model,
        never_fails,
        nothing_is_lost,
        one_of_the_outcomes,
        one_order_only,
        one_taker,
        only_hits,
        only_the_sum,
        only_what_they_were_told,
        the_first_three_are_right,
    ],
}
