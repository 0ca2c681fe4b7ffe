//! Every question of the workbook can be asked, and a run has its answer.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, path};

use grader::predict::{Kind, Question, questions, read};
use grader::{Block, Found, tasks};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The READMEs of all chapters and exercises, by name.
fn readmes() -> Vec<(String, String)> {
    let folders = ["chapters", "exercises"].into_iter().flat_map(|parent| {
        let entries = fs::read_dir(root().join(parent)).unwrap();
        entries.map(|entry| entry.unwrap().path())
    });
    let named = |folder: path::PathBuf| {
        let text = fs::read_to_string(folder.join("README.md")).ok()?;
        let (_, name) = folder.file_name()?.to_str()?.split_once('-')?;
        Some((name.to_owned(), text))
    };
    let mut readmes: Vec<_> = folders.filter_map(named).collect();
    readmes.sort();
    assert!(readmes.len() >= 19, "{}", readmes.len());
    readmes
}

fn all() -> Vec<Question> {
    let of = |(name, text): &(String, String)| {
        read(name, text)
            .into_iter()
            .map(|question| question.unwrap_or_else(|why| panic!("a question of {name}: {why}")))
            .collect::<Vec<_>>()
    };
    readmes().iter().flat_map(of).collect()
}

#[test]
fn every_question_that_a_run_answers_has_an_answer_and_a_reason() {
    for question in all().iter().filter(|question| question.model().is_none()) {
        let judged = question.judge("1");
        assert!(judged.known, "{}: {}", question.key(), judged.answer);
        assert!(!judged.answer.is_empty(), "{}", question.key());
        assert!(judged.why.ends_with(['.', ')']), "{}: {}", question.key(), judged.why);
    }
}

#[test]
fn what_a_run_says_is_right_when_somebody_says_it() {
    for question in all().iter().filter(|question| question.model().is_none()) {
        let answer = question.judge("1").answer;
        let said = match question.kind {
            Kind::Same => answer.split([',', '.']).next().unwrap().to_owned(),
            _ => answer.clone(),
        };
        assert!(question.judge(&said).right, "{}: {answer}", question.key());
    }
}

#[test]
fn one_option_of_a_choice_is_right_and_all_others_are_wrong() {
    let mut asked = 0;
    for question in all().iter().filter(|question| question.model().is_none()) {
        let Kind::Choice(choices) = &question.kind else { continue };
        let right = choices.iter().filter(|choice| question.judge(&choice.label).right).count();
        assert_eq!(right, 1, "{}", question.key());
        let labels: BTreeSet<&str> = choices.iter().map(|choice| choice.label.as_str()).collect();
        assert_eq!(labels.len(), choices.len(), "{}", question.key());
        asked += 1;
    }
    assert!(asked >= 5, "{asked}");
}

#[test]
fn there_is_a_question_of_each_kind_and_each_exercise_asks_one() {
    let questions = all();
    let is = |kind: fn(&Kind) -> bool| questions.iter().any(|question| kind(&question.kind));
    assert!(is(|kind| matches!(kind, Kind::Number)) && is(|kind| matches!(kind, Kind::Time)));
    assert!(is(|kind| matches!(kind, Kind::Choice(_))) && is(|kind| matches!(kind, Kind::Same)));
    for exercise in grader::exercises(root()) {
        let asked = questions.iter().filter(|question| question.name == exercise.name).count();
        assert!((1..=2).contains(&asked), "{} asks {asked}", exercise.name);
    }
}

#[test]
fn both_ways_of_an_either_or_are_the_truth_somewhere() {
    let answers: Vec<String> = all()
        .iter()
        .filter(|question| question.kind == Kind::Same)
        .map(|question| question.judge("same").answer)
        .collect();
    assert!(answers.iter().any(|answer| answer.starts_with("the same")), "{answers:?}");
    assert!(answers.iter().any(|answer| answer.starts_with("different")), "{answers:?}");
}

