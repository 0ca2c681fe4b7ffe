use std::io::{Read, stdin, stdout};
use std::process::exit;

use crate::{LineSink, Params, Subject, parse_scenario, run_into};

/// The `main` of a program that runs an answer for somebody else: reads a
/// scenario from stdin, runs `subject` through it, and writes the trace to
/// stdout as it goes.
///
/// What cannot be read or run is said on stderr, and the exit code is 2. A
/// panic of the answer stays a panic, with Rust's own exit code 101.
pub fn probe(subject: impl Fn(&Params) -> Box<dyn Subject>) {
    let mut lines = String::new();
    let result = match stdin().read_to_string(&mut lines) {
        Err(error) => Err(error.to_string()),
        Ok(_) => parse_scenario(&lines).map_err(|error| error.to_string()).and_then(|scenario| {
            let mut sink = LineSink::new(stdout());
            run_into(&scenario, subject(&scenario.params).as_mut(), &mut sink)
                .map_err(|error| error.to_string())
        }),
    };
    if let Err(error) = result {
        eprintln!("{error}");
        exit(2);
    }
}
