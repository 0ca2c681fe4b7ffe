//! The shipped models: what each can end in, and which share of its schedules
//! breaks its rule.
//!
//! A share is only asserted where all steps touch one word, or where each order
//! makes a difference: orders of steps on different memory that cannot matter
//! are not all walked.

use interleavings::models::{self, Model};
use interleavings::{Counted, Explorer, Found, Lanes, Op, Trouble, Which};

fn model(name: &str) -> &'static Model {
    models::by_name(name).unwrap_or_else(|| panic!("there is no model {name}"))
}

fn counted(name: &str) -> Counted {
    match model(name).explore(&Explorer::new()) {
        Found::Counted(counted) => counted,
        failed @ Found::Failed { .. } => panic!("{name}: {failed:?}"),
    }
}

/// The outcomes that keep the rule, and those that break it.
fn outcomes(counted: &Counted) -> (Vec<&str>, Vec<&str>) {
    let of = |keeps: bool| {
        let those = counted.outcomes.iter().filter(move |outcome| outcome.keeps == keeps);
        those.map(|outcome| outcome.text.as_str()).collect()
    };
    (of(true), of(false))
}

/// `[broken, schedules, fresh_broken, fresh]`
fn shares(counted: &Counted) -> [usize; 4] {
    [counted.broken, counted.schedules, counted.fresh_broken, counted.fresh]
}

fn shown(counted: &Counted, which: Which) -> Option<&Lanes> {
    counted.shown.iter().find(|shown| shown.which == which).map(|shown| &shown.lanes)
}

// spec N-01
#[test]
fn a_last_token_in_two_steps_goes_to_both_in_six_of_eight() {
    let seen = counted("racy-last-token");
    let kept = vec!["Got { a: false, b: true }", "Got { a: true, b: false }"];
    assert_eq!(outcomes(&seen), (kept, vec!["Got { a: true, b: true }"]));
    // Fresh: one after the other, twice; or both look first (two orders) and
    // then write (two orders). Stale: the second looks after the first wrote and
    // still sees 1, twice.
    assert_eq!(shares(&seen), [4 + 2, 2 + 4 + 2, 4, 2 + 4]);
    let stale = shown(&seen, Which::Stale).expect("a broken schedule with a stale read");
    assert_eq!(stale.steps.iter().filter(|step| !step.fresh).count(), 1, "{stale}");
}

// spec N-02
#[test]
fn a_last_token_by_compare_and_swap_goes_to_one() {
    let seen = counted("cas-last-token");
    let kept = vec!["Got { a: false, b: true }", "Got { a: true, b: false }"];
    assert_eq!(outcomes(&seen), (kept, vec![]));
    // The same eight, and in each the second swap is refused or not tried.
    assert_eq!(shares(&seen), [0, 8, 0, 6]);
    let typical = shown(&seen, Which::Typical).expect("a schedule that keeps the rule");
    let refused = typical.steps.iter().any(|step| step.op == Op::ExchangeRefused);
    assert!(refused, "the threads meet in it:\n{typical}");
}

// spec N-01
#[test]
fn a_check_before_an_addition_lets_five_in_where_four_may_be() {
    let seen = counted("check-then-add");
    let kept = vec![
        "Inside { a: false, b: true, in_flight: 4 }",
        "Inside { a: true, b: false, in_flight: 4 }",
    ];
    assert_eq!(outcomes(&seen), (kept, vec!["Inside { a: true, b: true, in_flight: 5 }"]));
    // As above: the orders of the two looks and the two changes.
    assert_eq!(shares(&seen), [6, 8, 4, 6]);
}

// spec N-01
#[test]
fn a_hit_is_lost_in_four_orders_of_six() {
    let seen = counted("lost-update");
    assert_eq!(outcomes(&seen), (vec!["2"], vec!["1"]));
    // As above, with a counter.
    assert_eq!(shares(&seen), [6, 8, 4, 6]);
}

