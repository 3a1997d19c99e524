//! Measures the client: many calls at once over every transport (`load`), what the client adds to a bare HTTP client (`layer`), and what
//! errors cost (`hostile`). What answers runs in a process of its own.

mod answering;
mod by_hand;
mod hostile;
mod layer;
mod load;
mod resources;
mod same_bytes;
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
    /// Many calls at once over each transport; each must get its own answer.
    Load(load::Settings),
    /// CPU time and calls per second beside a bare HTTP client that sends the same bytes.
    Layer(layer::Settings),
    /// CPU time of errors whose answers are large and made to cost much.
    Hostile(hostile::Settings),
    /// Answers until standard input ends: for the other commands.
    #[command(subcommand, hide = true)]
    Answer(answering::Kind),
}

fn main() -> Result<()> {
    match Arguments::parse().what {
        What::Load(settings) => load::run(&settings),
        What::Layer(settings) => layer::run(&settings),
        What::Hostile(settings) => hostile::run(&settings),
        What::Answer(kind) => answering::run(kind),
    }
}
