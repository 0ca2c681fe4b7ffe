//! The table of `debt`.

solutions::answers! {
    exercise: "06c-debt",
    graders: [grade, interleavings],
    wrong: [
        a_deep_debt_keeps_the_tokens,
        a_full_bucket_has_no_deadline,
        always_comes_back,
        clock_back_is_paid_twice,
        comes_back_less_with_time,
        comes_back_only_before_its_time,
        deadline_is_too_late,
        looks_and_takes_in_two_steps,
        no_debt_after_five_centuries,
        nothing_comes_back,
        one_error_for_both,
        over_burst_waits,
        refusal_keeps_the_tokens,
        sleeps_and_looks_again,
        sleeps_before_it_fails,
        spins,
        takes_after_the_sleep,
        takes_when_it_is_called,
        the_first_waker_is_kept,
        the_whole_burst_is_refused,
        whole_milliseconds,
    ],
}
