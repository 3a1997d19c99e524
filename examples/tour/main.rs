//! A tour of the service, embedded on a free port of this machine.
//!
//! ```text
//! cargo run --example tour             a story against the sandbox: fill a list, send a campaign, read its reports; then
//!                                      every operation over every transport, each response checked against what was sent
//! cargo run --example tour -- --echo   that check alone, with the time of every call
//! ```

mod exhaustive;
mod story;

use std::process::ExitCode;

use clap::Parser;

use exhaustive::Report;

/// A tour of the service, embedded on a free port of this machine.
#[derive(Parser)]
struct Arguments {
    /// Leaves the story out and prints the time of every call of the check.
    #[arg(long)]
    echo: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    match tour(Arguments::parse().echo).await {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("the tour stopped: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Tells the story and makes the check. Returns the number of failed calls of the check.
async fn tour(echo: bool) -> Result<usize, Box<dyn std::error::Error>> {
    if echo {
        return exhaustive::check(Report::Table).await;
    }
    story::tell().await?;
    println!();
    exhaustive::check(Report::Sum).await
}
