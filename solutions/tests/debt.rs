//! The table of `debt`.

solutions::answers! {
    exercise: "06c-debt",
    graders: [grade],
    wrong: [
        always_comes_back,
        comes_back_less_with_time,
        comes_back_only_before_its_time,
        deadline_is_too_late,
        nothing_comes_back,
        over_burst_waits,
        refusal_keeps_the_tokens,
        sleeps_and_looks_again,
        sleeps_before_it_fails,
        spins,
        takes_after_the_sleep,
        takes_when_it_is_called,
        the_whole_burst_is_refused,
    ],
}
