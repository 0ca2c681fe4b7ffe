//! The run that shows an answer beside the reference: one for each exercise,
//! the one in which its mistake shows best.

use simulation::{Arrivals, Intervention, Params, Planned, Press, RequestId, Scenario, Setting};

mod breaker;
mod keyed;
mod leaky;
mod window;

/// What both run.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What happens in it, in a sentence.
    pub words: &'static str,
    /// The run.
    pub scenario: Scenario,
    /// What this run cannot show, if anything.
    pub but: &'static str,
}

/// The run of an exercise; `None` where there is nothing that runs.
pub fn of(exercise: &str) -> Option<Shown> {
    match exercise {
        "late-waker" => Some(late_waker()),
        "check-then-act" => Some(check_then_act()),
        "boundary-burst" => Some(window::boundary_burst()),
        "stale-previous" => Some(window::stale_previous()),
        "overfull" => Some(leaky::overfull()),
        "uneven-pace" => Some(leaky::uneven_pace()),
        "last-token" => Some(last_token()),
        "lost-fraction" => Some(lost_fraction()),
        "debt" => Some(debt()),
        "noisy-neighbour" => Some(keyed::noisy_neighbour()),
        "reborn-key" => Some(keyed::reborn_key()),
        "charged-twice" => Some(keyed::charged_twice()),
        "endless-keys" => Some(keyed::endless_keys()),
        "half-open-flood" => Some(breaker::half_open_flood()),
        "stuck-half-open" => Some(breaker::stuck_half_open()),
        "late-result" => Some(breaker::late_result()),
        "two-probes" => Some(breaker::two_probes()),
        "flapping" => Some(breaker::flapping()),
        "on-change" => Some(breaker::on_change()),
        _ => None,
    }
}

fn late_waker() -> Shown {
    // Until 300, 100, 200 and 100 ms; a fifth who wants no sleep, and two who
    // come later, one of them to be dropped.
    let costs = [300, 100, 200, 100, 0];
    let mut planned: Vec<Planned> = costs.map(|cost| Planned::at(0).cost(cost)).into();
    planned.extend([Planned::at(250).cost(250), Planned::at(250).cost(500)]);
    Shown {
        words: "Five sleepers come at 0 ms and want to sleep for 300, 100, 200, 100 and 0 ms; \
                two more come at 250 ms, and the last of them is dropped at 600 ms. The clock \
                jumps by 250 ms at a time.",
        scenario: Scenario {
            params: Params::new().with("tick", 250),
            until_ms: 1000,
            arrivals: vec![Arrivals::List(planned)],
            interventions: vec![Intervention { at_ms: 600, press: Press::Drop(RequestId(7)) }],
            ..Scenario::default()
        },
        but: "",
    }
}

fn check_then_act() -> Shown {
    let planned = [0, 100, 200, 300, 500, 700].map(Planned::at);
    let leaves = |at_ms, id| Intervention { at_ms, press: Press::Drop(RequestId(id)) };
    let shut = || Setting { name: "open".into(), value: 0 };
    let closed = |at_ms| Intervention { at_ms, press: Press::Set(shut()) };
    let interventions = vec![
        leaves(50, 1),
        leaves(400, 2),
        closed(600),
        leaves(650, 3),
        leaves(900, 5),
        closed(950),
    ];
    Shown {
        words: "A room with 2 seats, and one thread. Guests come at 0, 100, 200, 300, 500 and \
                700 ms; the first leaves at 50 ms and the second at 400 ms. The room is closed at \
                600 ms, the two who are inside leave at 650 and 900 ms, and at 950 ms it is closed \
                once more.",
        scenario: Scenario {
            params: Params::new().with("seats", 2),
            until_ms: 1000,
            arrivals: vec![Arrivals::List(planned.into())],
            interventions,
            ..Scenario::default()
        },
        but: "This run has one thread. What two threads do to each other is in the results \
              above, as lanes.",
    }
}

fn last_token() -> Shown {
    let asks = [(0, 1), (100, 2), (200, 3), (300, 1), (400, 2), (500, 1), (600, 1)];
    let planned = asks.map(|(at_ms, cost)| Planned::at(at_ms).cost(cost));
    Shown {
        words: "A gate with 5 tokens, and one thread that asks for 1, 2, 3, 1, 2, 1 and 1 of them.",
        scenario: Scenario {
            params: Params::new().with("tokens", 5),
            until_ms: 700,
            arrivals: vec![Arrivals::List(planned.into())],
            ..Scenario::default()
        },
        but: "This run has one thread. What two threads do to each other is in the results \
              above, as lanes.",
    }
}

fn lost_fraction() -> Shown {
    let before = (0..=1000).step_by(100);
    let after = (4150..=4550).step_by(100);
    let planned = before.chain([4050; 3]).chain(after).map(Planned::at).collect();
    Shown {
        words: "A bucket of 3 tokens a second that holds 2. Somebody asks every 100 ms for a \
                second, is silent for three, asks three times at once, and again every 100 ms.",
        scenario: Scenario {
            params: Params::new().with("rate", 3).with("burst", 2),
            until_ms: 5000,
            arrivals: vec![Arrivals::List(planned)],
            ..Scenario::default()
        },
        but: "",
    }
}

fn debt() -> Shown {
    let mut planned = vec![Planned::at(0).patience_ms(400); 10];
    planned.extend([Planned::at(250), Planned::at(600).cost(6), Planned::at(900).cost(5)]);
    Shown {
        words: "A token every 100 ms, a bucket of 5. Ten waits with 400 ms to live come at 0 ms, \
                and the seventh is dropped at 120 ms. One more comes at 250 ms, one that wants 6 \
                tokens at 600 ms, and one that wants 5 at 900 ms.",
        scenario: Scenario {
            params: Params::new().with("period", 100).with("burst", 5),
            until_ms: 1500,
            arrivals: vec![Arrivals::List(planned)],
            interventions: vec![Intervention { at_ms: 120, press: Press::Drop(RequestId(7)) }],
            ..Scenario::default()
        },
        but: "",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::exercises;

    #[test]
    fn every_exercise_with_a_probe_has_a_run_that_is_allowed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let mut shown = 0;
        for exercise in exercises(root) {
            let run = of(&exercise.name);
            assert_eq!(run.is_some(), exercise.has_run, "{}", exercise.name);
            if let Some(run) = run {
                run.scenario.check().unwrap();
                shown += 1;
            }
        }
        assert!(shown >= 4, "{shown}");
        assert!(of("nobody").is_none());
    }
}
