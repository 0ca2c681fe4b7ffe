//! The table of `endless-keys`.

solutions::answers! {
    exercise: "07d-endless-keys",
    tests: {
        grade: [
            a_key_with_a_place_has_a_bucket_of_its_own,
            the_table_holds_no_more_keys_than_it_may,
            a_new_key_takes_the_place_of_one_that_is_full,
            a_key_that_owes_something_keeps_its_place,
            all_who_find_no_place_share_one_bucket,
            those_with_a_place_never_use_the_overflow,
            the_overflow_refills_like_any_bucket,
            a_refusal_takes_no_place_and_is_not_counted,
            who_gets_a_place_brings_along_what_the_overflow_owes,
            nobody_gains_by_inventing_keys,
        ],
    },
    wrong: [
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
    ],
}
