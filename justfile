# Breakwater's recipes. `just` lists them; each is a line or two of plain cargo.

set positional-arguments

# Lists the recipes, by group.
[group('learn')]
default:
    @{{just_executable()}} --list --unsorted

# Builds what the exercises stand on, and opens the workbook in the browser.
[group('learn')]
start:
    cargo grade prepare
    cargo run -- --open

# Says what to do now.
[group('learn')]
next:
    @cargo grade next

# Grades one exercise: `just check last-token`.
[group('learn')]
[no-exit-message]
check EXERCISE:
    @cargo grade "$1"

# Grades an answer whenever it is saved; Ctrl-C ends it.
[group('learn')]
[no-exit-message]
watch *EXERCISE:
    @cargo grade watch "$@"

# Gives the next hint of an exercise, one at a time.
[group('learn')]
[no-exit-message]
hint EXERCISE:
    @cargo grade hint "$1"

# Shows all chapters at a glance.
[group('learn')]
progress:
    @cargo grade status

# Shows the right answer of an exercise, after asking.
[group('learn')]
[no-exit-message]
solution EXERCISE:
    @cargo grade solution "$1"

# Puts the pristine stub back, and keeps your file beside it as answer.rs.old.
[group('learn')]
[no-exit-message]
reset EXERCISE:
    @cargo grade reset "$1"

# Downloads all that is needed, once, for a room without internet.
[group('class')]
room:
    cargo fetch --locked

# Runs every test that a fresh clone must pass.
[group('maintain')]
test:
    cargo test

# Checks formatting (included files too), lints and documentation; warnings are errors.
[group('maintain')]
lint:
    cargo fmt --all -- --check
    rustfmt --check --edition 2024 --config-path . solutions/*/*.rs solutions/*/wrong/*.rs
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# In a fresh clone: each exercise is whole, its stub pristine, and each wrong answer caught and recognised.
[group('maintain')]
caught:
    cargo test -p solutions -- --include-ignored every_answer_is_its_pristine_stub
    cargo test -p solutions every_wrong_answer
    cargo test -p solutions the_stub_fails
    cargo test -p solutions the_right_answer
    cargo test -p grader --test gate -- --include-ignored
    cargo test -p grader --test signatures -- --include-ignored

# Builds, asks and draws answers of one real exercise, as its page does.
[group('maintain')]
runs:
    cargo test -p web --test run -- --ignored
    cargo test -p grader --test likeness -- --ignored

# Runs the tests that need a program which `cargo test` does without.
[group('maintain')]
test-services: browser

# Tests the pages in a headless Chromium; pictures of them are left in target/browser.
[group('maintain')]
browser:
    cargo test -p browser-tests -- --ignored --nocapture --test-threads=1

# Measures a mechanism beside its peers: `just bench token-bucket`.
[group('maintain')]
bench MECHANISM:
    cargo bench -p benches --bench "$1"

# What CI runs.
[group('maintain')]
ci:
    .ci/run
