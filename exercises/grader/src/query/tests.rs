use simulation::{Arrivals, Intervention, Mechanism, Planned, Press, RequestId, Scenario, Setting};
use token_bucket::stage::MECHANISM;

use super::{Asked, link, pairs_of, parse, parse_pairs, too_long};

fn ask(query: &str) -> Asked {
    parse(&MECHANISM, query)
}

fn back(scenario: &Scenario, at_ms: u64) -> Asked {
    let link = link(&MECHANISM, scenario, at_ms);
    let query = link.split_once('?').map_or("", |(_, query)| query);
    assert!(query.bytes().all(|b| b.is_ascii_alphanumeric() || b"=&-.,".contains(&b)), "{query}");
    ask(query)
}

fn rich() -> Scenario {
    let press = |at_ms, press| Intervention { at_ms, press };
    let set = |name: &str, value| Press::Set(Setting { name: name.to_owned(), value });
    Scenario {
        params: MECHANISM.filled(&simulation::Params::new().with("rate", 3).with("credit", 2)),
        seed: 9,
        until_ms: 4500,
        arrivals: vec![
            Arrivals::Burst { at_ms: 100, count: 3 },
            Arrivals::Burst { at_ms: 200, count: 4 },
            Arrivals::Poisson { per_second: 5 },
            Arrivals::Even { per_second: 2 },
            Arrivals::Spike { from_ms: 1000, until_ms: 2000, per_second: 40 },
            Arrivals::List(vec![Planned::at(1), Planned::at(2).cost(3).patience_ms(50)]),
            Arrivals::Poisson { per_second: 6 },
        ],
        interventions: vec![
            press(500, Press::Send(2)),
            press(500, set("rate", 1)),
            press(500, Press::Send(1)),
            press(800, Press::Drop(RequestId(4))),
            press(900, Press::SendOne(Planned::at(900).cost(2))),
        ],
    }
}

#[test]
fn a_link_leads_back_to_its_run() {
    let asked = back(&rich(), 2350);
    assert_eq!((asked.scenario, asked.at_ms, asked.notes), (rich(), 2350, vec![]));
    let silent = Scenario { arrivals: vec![], interventions: vec![], ..rich() };
    assert_eq!(back(&silent, 0).scenario, silent);
    for curated in (MECHANISM.curated)() {
        let asked = back(&curated.scenario, 77);
        assert_eq!((asked.scenario, asked.at_ms), (curated.scenario, 77), "{}", curated.name);
    }
}

#[test]
fn a_link_leaves_out_what_is_as_always() {
    let of = |query| {
        let asked = ask(query);
        link(&MECHANISM, &asked.scenario, asked.at_ms)
    };
    assert_eq!(of(""), "/lab/token-bucket");
    assert_eq!(of("rate=8&burst=5&seed=7&load=6&until=10000&t=0"), "/lab/token-bucket");
    assert_eq!(of("t=2350&rate=10"), "/lab/token-bucket?rate=10&t=2350");
    assert_eq!(of("n=3000x6%2C4000x1"), "/lab/token-bucket?n=3000x6,4000x1");
    assert_eq!(of("load=0"), "/lab/token-bucket?load=0");
    // A curated run has a name, and opens at its own moment.
    assert_eq!(of("run=overload"), "/lab/token-bucket?run=overload");
    assert_eq!(of("run=overload&t=10"), "/lab/token-bucket?run=overload&t=10");
    assert_eq!(
        of("rate=10&load=0&burst-at=0x5,1000x8&until=3000&t=1000"),
        "/lab/token-bucket?run=after-a-pause"
    );
}

#[test]
fn a_curated_run_is_changed_by_the_other_keys() {
    let asked = ask("run=overload&burst=9&load=20");
    assert_eq!(asked.scenario.params.get("burst", 0), 9);
    assert_eq!(asked.scenario.arrivals, [Arrivals::Poisson { per_second: 20 }]);
    assert_eq!(asked.at_ms, MECHANISM.curated("overload").unwrap().at_ms);
}

#[test]
fn whatever_is_changed_in_a_curated_run_all_else_stays() {
    for mechanism in crate::mechanisms::all() {
        for curated in (mechanism.curated)() {
            // A seed of its own, so that the name no longer says all of it.
            let scenario = Scenario { seed: 77, ..curated.scenario };
            let asked = parse_pairs(mechanism, &pairs_of(mechanism, &scenario));
            let name = (mechanism.name, curated.name);
            assert_eq!(asked.notes, [""; 0], "{name:?}");
            assert_eq!(asked.scenario.arrivals, scenario.arrivals, "{name:?}");
            assert_eq!(asked.scenario.interventions, scenario.interventions, "{name:?}");
        }
    }
}

