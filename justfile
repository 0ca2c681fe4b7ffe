# Breakwater's recipes. `just` lists them; each is a line or two of plain cargo.

set positional-arguments

# Lists the recipes, by group.
[group('learn')]
default:
    @{{just_executable()}} --list --unsorted

# Opens the workbook in the browser.
[group('learn')]
start:
    cargo run -- --open

# Grades one exercise: `just check last-token`.
[group('learn')]
[no-exit-message]
check EXERCISE: (_exists EXERCISE)
    cargo test -p "$1" --lib

# Shows the right answer of an exercise, after asking.
[confirm("This shows the right answer. Have you tried with all three hints? (y/N)")]
[group('learn')]
solution EXERCISE: (_exists EXERCISE)
    @cat solutions/[0-9][0-9][a-z]-"$1"/right.rs

# Puts the pristine stub back, and keeps your file beside it as answer.rs.old.
[confirm("This puts the empty stub back (your file is kept as answer.rs.old). Go on? (y/N)")]
[group('learn')]
reset EXERCISE: (_exists EXERCISE)
    cp exercises/[0-9][0-9][a-z]-"$1"/src/answer.rs "$(echo exercises/[0-9][0-9][a-z]-"$1")/src/answer.rs.old"
    cp solutions/[0-9][0-9][a-z]-"$1"/stub.rs "$(echo exercises/[0-9][0-9][a-z]-"$1")/src/answer.rs"

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

# In a fresh clone: every stub is pristine, and every wrong answer is caught.
[group('maintain')]
caught:
    cargo test -p solutions -- --include-ignored every_answer_is_its_pristine_stub
    cargo test -p solutions every_wrong_answer
    cargo test -p solutions the_stub_fails
    cargo test -p solutions the_right_answer

# Builds, asks and draws answers of one real exercise, as its page does.
[group('maintain')]
runs:
    cargo test -p web --test run -- --ignored

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

[no-exit-message]
_exists EXERCISE:
    @for folder in exercises/[0-9][0-9][a-z]-"$1"; do \
        if [ -d "$folder" ]; then exit 0; fi; \
    done; \
    echo "There is no exercise \"$1\". There are:"; \
    ls exercises | sed -n 's/^[0-9][0-9][a-z]-/  /p'; \
    exit 1
