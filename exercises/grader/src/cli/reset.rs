//! Begins an exercise again.

use std::fs;

use anyhow::Context;
use serde_json::{Value, json};

use super::{Desk, Ending, answer_file, json};

/// Puts the pristine stub back, and keeps what was there.
pub fn reset(desk: &mut Desk, said: &str) -> anyhow::Result<Ending> {
    let exercise = desk.exercise(said)?;
    let stub = desk.root().join("solutions").join(&exercise.folder).join("stub.rs");
    let stub = fs::read(&stub).with_context(|| format!("{} cannot be read", stub.display()))?;
    let answer = desk.root().join(exercise.answer());
    let pristine = answer_file::has(&answer, &stub);
    let kept = if pristine { None } else { answer_file::replace(&answer, &stub)? };
    let kept = kept.map(|path| path.strip_prefix(desk.root()).unwrap_or(&path).to_owned());
    let kept = kept.map(|path| path.display().to_string());
    if desk.json {
        let mut object = json::about("reset", &exercise, &desk.address());
        object.insert("changed".into(), json!(!pristine));
        object.insert("kept".into(), json!(kept));
        desk.screen.line(&Value::Object(object).to_string());
        return Ok(Ending::Good);
    }
    if pristine {
        desk.screen.line(&format!("{} is the stub already.", exercise.answer()));
    } else {
        desk.screen.line(&format!("{} is the stub again.", exercise.answer()));
    }
    if let Some(kept) = kept {
        desk.screen.line(&format!("What you wrote is kept: {kept}"));
    }
    Ok(Ending::Good)
}