#[test]
fn no_readme_holds_an_answer_under_its_question() {
    for (name, text) in readmes() {
        for block in Block::texts(&text, "predict") {
            assert!(!block.contains("answer="), "{name}: {block}");
        }
        // The code of this one is its answer, and runs as a test.
        if name == "interleavings" {
            continue;
        }
        let predict = text.split("## Predict").nth(1).and_then(|rest| rest.split("\n## ").next());
        assert!(!predict.unwrap_or_default().contains("<details>"), "{name}");
    }
}

#[test]
fn the_questions_of_a_folder_are_found_by_its_name() {
    let of = |name: &str| questions(root(), name).len();
    assert_eq!(of("debt"), 2);
    assert!(of("token-bucket") >= 4);
    for name in ["nobody", "", "..", "06c-debt", "../exercises/06c-debt"] {
        assert_eq!(of(name), 0, "{name}");
    }
    let keys: Vec<String> = questions(root(), "debt").iter().map(Question::key).collect();
    assert_eq!(keys, ["debt/1", "debt/2"]);
}

#[test]
fn every_task_can_be_set_and_its_first_run_does_not_do_it() {
    let mut names = Vec::new();
    for (name, text) in readmes() {
        for task in tasks::read(&name, &text) {
            let task = task.unwrap_or_else(|why| panic!("a task of {name}: {why}"));
            let asked = grader::query::parse(
                task.mechanism,
                task.start.split_once('?').map_or("", |(_, q)| q),
            );
            let params = task.mechanism.filled(&asked.scenario.params);
            let mut subject = (task.mechanism.build)(&params).unwrap();
            let trace = simulation::run(&asked.scenario, &mut *subject).unwrap();
            assert!(!task.is_done(&trace), "{} is done before it was begun", task.key());
            names.push(name.clone());
        }
    }
    for name in ["token-bucket", "breaker"] {
        assert!(names.iter().filter(|set| *set == name).count() >= 2, "{name}: {names:?}");
    }
}

/// A question about a run whose truth is plain: T-03, five of eight pass.
fn question(lines: &str) -> Question {
    let head = "ask=?\nwhy=The cap.\nmechanism=token-bucket\nrun=after-a-pause\n";
    Question::parse("token-bucket", 3, &format!("{head}{lines}")).unwrap()
}

#[test]
fn a_number_is_heard_in_many_spellings() {
    let question = question("query=admitted-between 999 1000\nunit=requests");
    assert_eq!(question.key(), "token-bucket/3");
    for said in ["5", " 5 ", "5 requests", "five", "5.0", "5,0", "5\u{a0}Requests."] {
        assert!(question.judge(said).right, "{said}");
    }
    for said in ["4", "6", "5.5", "never", "50", "-5", "", "many", "5 ms 7"] {
        assert!(!question.judge(said).right, "{said}");
    }
    for said in ["", "many", "?", "5 6", "e"] {
        assert!(question.hears(said).is_err(), "{said}");
    }
    let judged = question.judge("5");
    assert_eq!((judged.answer.as_str(), judged.why.as_str()), ("5\u{a0}requests", "The cap."));
}

#[test]
fn a_number_is_understood_as_a_whole_or_not_at_all() {
    let question = question("query=admitted-between 999 1000\nunit=requests");
    for said in ["about 5", "~5", "5.", "5!", "+5", "roughly five requests", "1 request"] {
        assert!(question.hears(said).is_ok(), "{said}");
    }
    for said in ["about 5", "~5", "5.", "5!", "exactly five", "five requests"] {
        assert!(question.judge(said).right, "{said}");
    }
    // These are numbers, and other ones than five.
    for said in ["five hundred", "5k", "5 million", "one thousand", "zero", "fifty-five", ".5"] {
        assert!(question.hears(said).is_ok(), "{said}");
        assert!(!question.judge(said).right, "{said}");
    }
    for said in ["five and a half", "5 not", "5 or 6", "5-6", "5 ms", "5%", "five six", "not 5"] {
        let why = question.hears(said).unwrap_err();
        assert!(why.starts_with("Write a number, such as"), "{said}: {why}");
        assert!(!question.judge(said).right, "{said}");
    }
}

