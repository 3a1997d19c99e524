//! The command `asmx`: makes client crates and specs, checks specs, and generates Rust for people who want to commit it.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(true) => ExitCode::SUCCESS,
        // Without standard output or standard error there is nobody to tell; the status says it.
        Ok(false) | Err(_) => ExitCode::FAILURE,
    }
}