// spec N-01
#[test]
fn one_hits_and_the_other_takes_all_before_it_or_after_it() {
    let seen = counted("hit-and-take");
    let kept = vec!["Told { hit: 1, taken: 1, left: 1 }", "Told { hit: 2, taken: 2, left: 0 }"];
    assert_eq!(outcomes(&seen), (kept, vec![]));
    assert_eq!(shares(&seen), [0, 2, 0, 2]);
}

// spec N-02
#[test]
fn a_breaker_that_is_copied_under_its_lock_sends_two_probes_in_four_orders_of_six() {
    let seen = counted("copied-breaker");
    let kept = vec!["Sent { a: false, b: true }", "Sent { a: true, b: false }"];
    assert_eq!(outcomes(&seen), (kept, vec!["Sent { a: true, b: true }"]));
    // Both copy (two orders) and then both write (two orders); or one after the other, twice.
    assert_eq!(shares(&seen), [4, 6, 4, 6]);
}

// spec N-02
#[test]
fn a_change_that_is_told_after_the_lock_can_be_told_too_late() {
    let seen = counted("told-late");
    assert_eq!(outcomes(&seen), (vec!["[Open]", "[Open, HalfOpen]"], vec!["[HalfOpen, Open]"]));
    // B looks before A has opened it, and tells nothing; or it sees A's change and is first at
    // the wall, or second.
    assert_eq!((seen.broken, seen.fresh_broken), (1, 1));
}

// spec N-02
#[test]
fn a_state_and_a_count_in_two_words_send_two_probes() {
    let seen = counted("two-probes");
    let kept = vec!["Sent { a: false, b: true }", "Sent { a: true, b: false }"];
    assert_eq!(outcomes(&seen), (kept, vec!["Sent { a: true, b: true }"]));
    // Fresh: both look first (two orders), then the four changes in the six ways
    // in which two pairs can go; or the second looks after the first has closed
    // the door, before or after it counts, twice.
    assert_eq!(shares(&seen)[2..], [2 * 6, 2 * 6 + 2 * 2]);
    // With stale looks at most four more ways for each thread.
    assert!(seen.broken > 12 && seen.broken <= 12 + 2 * 4, "{seen:?}");
    assert_eq!(seen.schedules - seen.broken, 4, "a stale look never keeps the rule");
}

// spec N-02
#[test]
fn one_word_sends_one_probe_in_both_orders() {
    let seen = counted("one-word-breaker");
    let kept = vec!["Sent { a: false, b: true }", "Sent { a: true, b: false }"];
    assert_eq!(outcomes(&seen), (kept, vec![]));
    assert_eq!(shares(&seen), [0, 2, 0, 2]);
}

// spec N-02
#[test]
fn a_slot_that_is_published_before_it_is_cleared_loses_a_call() {
    let seen = counted("publish-before-clear");
    let kept = vec!["End { recorded_in: 0, new_slot: 0 }", "End { recorded_in: 1, new_slot: 1 }"];
    assert_eq!(outcomes(&seen), (kept, vec!["End { recorded_in: 1, new_slot: 0 }"]));
    // Published, seen, counted, cleared: there is one such order.
    assert_eq!((seen.broken, seen.fresh_broken), (1, 1));
    let lanes = shown(&seen, Which::Broken).expect("a broken schedule");
    let words: Vec<String> = (0..lanes.steps.len()).map(|index| lanes.words(index)).collect();
    assert_eq!(words, ["store #3: 1", "load #3: 1", "fetch_add #2: 7 → 8", "store #2: 0"]);
}

// spec N-02
#[test]
fn a_relaxed_flag_breaks_only_by_a_stale_read() {
    let seen = counted("stale-read");
    assert_eq!(outcomes(&seen), (vec!["None", "Some(42)"], vec!["Some(0)"]));
    // Fresh: B looks before, between or after the two stores. Stale: after both
    // it sees the old flag, or the flag and the old message.
    assert_eq!(shares(&seen), [1, 3 + 2, 0, 3]);
    let lanes = shown(&seen, Which::Broken).expect("a broken schedule");
    let stale: Vec<bool> = lanes.steps.iter().map(|step| !step.fresh).collect();
    assert_eq!(stale, [false, false, false, true], "{lanes}");
    assert_eq!(shown(&seen, Which::Stale), None, "the same is not shown twice");
}