#[test]
fn numbers_in_words_and_with_signs_between_their_digits_are_the_same() {
    let counted = "found 1\ncounted 18 1000 6 6 4 whole\noutcome keeps 2\nover\n";
    let found = Found::parse(counted).unwrap();
    let text = "ask=How many schedules?\nmodel=lost-update\nquery=schedules";
    let question = Question::parse("lost-update", 1, text).unwrap();
    let thousand =
        ["1000", "1,000", "1 000", "1_000", "1k", "one thousand", "a thousand", "1000 schedules"];
    for said in thousand {
        assert!(question.judge_found(said, &found).right, "{said}");
    }
    for said in ["1", "one", "1,00", "1 000 many", "one thousand and one"] {
        assert!(!question.judge_found(said, &found).right, "{said}");
    }
}

#[test]
fn a_moment_is_heard_in_many_spellings() {
    // Five at 0, and then none before 1000 ms: the ninth comes there and is the fourth of eight.
    let question = question("query=admitted-at 9");
    assert_eq!(question.kind, Kind::Time);
    for said in
        ["1000", "1000 ms", "1000ms", "1 s", "1.0 s", "1,0 s", "1,000 ms", "at 1 second", "1 000"]
    {
        assert!(question.judge(said).right, "{said}");
    }
    for said in ["999", "1001 ms", "1 min", "1", "1 ms", "never", "refused"] {
        assert!(!question.judge(said).right, "{said}");
    }
    assert!(question.hears("1 hour").is_err() && question.hears("soon").is_err());
    assert_eq!((question.moment("1.5 s"), question.moment("never")), (Some(1500), None));
}

#[test]
fn a_moment_has_its_whole_number_too() {
    let half = |said: &str| question("query=admitted-at 9").moment(said);
    for said in [".5 s", "0.5 s", "500ms", "500 ms", "about 500", "five hundred ms", "at 500."] {
        assert_eq!(half(said), Some(500), "{said}");
    }
    assert_eq!((half("zero"), half("two seconds")), (Some(0), Some(2000)));
    for said in ["half a second", "1 s 5", "five and a half s", "5k s not"] {
        assert!(question("query=admitted-at 9").hears(said).is_err(), "{said}");
    }
}

#[test]
fn what_never_happens_is_heard_too() {
    // The last of eight is refused, and nobody waits.
    let question = question("query=admitted-at 13");
    for said in ["never", "Never.", "refused", "not at all"] {
        assert!(question.judge(said).right, "{said}");
    }
    assert!(!question.judge("1000").right);
    assert_eq!(question.judge("never").answer, "never");
}

#[test]
fn a_tolerance_is_in_the_unit_of_the_question() {
    let question = question("query=admitted-at 9\nunit=s\ntolerance=0.1");
    assert!(
        question.judge("1").right && question.judge("0.9").right && question.judge("1100 ms").right
    );
    assert!(!question.judge("1.2").right && !question.judge("0.89").right);
}

#[test]
fn an_option_is_said_by_its_label_or_its_letter() {
    let question = question(
        "kind=choice\noptions=none: 0 | as many as it holds: 5 | all: 8\nquery=admitted-between 999 1000",
    );
    for said in ["as many as it holds", "As many  as it holds.", "b", "B", "b)"] {
        assert!(question.judge(said).right, "{said}");
    }
    for said in ["none", "all", "a", "c", "d", "5", ""] {
        assert!(!question.judge(said).right, "{said}");
    }
    assert_eq!(question.judge("a").answer, "as many as it holds");
    assert!(question.hears("d").is_err() && question.hears("c").is_ok());
}

#[test]
fn a_number_says_the_option_that_alone_speaks_of_it_and_never_its_place() {
    let of = |options: &str| {
        question(&format!("kind=choice\noptions={options}\nquery=admitted-between 999 1000"))
    };
    let six = of("in none of them: 0 | in two: 2 | in four: 5 | in all six: 6");
    for said in ["4", "four", "in four", "IN FOUR", "c", "c)"] {
        assert_eq!(six.meant(said).as_deref(), Ok("in four"), "{said}");
        assert!(six.judge(said).right, "{said}");
    }
    assert_eq!(six.meant("0").as_deref(), Ok("in none of them"));
    assert_eq!(six.meant("2").as_deref(), Ok("in two"));
    for said in ["1", "3", "5", "four hundred", "4 not", "in", "e"] {
        assert!(six.hears(said).is_err(), "{said}");
    }
    // Two options speak of 2, and another one of more than one number.
    let two = of("always 2: 5 | 1 or 2: 2 | 0, 1 or 2: 3");
    for said in ["2", "1", "0"] {
        assert!(two.hears(said).is_err(), "{said}");
    }
    assert_eq!(two.meant("1 or 2").as_deref(), Ok("1 or 2"));
}

