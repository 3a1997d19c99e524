//! The command `asmx`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cli::written(cli::run()))
}
