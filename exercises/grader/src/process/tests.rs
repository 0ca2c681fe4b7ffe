use super::*;

const KEEP: Keep = Keep { head_bytes: 1000, tail_bytes: 1000 };

fn shell(script: &str, limit: Duration) -> Ended {
    let leash = Leash::default();
    let bounds = Bounds { limit, keep: KEEP, of: Of::Answer, leash: &leash };
    run(Command::new("sh").args(["-c", script]), "in\n", &bounds).unwrap()
}

const ENOUGH: Duration = Duration::from_mins(1);

#[test]
fn what_ends_by_itself_keeps_its_code_and_its_words() {
    let ended = shell("read word; echo $word; echo err >&2; exit 7", ENOUGH);
    assert_eq!((ended.end, ended.closed), (End::Code(7), true));
    assert_eq!((ended.stdout.text().as_str(), ended.stderr.text().as_str()), ("in\n", "err\n"));
}

#[test]
fn a_signal_is_no_code() {
    assert_eq!(shell("kill -SEGV $$", ENOUGH).end, End::Signal(11));
}

#[test]
fn what_never_ends_is_ended_with_its_children() {
    // Both hold the pipe; it closes only when both are gone.
    let ended = shell("while :; do :; done & while :; do :; done", Duration::from_millis(300));
    assert_eq!((ended.end, ended.closed), (End::Overtime, true));
}

#[test]
fn a_child_that_stays_behind_is_ended() {
    let ended = shell("while :; do :; done & echo done", ENOUGH);
    assert_eq!((ended.end, ended.closed), (End::Code(0), true));
    assert_eq!(ended.stdout.text(), "done\n");
}

#[test]
fn a_flood_does_not_stop_it_and_is_counted() {
    let ended = shell("head -c 3000000 /dev/zero; echo end", ENOUGH);
    assert_eq!(ended.end, End::Code(0));
    assert_eq!(ended.stdout.dropped_bytes(), 3_000_004 - 2000);
    assert!(ended.stdout.text().ends_with("end\n"));
}

#[test]
fn with_the_server_everything_ends() {
    let leash = Leash::default();
    leash.end_all();
    let bounds = Bounds { limit: ENOUGH, keep: KEEP, of: Of::Answer, leash: &leash };
    let ended = run(Command::new("sh").args(["-c", "while :; do :; done"]), "", &bounds).unwrap();
    assert_eq!((ended.end, ended.closed), (End::Overtime, true));
}

#[test]
fn what_is_not_there_cannot_be_run() {
    let leash = Leash::default();
    let bounds = Bounds { limit: ENOUGH, keep: KEEP, of: Of::Answer, leash: &leash };
    let error = run(&mut Command::new("/no/such/program"), "", &bounds).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}
