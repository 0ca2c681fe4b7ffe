use std::fs;

use super::*;

/// A test fails after so long, and passes much sooner.
const LONG: Duration = Duration::from_mins(1);

/// A folder with two exercises; it goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("watch-{}-{name}", std::process::id()));
        for exercise in exercises() {
            fs::create_dir_all(root.join(exercise.answer()).parent().unwrap()).unwrap();
            fs::write(root.join(exercise.answer()), "before").unwrap();
        }
        Self(root)
    }

    fn answer(&self, which: usize) -> PathBuf {
        self.0.join(exercises()[which].answer())
    }

    fn watch(&self) -> Receiver<String> {
        watch(&self.0, &exercises())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn exercises() -> [Exercise; 2] {
    ["one", "two"].map(|name| {
        let manifest = format!(
            "[package]\nname = '{name}'\n[package.metadata.exercise]\nchapter = 'c'\ntests = []"
        );
        Exercise::read(&format!("01a-{name}"), &manifest).unwrap()
    })
}

fn ms(ms: u64) -> Moment {
    Moment::ZERO.saturating_add(Duration::from_millis(ms))
}

#[test]
fn it_is_due_200_ms_after_the_last_touch_and_never_later_than_1_s_after_the_first() {
    let mut quiet = Quiet::default();
    assert_eq!(quiet.due(), None);
    for (touched, due) in [(0, 200), (150, 350), (340, 540), (900, 1000), (950, 1000)] {
        quiet.touch(ms(touched));
        assert_eq!(quiet.due(), Some(ms(due)), "touched at {touched}");
    }
}

#[test]
fn a_file_that_is_gone_for_a_moment_is_no_change_and_its_return_is_one() {
    let folder = Folder::new("gone");
    let mut answers = Answers::read(&folder.0, &exercises());
    fs::remove_file(folder.answer(0)).unwrap();
    assert_eq!(answers.changed(), [""; 0]);
    fs::write(folder.answer(0), "before").unwrap();
    assert_eq!(answers.changed(), [""; 0]);
    fs::write(folder.answer(0), "after").unwrap();
    assert!(answers.differ());
    assert_eq!(answers.changed(), ["one"]);
    assert!(!answers.differ());
    assert_eq!(answers.changed(), [""; 0]);
}

#[test]
fn a_file_that_is_written_is_heard_and_one_that_is_only_touched_is_not() {
    let folder = Folder::new("written");
    let saved = folder.watch();
    fs::write(folder.answer(0), "before").unwrap();
    fs::write(folder.answer(0).with_extension("rs.old"), "beside").unwrap();
    fs::write(folder.answer(1), "after").unwrap();
    assert_eq!(saved.recv_timeout(LONG).as_deref(), Ok("two"));
    assert!(saved.try_recv().is_err());
}

#[test]
fn a_file_that_is_renamed_over_the_old_one_is_heard_each_time() {
    let folder = Folder::new("renamed");
    let saved = folder.watch();
    for text in ["first", "second"] {
        let new = folder.answer(0).with_extension("tmp");
        fs::write(&new, text).unwrap();
        fs::rename(folder.answer(0), folder.answer(0).with_extension("bak")).unwrap();
        fs::rename(&new, folder.answer(0)).unwrap();
        assert_eq!(saved.recv_timeout(LONG).as_deref(), Ok("one"), "{text}");
    }
}

#[test]
fn a_folder_that_is_replaced_is_still_heard() {
    let folder = Folder::new("replaced");
    let saved = folder.watch();
    let src = folder.answer(0).parent().unwrap().to_owned();
    fs::rename(&src, src.with_extension("old")).unwrap();
    fs::create_dir(&src).unwrap();
    fs::write(folder.answer(0), "after").unwrap();
    assert_eq!(saved.recv_timeout(LONG).as_deref(), Ok("one"));
}

#[test]
fn without_events_it_looks() {
    let folder = Folder::new("looks");
    let mut answers = Answers::read(&folder.0, &exercises());
    fs::write(folder.answer(1), "after").unwrap();
    let (_touch, touched) = mpsc::channel();
    let mut heard = Vec::new();
    let soon = Duration::from_millis(1);
    listen(&mut answers, &touched, soon, |name| {
        heard.push(name);
        false
    });
    assert_eq!(heard, ["two"]);
}

/// Whoever opens a pipe waits for its writer.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file_holds_up_no_other() {
    let folder = Folder::new("pipe");
    fs::remove_file(folder.answer(0)).unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.answer(0)).status().unwrap();
    assert!(made.success());
    let (done, begun) = mpsc::channel();
    let root = folder.0.clone();
    thread::spawn(move || done.send(watch(&root, &exercises())));
    let saved = begun.recv_timeout(LONG).expect("a watch");
    fs::write(folder.answer(1), "after").unwrap();
    assert_eq!(saved.recv_timeout(LONG).as_deref(), Ok("two"));
}
