//! The table of `flapping`.

solutions::answers! {
    exercise: "09f-flapping",
    tests: {
        grade: [
            the_numbers_make_a_breaker,
            an_ordinary_day_opens_nothing,
            an_outage_opens_it_before_it_costs_too_much,
            a_dead_service_is_left_alone,
            it_is_back_soon_after_the_service,
            a_service_that_is_half_well_does_not_fool_it,
            on_other_days_it_is_the_same,
        ],
    },
    wrong: [
        a_fifth_is_enough,
        all_or_nothing,
        cool_off_of_a_minute,
        cool_off_of_a_second,
        fits_one_outage,
        just_enough_for_one_day,
        more_samples_than_calls,
        nine_of_ten,
        no_cool_off,
        no_time_for_a_second_try,
        one_good_probe,
        opens_at_a_hiccup,
        probes_by_the_dozen,
        samples_of_a_whole_window,
        ten_samples,
        tries_its_luck_too_often,
        twenty_good_probes,
        window_of_five_hundred,
        window_of_ten,
    ],
}
