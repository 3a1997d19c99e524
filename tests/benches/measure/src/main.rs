//! Measures what generating and compiling a client costs, beside tonic. See the README.

mod calls;
mod cargo;
mod client_half;
mod compile;
mod cpu;
mod generation;
mod generators;
mod implementor;
mod import;
mod maker;
mod product;
mod proto;
mod record;
mod review;
mod spec;
mod subject;
mod synthetic;
mod table;

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};

use crate::maker::Maker;
use crate::synthetic::Size;

/// Measures what generating and compiling a client costs, beside tonic.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Folder for what is generated and compiled; by default `measure` in the target folder that this program was built in.
    #[arg(long, global = true)]
    scratch: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Seconds to generate a made-up service of each size, beside tonic-prost-build.
    Generation {
        /// Numbers of operations.
        #[arg(long, value_delimiter = ',', default_values_t = [38, 400, 4000])]
        operations: Vec<usize>,
        /// For each number of operations a number of types that they take and return; by default none.
        #[arg(long, value_delimiter = ',')]
        types: Vec<usize>,
        /// Runs that are counted; the median is told.
        #[arg(long, default_value_t = 5)]
        runs: usize,
    },
    /// CPU seconds to check and build the generated clients, beside tonic's.
    Compile {
        /// Numbers of operations.
        #[arg(long, value_delimiter = ',', default_values_t = [40, 400])]
        operations: Vec<usize>,
        /// For each number of operations a number of types that they take and return; by default none.
        #[arg(long, value_delimiter = ',')]
        types: Vec<usize>,
        /// Runs that are counted; the median is told.
        #[arg(long, default_value_t = 3)]
        runs: usize,
        /// Measures only the code of this generator.
        #[arg(long)]
        only: Option<Maker>,
        /// Calls that one `async` function of the calling module makes.
        #[arg(long, default_value_t = 10, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
        calls_per_function: usize,
    },
    /// Seconds to import a made-up WSDL document of each size.
    Import {
        /// Numbers of operations.
        #[arg(long, value_delimiter = ',', default_values_t = [150, 1500])]
        operations: Vec<usize>,
        /// Runs that are counted; the median is told.
        #[arg(long, default_value_t = 5)]
        runs: usize,
    },
    /// Seconds to tell what edits of a made-up spec of each size do.
    Review {
        /// Numbers of operations.
        #[arg(long, value_delimiter = ',', default_values_t = [400, 4000])]
        operations: Vec<usize>,
        /// For each number of operations a number of types that they take and return; by default none.
        #[arg(long, value_delimiter = ',')]
        types: Vec<usize>,
        /// Runs that are counted; the median is told.
        #[arg(long, default_value_t = 5)]
        runs: usize,
    },
    /// Takes the figures that the measuring tools printed into docs/MEASUREMENTS.md.
    Record {
        /// Files with what they printed; `-` is standard input.
        #[arg(required = true)]
        printed: Vec<PathBuf>,
        /// The commit that was measured; by default the one that is checked out.
        #[arg(long)]
        commit: Option<String>,
    },
    /// Seconds to build the product cold and after a spec edit, and the lines generated for its spec.
    Build {
        /// Runs that are counted; the median is told.
        #[arg(long, default_value_t = 3)]
        runs: usize,
    },
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = match arguments.scratch {
        Some(folder) => std::path::absolute(folder)?,
        None => default_scratch()?,
    };
    match arguments.command {
        Command::Generation { operations, types, runs } => generation::run(&sizes(&operations, &types), runs, &scratch),
        Command::Import { operations, runs } => import::run(&operations, runs, &scratch),
        Command::Compile { operations, types, runs, only, calls_per_function } => {
            let sizes = sizes(&operations, &types);
            let makers = only.map_or_else(|| Maker::ALL.to_vec(), |maker| vec![maker]);
            compile::run(&compile::Plan { sizes, runs, makers, calls_per_function }, &scratch)
        }
        Command::Build { runs } => product::run(runs, &scratch),
        Command::Review { operations, types, runs } => review::run(&sizes(&operations, &types), runs),
        Command::Record { printed, commit } => record::run(&printed, commit),
    }
}

fn sizes(operations: &[usize], types: &[usize]) -> Vec<Size> {
    let types = types.iter().copied().chain(std::iter::repeat(0));
    operations.iter().copied().zip(types).map(|(operations, types)| Size { operations, types }).collect()
}

/// `target/measure`, wherever the target folder is.
fn default_scratch() -> Result<PathBuf> {
    let program = std::env::current_exe().context("where this program is")?;
    let target = program.ancestors().nth(2).context("this program is in no target folder")?;
    Ok(target.join("measure"))
}
