//! Measures reading results and writing requests, each beside a named peer in the same run. See the README.

mod decode_data_set;
mod delimited;
mod encode;
mod generated;
mod integers;
mod objects;
mod orders;
mod serde_orders;
mod serde_rows;
mod table;
mod timing;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Measures reading results and writing requests, each beside a named peer in the same run.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    subject: Subject,
    /// Rounds that are counted; the median is told.
    #[arg(long, global = true, default_value_t = 15)]
    runs: usize,
}

#[derive(Subcommand)]
enum Subject {
    /// Delimited text of 50 MB into columns.
    Delimited,
    /// Reading a DataSet of 200,000 rows and 8 columns.
    DataSet,
    /// Escaping text for XML and percent-encoding forms, 20 MB each; whole requests over all four transports.
    Encode,
    /// Reading a DataSet of 200,000 rows into structs, through serde.
    Serde,
    /// Reads the DataSet once, one way alone, and tells what memory that took.
    Memory {
        /// `whole`, `kept`, `batches` or `counted`.
        way: String,
    },
    /// Reading a response of a million integers.
    Integers,
    /// Reading a response of 100,000 nested objects, and writing them.
    Objects,
}

fn main() -> Result<()> {
    let Arguments { subject, runs } = Arguments::parse();
    let comparisons = match subject {
        Subject::Delimited => delimited::run(runs),
        Subject::DataSet => decode_data_set::run(runs),
        Subject::Encode => encode::run(runs),
        Subject::Serde => serde_rows::run(runs),
        Subject::Memory { way } => return decode_data_set::once(&way),
        Subject::Integers => integers::run(runs),
        Subject::Objects => objects::run(runs),
    }?;
    table::print(&comparisons);
    Ok(())
}
