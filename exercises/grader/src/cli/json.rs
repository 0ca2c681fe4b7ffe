//! The same for programs: one JSON object a line, whose keys stay.

use std::path::Path;

use grader::{
    Address, Debrief, Exercise, Graded, Likeness, Mistake, Outcome, Report, Stopped, Test, Verdict,
};
use serde_json::{Map, Value, json};

/// What came of a run.
pub fn report(
    exercise: &Exercise,
    report: &Report,
    likeness: Option<&Likeness>,
    address: &Address,
    root: &Path,
) -> Value {
    let mut object = about("grade", exercise, address);
    object.insert("took_ms".into(), json!(u64::try_from(report.took.as_millis()).ok()));
    object.insert("title".into(), json!(report.title()));
    match &report.outcome {
        Outcome::Graded(graded) => {
            let result = if graded.is_passed() { "passed" } else { "not-yet" };
            object.insert("result".into(), json!(result));
            insert_graded(&mut object, graded);
        }
        Outcome::Stopped(stopped) => {
            object.insert("result".into(), json!("not-run"));
            object.insert("stopped".into(), of_stopped(stopped));
        }
    }
    object.insert("behaves_like".into(), likeness.map_or(json!([]), of_likeness));
    let debrief = report.is_passed().then(|| Debrief::read(root, exercise).ok().flatten());
    object.insert("debrief".into(), debrief.flatten().as_ref().map_or(Value::Null, of_debrief));
    Value::Object(object)
}

/// The beginning of every object: the command, and which exercise it is about.
pub fn about(command: &str, exercise: &Exercise, address: &Address) -> Map<String, Value> {
    let object = json!({
        "command": command,
        "exercise": exercise.name,
        "folder": exercise.folder,
        "chapter": exercise.chapter,
        "title_of_exercise": exercise.title,
        "file": exercise.answer(),
        "page": address.exercise(exercise),
    });
    match object {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// The sections of a debrief.
pub fn of_debrief(debrief: &Debrief) -> Value {
    let sections = debrief.sections.iter();
    sections.map(|section| json!({ "title": section.title, "text": section.text })).collect()
}

fn insert_graded(object: &mut Map<String, Value>, graded: &Graded) {
    object.insert("passed".into(), json!(graded.passed()));
    object.insert("of".into(), json!(graded.tests.len()));
    object.insert("not_run".into(), json!(graded.not_run()));
    object.insert("tests".into(), graded.tests.iter().map(of_test).collect());
    let printed = graded.printed.as_ref();
    let printed = printed.map(|printed| {
        json!({
            "test": printed.test,
            "text": printed.text,
            "dropped_bytes": printed.dropped_bytes,
        })
    });
    object.insert("printed".into(), json!(printed));
    object.insert("stray".into(), json!(graded.stray));
}

fn of_test(test: &Test) -> Value {
    let wanted = match &test.verdict {
        Verdict::NotWritten(panic) => Some(panic.wanted()),
        _ => None,
    };
    json!({
        "name": test.name,
        "verdict": test.word().replace(' ', "-"),
        "text": test.text(),
        "wanted": wanted,
        "place": test.place(),
    })
}

fn of_stopped(stopped: &Stopped) -> Value {
    json!({
        "title": stopped.title,
        "lines": stopped.lines,
        "mistake": stopped.mistake.as_ref().map(of_mistake),
        "words": stopped.words,
    })
}

fn of_mistake(mistake: &Mistake) -> Value {
    let place = mistake.place.as_ref();
    json!({
        "words": mistake.words,
        "code": mistake.code,
        "file": place.map(|place| place.file.as_str()),
        "line": place.map(|place| place.line),
    })
}

fn of_likeness(likeness: &Likeness) -> Value {
    let answers = likeness.answers.iter();
    answers
        .map(|known| {
            json!({
                "name": known.name,
                "idea": known.idea,
                "shipped_by": known.shipped_by,
                "ask": known.ask,
            })
        })
        .collect()
}
