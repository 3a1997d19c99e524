//! The command `asmx`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(code) => ExitCode::from(code),
        // Nobody can read a message without standard output and standard error; only the status is left.
        Err(_) => ExitCode::FAILURE,
    }
}
