//! `cargo grade`: the workbook in a terminal.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::main()
}