#[test]
fn options_of_which_not_one_is_right_are_no_question() {
    for options in ["none: 0 | all: 8", "five: 5 | 5 | all: 8"] {
        let question =
            question(&format!("kind=choice\noptions={options}\nquery=admitted-between 999 1000"));
        assert!(!question.judge("all").known, "{options}");
    }
}

#[test]
fn two_runs_are_the_same_or_part_somewhere() {
    // Whoever asks never finds the bucket below its burst, so a larger one gives the same.
    let same = question("kind=same\nn=2900x0\nother.until=3000");
    assert!(same.judge("same").right && same.judge("the same").right);
    assert!(!same.judge("different").right);
    let parted = question("kind=same\nother.burst=6");
    assert!(parted.judge("different").right && !parted.judge("same").right);
    // The sixth of six more at 1000 ms.
    assert!(
        parted.judge("d").answer.starts_with("different, from 1.000\u{a0}s on."),
        "{}",
        parted.judge("d").answer
    );
}

#[test]
fn a_model_is_asked_by_a_number_of_its_schedules() {
    let counted = "found 1\ncounted 18 8 6 6 4 whole\noutcome keeps 2\noutcome breaks 1\nover\n";
    let found = Found::parse(counted).unwrap();
    for (query, answer) in [
        ("schedules", "8"),
        ("broken", "6"),
        ("fresh", "6"),
        ("fresh-broken", "4"),
        ("outcomes", "2"),
    ] {
        let text = format!("ask=?\nmodel=lost-update\nquery={query}");
        let question = Question::parse("lost-update", 1, &text).unwrap();
        let judged = question.judge_found(answer, &found);
        assert!(judged.right && judged.answer == answer, "{query}: {judged:?}");
        assert!(!question.judge_found("7", &found).right);
        assert_eq!((question.model(), question.run().is_none()), (Some("lost-update"), true));
    }
    let cut = Found::parse(&counted.replace("whole", "cut")).unwrap();
    let question = Question::parse("a", 1, "ask=?\nmodel=lost-update\nquery=broken").unwrap();
    assert!(!question.judge_found("6", &cut).known);
}

#[test]
fn what_is_wrong_with_a_question_is_said() {
    for (lines, says) in [
        ("query=first-refusal", "it has no line ask=…"),
        ("ask=?\nmechanism=token-bucket", "it has no line query=…"),
        ("ask=?\nmechanism=token-bucket\nquery=when", "“when” is not a query"),
        ("ask=?\nmechanism=leaky\nquery=first-refusal", "there is no mechanism “leaky”"),
        (
            "ask=?\nkind=choice\nmechanism=token-bucket\nquery=first-refusal",
            "it has no line options=…",
        ),
        (
            "ask=?\noptions=a|b\nmechanism=token-bucket\nquery=first-refusal",
            "it has options, but its kind is not choice",
        ),
        (
            "ask=?\nkind=choice\noptions=a\nmechanism=token-bucket\nquery=first-refusal",
            "“a” is not a list of options",
        ),
        (
            "ask=?\nkind=guess\nmechanism=token-bucket\nquery=first-refusal",
            "“guess” is no kind of prediction",
        ),
        ("ask=?\nkind=same\nmechanism=token-bucket", "it has no line other.…=…"),
        ("ask=?\nmodel=--list\nquery=broken", "“--list” is not the name of a model"),
        ("ask=?\nmodel=lost-update\nquery=most", "“most” counts nothing of a model"),
        (
            "ask=?\ntolerance=much\nmechanism=token-bucket\nquery=first-refusal",
            "“much” is no tolerance",
        ),
    ] {
        let why = Question::parse("a", 1, lines).err();
        assert_eq!(why.as_deref(), Some(says), "{lines}");
    }
}
