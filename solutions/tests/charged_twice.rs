//! The table of `charged-twice`.

solutions::answers! {
    exercise: "07c-charged-twice",
    tests: {
        grade: [
            a_request_takes_from_its_route_and_from_the_group,
            a_refusal_by_the_route_takes_nothing_from_the_group,
            a_refusal_by_the_group_takes_nothing_from_the_route,
            the_longer_of_two_waits_is_told,
            what_never_fits_is_told_rather_than_a_wait,
            several_at_once_are_taken_from_both,
        ],
        interleavings: [
            the_last_token_of_the_group_goes_to_one_route,
            the_last_token_of_a_route_costs_the_group_one,
            a_refusal_is_not_felt_even_for_a_moment,
            nobody_sees_one_of_two_charged,
        ],
    },
    wrong: [
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
    ],
}
