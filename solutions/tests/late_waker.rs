//! The table of `late-waker`.

solutions::answers! {
    exercise: "01c-late-waker",
    graders: [grade],
    wrong: [
        awake_and_on_the_list,
        everybody_up,
        forget_is_ignored,
        last_come_first,
        max_is_nobody,
        never_removed,
        next_forgets_nobody,
        next_is_who_came_first,
        one_a_moment,
        one_a_push,
        one_nanosecond_late,
        order_of_registration,
        the_last_takes_the_place,
        the_late_waker,
        the_latest_time_counts,
        ticket_is_the_length,
        ties_by_number,
        unstable_sort,
        wakes_without_end,
        zero_is_for_ever,
    ],
}
