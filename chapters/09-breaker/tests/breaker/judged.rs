use super::{Outcome, Verdict};

// spec R-09
#[test]
fn errors_of_the_server_count_and_those_of_the_client_do_not() {
    for status in [500, 502, 503, 504, 599, 600, u16::MAX] {
        assert_eq!(Outcome::Status(status).verdict(), Verdict::Failure, "{status}");
    }
    for status in [100, 200, 204, 301, 400, 404, 409, 422, 429, 499] {
        assert_eq!(Outcome::Status(status).verdict(), Verdict::Success, "{status}");
    }
}

// spec
#[test]
fn what_did_not_answer_counts_and_so_does_the_unknown() {
    for outcome in [Outcome::Transport, Outcome::TimedOut, Outcome::Unknown, Outcome::Status(0)] {
        assert_eq!(outcome.verdict(), Verdict::Failure, "{outcome:?}");
    }
}

#[test]
fn what_never_reached_the_service_says_nothing_about_it() {
    for outcome in [Outcome::BulkheadFull, Outcome::Limited, Outcome::Cancelled] {
        assert_eq!(outcome.verdict(), Verdict::Ignored, "{outcome:?}");
    }
}
