//! A tour of the service, embedded on a free port of this machine.
//!
//! ```text
//! cargo run --example tour             a story against the sandbox: fill a list, send a campaign, read its reports
//! cargo run --example tour -- --echo   every operation over every transport, each answer checked against what was sent
//! ```

#[path = "../echo/mod.rs"]
mod echo;

mod calls;
mod exhaustive;
mod story;

use std::process::ExitCode;

use clap::Parser;

/// A tour of the service, embedded on a free port of this machine.
#[derive(Parser)]
struct Arguments {
    /// Calls every operation over every transport against a service that echoes, and checks each answer.
    #[arg(long)]
    echo: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = if Arguments::parse().echo { exhaustive::check().await } else { story::tell().await.map(|()| 0) };
    match outcome {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("the tour stopped: {error}");
            ExitCode::FAILURE
        }
    }
}