#[test]
fn a_number_out_of_range_is_clamped_and_said() {
    let asked = ask("rate=999&burst=0&until=0&load=-4");
    assert_eq!(asked.scenario.params.get("rate", 0), 50);
    assert_eq!(asked.scenario.params.get("burst", 7), 1);
    assert_eq!(asked.scenario.until_ms, 1);
    assert_eq!(asked.scenario.arrivals, []);
    assert_eq!(
        asked.notes,
        [
            "“Tokens per second” goes from 0 to 50: 999 was taken as 50.",
            "“Bucket holds, tokens” goes from 1 to 12: 0 was taken as 1.",
            "The length of the run goes from 1 to 600000\u{a0}ms: 0 was taken as 1.",
            "“Arrivals per second” goes from 0 to 500: -4 was taken as 0.",
        ]
    );
}

#[test]
fn a_number_of_a_hundred_digits_is_just_large() {
    let asked = ask(&format!("rate={}", "9".repeat(100)));
    assert_eq!(asked.scenario.params.get("rate", 0), 50);
}

#[test]
fn nonsense_becomes_the_default_or_is_left_out_and_said() {
    let asked = ask("rate=abc&foo=1&n=3000y6,4000x1&set=1.colour.3&drop=x&run=nowhere&t=-1");
    let none = ask("n=4000x1").scenario;
    assert_eq!(asked.scenario, none);
    assert_eq!(
        asked.notes,
        [
            "There is no run “nowhere” here: these are the defaults.",
            "“Tokens per second”: “abc” is not a whole number, so it is 8.",
            "“foo” means nothing here and was left out.",
            "“n=3000y6” could not be read and was left out.",
            "There is no parameter “colour” to set, so it was left out.",
            "“drop=x” could not be read and was left out.",
            "The moment goes from 0 to the end of the run: -1 was taken as 0.",
        ]
    );
}

#[test]
fn a_moment_after_the_end_is_the_end() {
    let asked = ask("until=2000&t=99999");
    assert_eq!(asked.at_ms, 2000);
    assert_eq!(
        asked.notes,
        ["The run ends at 2.000\u{a0}s, before the moment that was asked for: this is its end."]
    );
}

#[test]
fn a_scrub_bar_counts_only_if_it_was_moved() {
    // A form sends both: the bar, and the number beside it.
    assert_eq!(ask("t=500&scrub=300&was=300").at_ms, 500);
    assert_eq!(ask("t=300&scrub=700&was=300").at_ms, 700);
    assert!(ask("t=300&scrub=700&was=300").from_form);
    assert!(!ask("t=300").from_form);
}

#[test]
fn sources_keep_their_order_since_each_has_random_numbers_of_its_own() {
    let admitted = |query: &str| {
        let asked = ask(query);
        let mut subject = (MECHANISM.build)(&asked.scenario.params).unwrap();
        simulation::run(&asked.scenario, &mut *subject).unwrap().events
    };
    assert_eq!(admitted("load=5&burst-at=10x1"), admitted("load=5&burst-at=10x1"));
    assert_ne!(admitted("load=5&burst-at=10x1"), admitted("burst-at=10x1&load=5"));
}

#[test]
fn a_link_of_hundreds_of_presses_is_too_long() {
    let pressed = |count: u64| {
        let press = |i| Intervention { at_ms: 1000 + i, press: Press::Send(1) };
        let scenario =
            Scenario { interventions: (0..count).map(press).collect(), ..ask("").scenario };
        link(&MECHANISM, &scenario, 0)
    };
    assert!(!too_long(&pressed(200)), "{}", pressed(200).len());
    assert!(too_long(&pressed(220)), "{}", pressed(220).len());
}

#[test]
fn every_key_of_a_knob_is_free_of_the_words_that_mean_something_else() {
    let taken = [
        "load", "even", "spike", "burst-at", "at", "n", "one", "set", "drop", "seed", "until",
        "run", "t", "scrub", "was",
    ];
    for mechanism in crate::mechanisms::all() {
        let Mechanism { knobs, name, .. } = mechanism;
        for knob in *knobs {
            assert!(!taken.contains(&knob.name), "{name} calls a knob {}", knob.name);
        }
    }
}
