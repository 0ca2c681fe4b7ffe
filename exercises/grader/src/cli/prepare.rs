//! The first build, which takes a minute: announced, with cargo's own progress.

use std::fs::{self, File, TryLockError};
use std::process::{Command, Stdio};

use anyhow::Context;
use serde_json::json;

use super::{Desk, Ending};

/// Builds all that the exercises and the page's runs stand on.
pub fn prepare(desk: &mut Desk) -> anyhow::Result<Ending> {
    desk.progress("Building what every exercise stands on; the first time takes a minute or two.");
    desk.build(&["-p", "interleavings", "-p", "solutions"])?;
    if desk.json {
        desk.screen.line(&json!({ "command": "prepare", "prepared": true }).to_string());
    } else {
        desk.screen.line("Ready: from now on a build takes about a second.");
    }
    Ok(Ending::Good)
}

impl Desk {
    /// Before an exercise is built: if this is the first build of all, says so
    /// and shows its progress; if somebody else builds, says for whom we wait.
    pub(super) fn ground(&mut self) -> anyhow::Result<()> {
        if !self.is_prepared() {
            self.progress(
                "The first build makes what every exercise stands on, a model checker among it.\n\
                 It takes about a minute, once.",
            );
            self.build(&["-p", "interleavings"])?;
        } else if self.somebody_builds() {
            self.progress("Another build goes on in target/breakwater; this one waits for it.");
        }
        Ok(())
    }

    /// What is said on the way is no part of the result: a program that reads
    /// JSON finds it on stderr.
    pub(super) fn progress(&mut self, text: &str) {
        if self.json {
            eprintln!("{text}");
        } else {
            self.screen.line(text);
        }
    }

    fn is_prepared(&self) -> bool {
        let Ok(files) = fs::read_dir(self.workbook.target().join("debug").join("deps")) else {
            return false;
        };
        let is_ours = |name: &str| name.starts_with("libinterleavings-");
        files.flatten().any(|file| file.file_name().to_str().is_some_and(is_ours))
    }

    /// Cargo holds a lock on the folder in which it builds.
    fn somebody_builds(&self) -> bool {
        let lock = self.workbook.target().join("debug").join(".cargo-lock");
        let Ok(file) = File::open(lock) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// Cargo in our terminal, with its bar.
    fn build(&self, packages: &[&str]) -> anyhow::Result<()> {
        let cargo = self.workbook.cargo.to_string_lossy();
        let status = Command::new(&self.workbook.cargo)
            .current_dir(self.root())
            .arg("build")
            .args(packages)
            .arg("--target-dir")
            .arg(self.workbook.target())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .with_context(|| format!("“{cargo}” could not be started"))?;
        anyhow::ensure!(status.success(), "It could not be built; cargo says why, above");
        Ok(())
    }
}
