//! A workbook of shell scripts: a cargo and a grader that do what a test wants
//! them to do, and the real `cargo grade` before them. No answer is built here.
#![allow(dead_code, reason = "each test file uses a part")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The learner's file of the exercise that is graded here.
pub const ANSWER: &str = "exercises/06a-last-token/src/answer.rs";
/// The same of another exercise.
pub const OTHER: &str = "exercises/06c-debt/src/answer.rs";

/// A test that passes, as its process says it.
pub const PASSES: &str = r#"echo; echo "running 1 test"; echo "test $2 ... ok"; echo
echo "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 2 filtered out; finished in 0.00s""#;

/// The end of a test that failed, after its panic on stderr.
const FAILS: &str = r#"echo; echo "running 1 test"; echo "test $2 ... FAILED"; echo
echo "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 2 filtered out; finished in 0.00s"
exit 101"#;

/// A test that panics there with these words.
pub fn panics(place: &str, words: &str) -> String {
    format!("cat >&2 <<'END'\n\nthread 'x' (1) panicked at {place}:\n{words}\nEND\n{FAILS}")
}

/// A folder with the scripts in it; it goes with the test.
pub struct Bench {
    pub root: PathBuf,
}

/// What a command said.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Bench {
    /// Everything passes.
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("grade-{}-{number}", std::process::id());
        let bench = Self { root: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name) };
        bench.write("Cargo.toml", "[workspace]\n");
        bench.write("chapters/06-token-bucket/README.md", CHAPTER);
        bench.exercise("06a-last-token", "The last token", &["one", "two", "three"]);
        bench.exercise("06c-debt", "In debt", &["one"]);
        bench.write("solutions/06a-last-token/debrief.md", DEBRIEF);
        bench.write("target/breakwater/debug/deps/libinterleavings-0.rlib", "");
        bench.script("cargo", &bench.builds());
        bench.script("grader", PASSES);
        bench
    }

    fn exercise(&self, folder: &str, title: &str, tests: &[&str]) {
        let name = &folder[4..];
        let grader: Vec<String> =
            tests.iter().map(|test| format!("fn {test}_is_taken() {{}}\n")).collect();
        self.write(&format!("exercises/{folder}/src/grade.rs"), &grader.concat());
        let tests: Vec<String> =
            tests.iter().map(|test| format!("\"grade::{test}_is_taken\"")).collect();
        let manifest = format!(
            "[package]\nname = \"{name}\"\ndescription = \"About it\"\n\
             [package.metadata.exercise]\nchapter = \"token-bucket\"\ntitle = \"{title}\"\n\
             minutes = 20\ntests = [{}]\n",
            tests.join(", ")
        );
        self.write(&format!("exercises/{folder}/Cargo.toml"), &manifest);
        self.write(&format!("exercises/{folder}/README.md"), README);
        self.write(&format!("exercises/{folder}/src/answer.rs"), STUB);
        self.write(&format!("solutions/{folder}/stub.rs"), STUB);
        self.write(&format!("solutions/{folder}/right.rs"), RIGHT);
    }

    /// What the real cargo says when everything could be built.
    pub fn builds(&self) -> String {
        let grader = self.root.join("grader");
        let artifact = |target: &str| {
            let grader = grader.display();
            format!(
                r#"echo '{{"reason":"compiler-artifact","target":{{"name":"{target}"}},"executable":"{grader}"}}'"#
            )
        };
        let finished = r#"echo '{"reason":"build-finished","success":true}'"#;
        format!("{}\n{}\n{finished}", artifact("last_token"), artifact("debt"))
    }

    /// A cargo for which the answer does not compile.
    pub fn mistake() -> String {
        let message = r#"{"reason":"compiler-message","message":{"level":"error","message":"mismatched types","code":{"code":"E0308"},"spans":[{"is_primary":true,"file_name":"exercises/06a-last-token/src/answer.rs","line_start":2,"line_end":2,"column_start":5,"column_end":9,"text":[{"text":"    true"}],"label":"expected u32"}],"rendered":"error[E0308]: mismatched types\n --> src/answer.rs:2:5\n"}}"#;
        format!("cat <<'END'\n{message}\nEND\nexit 101")
    }

    /// A grader in which these tests do something else than to pass.
    pub fn grader(&self, tests: &[(&str, &str)]) {
        let case = |(test, does): &(&str, &str)| format!("grade::{test}_is_taken) {does}\n;;\n");
        let cases: String = tests.iter().map(case).collect();
        self.script("grader", &format!("case $2 in\n{cases}*) {PASSES}\n;;\nesac"));
    }

    /// Another process writes it: if this one did, a child of another test
    /// could still have it open when it is to be run, which Linux refuses.
    pub fn script(&self, name: &str, text: &str) {
        let mut writer = Command::new("sh")
            .args(["-c", "cat > \"$0.new\" && chmod +x \"$0.new\" && mv \"$0.new\" \"$0\""])
            .arg(self.root.join(name))
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        writeln!(writer.stdin.take().unwrap(), "#!/bin/sh\n{text}").unwrap();
        assert!(writer.wait().unwrap().success());
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap()
    }

    /// `.breakwater/progress.txt` without its first line.
    pub fn progress(&self) -> Vec<String> {
        let text = fs::read_to_string(self.root.join(".breakwater/progress.txt"));
        text.unwrap_or_default().lines().skip(1).map(str::to_owned).collect()
    }

    /// `cargo grade` with these words.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grader"));
        command.current_dir(&self.root).env("CARGO", self.root.join("cargo"));
        command.args(words.split_whitespace());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn grade(&self, words: &str) -> Said {
        self.typing(words, "")
    }

    /// The same, and what somebody types then.
    pub fn typing(&self, words: &str, input: &str) -> Said {
        let mut child = self.command(words).stdin(Stdio::piped()).spawn().unwrap();
        // It may end without having read any of it.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes: &[u8]| self.scrubbed(&String::from_utf8_lossy(bytes));
        Said { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    pub fn spawn(&self, words: &str) -> Child {
        self.command(words).spawn().unwrap()
    }

    /// Without what differs from run to run: the folder, and how long it took.
    pub fn scrubbed(&self, text: &str) -> String {
        let text = text.replace(&self.root.display().to_string(), "ROOT");
        let lines = text.lines().map(|line| match line.rsplit_once(" (") {
            Some((before, took)) if took.ends_with(" s)") => format!("{before} (TOOK)"),
            _ => line.to_owned(),
        });
        lines.map(|line| line + "\n").collect()
    }
}

/// Whether this process still runs. One that nobody has buried does not.
pub fn is_alive(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid.trim()]).output().unwrap();
    let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

