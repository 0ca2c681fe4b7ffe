//! What holds in a fresh clone, and stops to hold as soon as a learner begins:
//! `just caught`, not `cargo test`.

use std::fs;
use std::path::Path;

#[test]
#[ignore = "holds in a fresh clone only: a learner's answer is not its stub any more"]
fn every_answer_is_its_pristine_stub() {
    let solutions = Path::new(env!("CARGO_MANIFEST_DIR"));
    let exercises = solutions.parent().expect("a workspace").join("exercises");
    let mut compared = 0;
    for entry in fs::read_dir(&exercises).expect("exercises").map(|entry| entry.expect("one")) {
        let answer = entry.path().join("src/answer.rs");
        if !answer.exists() {
            continue;
        }
        let stub = solutions.join(entry.file_name()).join("stub.rs");
        let (is, was) = (fs::read_to_string(&answer), fs::read_to_string(&stub));
        let (is, was) = (is.expect("an answer"), was.expect("its stub"));
        assert!(is == was, "{} differs from {}", answer.display(), stub.display());
        compared += 1;
    }
    assert!(compared >= 4, "only {compared} exercises were found");
}
