//! What the lesson predicts, where the reason names moments of the run.

use clock::Moment;
use keyed_limits::stage::MECHANISM;
use simulation::{What, run};

/// Before a comes, while there are tokens left, twice by luck, and after a has stopped.
#[test]
fn with_one_bucket_for_all_five_of_ten_find_a_token() {
    let scenario = MECHANISM.curated("one-bucket-for-all").unwrap().scenario;
    let mut subject = (MECHANISM.build)(&scenario.params).unwrap();
    let trace = run(&scenario, subject.as_mut()).unwrap();
    let of_b = trace.events.iter().filter_map(|event| match &event.what {
        What::Arrive(request) if request.cost == 2 => Some(request.id),
        _ => None,
    });
    let asked: Vec<_> = of_b.collect();
    assert_eq!(asked.len(), 10);
    let passed: Vec<Moment> = asked.into_iter().filter_map(|id| trace.admitted_at(id)).collect();
    assert_eq!(passed, [350, 1350, 7350, 8350, 9350].map(Moment::from_millis));
}