impl Said {
    /// The code and the words, to be read as a learner would.
    pub fn all(&self) -> String {
        let err = if self.err.is_empty() { "" } else { "\n── stderr ──\n" };
        format!("exit code {}\n\n{}{err}{}", self.code.unwrap_or(-1), self.out, self.err)
    }

    /// The one object that it printed.
    pub fn json(&self) -> serde_json::Value {
        assert_eq!(self.out.lines().count(), 1, "{}", self.out);
        serde_json::from_str(&self.out).unwrap()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // A folder that cannot be removed lies in target/, where it hurts nobody.
        let _ = fs::remove_dir_all(&self.root);
    }
}

pub const STUB: &str = "pub fn take() -> bool {\n    todo!(\"say true\")\n}\n";
pub const RIGHT: &str = "pub fn take() -> bool {\n    true\n}\n";

const CHAPTER: &str = "# Token bucket\n\nA bucket of tokens.\n";

const DEBRIEF: &str = "## What was learned\n\nLooking and taking are one step.\n\
    Who loses the swap decides again, from the number that it got instead of its own.\n\n\
    ## What libraries do\n\n- one shipped it\n\n## The next question\n\nAnd with time?\n";

const README: &str = "# An exercise\n\n## The story\n\nA shop.\n\n## Predict\n\n\
```predict\nask=Ten a second and five at once: eight come after a pause. How many pass?\n\
mechanism=token-bucket\nrun=after-a-pause\nquery=admitted-between 999 1000\nunit=requests\n\
why=The bucket stops at its burst.\n```\n\n\
## The task\n\nEdit the file: give `take` a body.\nThe rest is ready.\n\nMore words.\n\n\
## Hints\n\n<details><summary>A nudge</summary>\n\nTwo steps.\nMake them one.\n\n</details>\n\n\
<details><summary>The concept</summary>\n\nA swap.\n\n</details>\n\n\
<details><summary>A sketch</summary>\n\n```rust\nloop {}\n```\n\n</details>\n";