// spec N-02
#[test]
fn release_and_acquire_leave_all_but_the_broken_one() {
    let seen = counted("release-acquire");
    assert_eq!(outcomes(&seen), (vec!["None", "Some(42)"], vec![]));
    assert_eq!(shares(&seen), [0, 3 + 1, 0, 3]);
}

// spec N-02
#[test]
fn two_locks_in_two_orders_end_in_a_deadlock_with_its_lanes() {
    let found = model("lock-order").explore(&Explorer::new());
    let Found::Failed { trouble: Trouble::Deadlock, words, lanes: Some(lanes) } = found else {
        panic!("{found:?} is no deadlock");
    };
    assert_eq!(words, "deadlock: a thread waits for a lock that is never given back.");
    let count = |op| lanes.steps.iter().filter(|step| step.op == op).count();
    assert_eq!((count(Op::Lock), count(Op::Want), count(Op::Unlock)), (2, 2, 0), "{lanes}");
}

// spec N-01
#[test]
fn three_threads_lose_one_call_or_two() {
    let seen = counted("three-threads");
    assert_eq!(outcomes(&seen), (vec!["3"], vec!["1", "2"]));
    // Three pairs can go in 6!/(2·2·2) = 90 ways, of which 3! are one after another.
    assert_eq!(shares(&seen)[2..], [90 - 6, 90]);
    assert_eq!(seen.schedules - seen.broken, 6, "a stale look loses a call");
}

// spec N-03
#[test]
fn two_preemptions_find_every_outcome_of_three_threads() {
    let found = model("three-threads").explore(&Explorer::new().preemptions(2));
    let Found::Counted(seen) = found else { panic!("{found:?}") };
    assert_eq!(outcomes(&seen), (vec!["3"], vec!["1", "2"]));
    assert!(seen.schedules < counted("three-threads").schedules);
}

// spec N-03
#[test]
fn a_walk_that_is_cut_says_so() {
    let found = model("three-threads").explore(&Explorer::new().permutations_max(50));
    let Found::Counted(seen) = found else { panic!("{found:?}") };
    assert!(seen.cut && seen.executions == 50, "{seen:?}");
}

#[test]
fn every_model_is_listed_once_fits_a_screen_and_says_what_it_teaches() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/models"));
    let mut files: Vec<String> = folder
        .expect("the folder of the models")
        .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
        .collect();
    files.sort();
    let mut named: Vec<String> =
        models::all().iter().map(|model| model.name.replace('-', "_") + ".rs").collect();
    named.sort();
    assert_eq!(named, files);
    for model in models::all() {
        assert!(model.code.lines().count() <= 70, "{}", model.name);
        assert!(model.code.lines().all(|line| line.chars().count() <= 100), "{}", model.name);
        assert!(model.teaches.ends_with('.') && !model.rule.ends_with('.'), "{}", model.name);
        assert!((2..=3).contains(&model.threads), "{}", model.name);
    }
}

#[test]
fn the_names_of_memory_are_as_many_as_the_numbers() {
    for model in models::all() {
        let found = model.explore(&Explorer::new());
        let lanes = match &found {
            Found::Counted(seen) => seen.shown.iter().map(|shown| &shown.lanes).collect(),
            Found::Failed { lanes, .. } => lanes.iter().collect::<Vec<_>>(),
        };
        assert!(!lanes.is_empty(), "{}: nothing is shown", model.name);
        for lanes in lanes {
            assert!(lanes.threads.len() <= model.threads + 1, "{}", model.name);
            for step in &lanes.steps {
                assert!((1..=model.memory.len()).contains(&step.object), "{lanes}");
                let file = model.name.replace('-', "_") + ".rs";
                assert!(step.file.ends_with(&file), "{}", step.file);
                let line = model.code.lines().nth(step.line as usize - 1).expect("a line");
                let said = ["load", "store", "fetch_add", "compare_exchange", "swap", "lock()"];
                assert!(said.iter().any(|word| line.contains(word)), "{}: {line}", model.name);
            }
        }
    }
}
