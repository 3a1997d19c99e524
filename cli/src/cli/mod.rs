//! The command line. Each command has a file of its own.

mod check;
mod diff;
mod explain;
mod fmt;
mod generate;
mod import;
mod json;
mod lint;
mod new;
mod report_arguments;
mod review;
mod watch;

use std::io::{self, Write};

use clap::{Parser, Subcommand};

/// What options mean wherever they are.
const AFTER_HELP: &str = "In every command:
  -o, --output <FILE>  writes the result into that file, instead of standard output
      --out-dir <DIR>  writes the results into that folder, where there are several
      --format <FORM>  prints the result in that form: text, json, and more where a command has more";

/// Turns a one-page operation spec of an ASP.NET .asmx web service into typed Rust, and its WSDL document into such a spec.
#[derive(Parser)]
#[command(name = "asmx", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a complete client crate of a WSDL document or a spec
    ///
    /// It has a spec, a manifest, a build script, a README, an example and tests. The report of an import goes to standard error.
    New(new::Arguments),
    /// Make a spec of a WSDL document, or update a spec from a newer document
    ///
    /// The report goes to standard error: what became of each port, operation and type. Schemas and documents that it imports are read from files
    /// beside it, never from the network. With `--update`, what people wrote stays, and the changes are told on standard output.
    Import(import::Arguments),
    /// Tell all mistakes of specs and WSDL documents
    ///
    /// Every mistake of every file is told, and a line for each file without one.
    Check(check::Arguments),
    /// Find what reads like a mistake in specs
    ///
    /// Secrets that are shown, effects that contradict names, missing documentation. A comment in the spec allows what is meant.
    Lint(lint::Arguments),
    /// Lay out specs
    ///
    /// The layout is that of an import. Comments stay, and a file is written only if its layout changes.
    Fmt(fmt::Arguments),
    /// Tell whom an edit of a spec, or a newer WSDL document, affects, and how
    ///
    /// Those who have deployed a client, who compile against the generated code, and who implement the service.
    Diff(diff::Arguments),
    /// Review a change for a pull request
    ///
    /// What it does to specs, which step of the version it needs, and whether changelog, generated code and snapshots fit.
    Review(review::Arguments),
    /// Tell what codes of mistakes, lints and changes mean
    ///
    /// Each with an example that is wrong and one that is right, or an edit and what to do instead.
    Explain(explain::Arguments),
    /// Print the XML Schema of specs, for editors
    ///
    /// An editor that knows it completes specs, shows what elements and attributes mean, and underlines mistakes.
    Schema,
    /// Generate Rust of specs
    ///
    /// One DIR/<stem>.rs for every spec, the DIR/<stem>/ with its modules and the DIR/<stem>.wsdl that they include. A file is written only if
    /// its content changes.
    #[command(override_usage = "asmx generate --out-dir <DIR> [OPTIONS] <FILE>...")]
    Generate(generate::Arguments),
    /// Write the WSDL documents of specs
    ///
    /// One DIR/<stem>.wsdl for every spec. A file is written only if its content changes.
    #[command(override_usage = "asmx wsdl --out-dir <DIR> [OPTIONS] <FILE>...")]
    Wsdl(generate::WsdlArguments),
}

/// Whether all went well.
pub(crate) fn run() -> io::Result<bool> {
    match Arguments::parse().command {
        Command::New(arguments) => new::run(arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Lint(arguments) => lint::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Review(arguments) => review::run(arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Schema => io::stdout().write_all(asmx::schema::schema().as_bytes()).map(|()| true),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Wsdl(arguments) => generate::wsdl(arguments),
    }
}
