//! The table of `noisy-neighbour`.

solutions::answers! {
    exercise: "07a-noisy-neighbour",
    tests: {
        grade: [
            a_tenant_has_its_burst_and_then_its_rate,
            a_noisy_tenant_takes_nothing_from_the_others,
            each_tenant_finds_its_bucket_as_it_left_it,
            a_tenant_who_comes_late_finds_a_full_bucket,
            each_tenant_is_told_its_own_moment,
            whoever_has_no_tenant_is_not_limited,
            tenants_are_told_apart_by_their_whole_name,
            a_thousand_tenants_have_a_thousand_buckets,
        ],
    },
    wrong: [
        a_hundred_at_most,
        a_new_bucket_each_time,
        a_new_tenant_is_empty,
        a_refusal_forgets_the_tenant,
        by_the_sum_of_the_letters,
        names_in_lower_case,
        nobody_is_a_tenant,
        one_bucket_for_all,
        one_share_for_the_newcomers,
        only_the_last_tenant,
        plain_letters_only,
        sixteen_letters,
        the_soonest_of_all,
        without_a_name_is_nobody,
    ],
}
