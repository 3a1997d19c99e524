//! The command `asmx`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(true) => ExitCode::SUCCESS,
        // Nobody can read a message without standard output and standard error; only the status is left.
        Ok(false) | Err(_) => ExitCode::FAILURE,
    }
}
