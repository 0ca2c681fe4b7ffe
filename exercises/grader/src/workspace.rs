//! Where the learner's files are.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workbook: the one above, or at, the current folder; else
/// the one that this program was built in.
pub fn find() -> Option<PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_owned);
    let here = env::current_dir().ok();
    above(here.as_deref()).or_else(|| built.filter(|folder| is_workbook(folder)))
}

fn above(folder: Option<&Path>) -> Option<PathBuf> {
    folder?.ancestors().find(|folder| is_workbook(folder)).map(Path::to_owned)
}

fn is_workbook(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let parts = ["exercises", "solutions"].map(|part| folder.join(part).is_dir());
    manifest.lines().any(|line| line.trim() == "[workspace]") && parts == [true, true]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_found_from_any_folder_below() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        for folder in ["", "web", "exercises/06a-last-token/src"] {
            assert_eq!(above(Some(&root.join(folder))).as_deref(), Some(root), "{folder}");
        }
    }

    #[test]
    fn another_folder_is_none() {
        assert_eq!(above(Some(Path::new("/"))), None);
        assert_eq!(above(None), None);
    }
}
