//! The table of `lost-fraction`.

solutions::answers! {
    exercise: "06b-lost-fraction",
    graders: [grade],
    wrong: [
        cap_forgotten,
        clock_back_is_paid_twice,
        float_balance,
        full_keeps_a_fraction,
        full_keeps_its_stamp,
        hint_ignores_the_rest,
        hint_rounded_down,
        idle_is_cut_off,
        idle_overflows,
        made_at_the_origin,
        nanoseconds_a_token,
        one_a_call,
        one_period_after_another,
        rate_zero_divides,
        rate_zero_is_unlimited,
        rest_is_spent_with_the_token,
        stamp_moves_with_a_token,
        stamp_moves_without_credit,
    ],
}
