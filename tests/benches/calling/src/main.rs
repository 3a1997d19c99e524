//! Measures the client: many calls at once over every transport (`load`), what the client adds to a bare HTTP client (`layer`), and what
//! errors cost (`hostile`). The servers run in a process of their own.

mod by_hand;
mod hostile;
mod layer;
mod load;
mod resources;
mod same_bytes;
mod sample_call;
mod servers;
mod spread;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Measures the client half.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Many calls at once over each transport; each must get its own response.
    Load(load::Settings),
    /// CPU time and calls per second beside a bare HTTP client that sends the same bytes.
    Layer(layer::Settings),
    /// CPU time of errors whose responses are large and made to cost much.
    Hostile(hostile::Settings),
    /// Serves until standard input ends: for the other commands.
    #[command(subcommand, hide = true)]
    Respond(servers::Kind),
}

fn main() -> Result<()> {
    match Arguments::parse().what {
        What::Load(settings) => load::run(&settings),
        What::Layer(settings) => layer::run(&settings),
        What::Hostile(settings) => hostile::run(&settings),
        What::Respond(kind) => servers::run(kind),
    }
}
