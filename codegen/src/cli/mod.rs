//! The command line: what is asked for, and who does it. Each command has a file of its own.

mod check;
mod colour;
mod diff;
mod explain;
mod fmt;
mod generate;
mod import;
mod json;
mod lint;
mod new;
mod review;
mod watch;

use std::io;
use std::path::PathBuf;

use asmx_codegen::output::{GenerateOptions, WsdlPlace};
use asmx_codegen::update::Missing;
use clap::{Parser, Subcommand};

/// Turns a one-page operation spec of an ASP.NET .asmx web service into typed Rust, and its WSDL document into such a spec.
#[derive(Parser)]
#[command(name = "asmx-codegen", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a complete client crate of a WSDL document or a spec: spec, manifest, build script, README, example, tests. What became of a
    /// document is told on standard error
    New {
        /// The WSDL document, as the service returns it for ?WSDL, or a spec
        #[arg(value_name = "SERVICE.wsdl")]
        input: PathBuf,
        /// The folder of the crate: not there yet, or empty
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The name of the package [default: that of the folder]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Put the generated code into the crate, with a test that it is current, instead of a build script
        #[arg(long)]
        committed: bool,
        /// Compile each area only with a Cargo feature of its name
        #[arg(long)]
        features: bool,
        #[command(flatten)]
        only: Only,
        /// Depend on the crates in this checkout of their workspace, instead of on their published versions
        #[arg(long, value_name = "WORKSPACE")]
        path: Option<PathBuf>,
    },
    /// Make a spec of a WSDL document: what became of everything in it is told on standard error. Schemas and documents that it imports
    /// are read from files beside it, never from the network. With `--update`, take a newer document into a spec: what people wrote stays,
    /// and what changed is told on standard output
    Import {
        /// The WSDL document, as the service returns it for ?WSDL
        #[arg(value_name = "SERVICE.wsdl")]
        document: PathBuf,
        /// The spec to write; without it, standard output, or the spec that is updated
        #[arg(short = 'o', long = "output", value_name = "SPEC.xml")]
        output: Option<PathBuf>,
        /// The spec to take the document into: it is replaced if anything changes
        #[arg(long, value_name = "SPEC.xml")]
        update: Option<PathBuf>,
        /// Keep operations that the document does not have
        #[arg(long, requires = "update")]
        keep_removed: bool,
        /// Write nothing: the status tells whether the spec is as the document says
        #[arg(long, requires = "update", conflicts_with = "output")]
        check: bool,
        /// Refuse a document of which anything would be left out or changed
        #[arg(long)]
        strict: bool,
        #[command(flatten)]
        only: Only,
    },
    /// Check specs and WSDL documents: tells every mistake of every file, and a line for each file without one
    /// Tell what an edit of a spec, or a newer WSDL document, does to people who have deployed a client, who compile against the generated
    /// code, and who implement the service
    Diff(diff::Arguments),
    /// Review a change for a pull request: what it does to the specs, and whether version, changelog, generated code and snapshots fit
    Review(review::Arguments),
    Check(check::Arguments),
    /// Find what reads like a mistake in specs: secrets that are shown, effects that contradict names, what is not documented
    Lint(lint::Arguments),
    /// Lay out specs as an import writes them: comments stay, and a file is written only if its layout changes
    Fmt(fmt::Arguments),
    /// Generate Rust, one DIR/<stem>.rs for every spec, the DIR/<stem>/ with its modules and the DIR/<stem>.wsdl that they include;
    /// a file is written only if its content changes
    Generate {
        /// The specs
        #[arg(required = true, value_name = "FILE")]
        specs: Vec<PathBuf>,
        /// The folder to write into; made if it is missing
        #[arg(short = 'o', long = "output", value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        only: Only,
        /// Compile each area only with a Cargo feature of its name; the lines for Cargo.toml are told
        #[arg(long)]
        features: bool,
        /// Write nothing: tell which files are not what the specs say, and fail if there is one
        #[arg(long)]
        check: bool,
    },
    /// Write the WSDL document of every spec, as DIR/<stem>.wsdl; a file is written only if its content changes
    Wsdl {
        /// The specs, or WSDL documents of others
        #[arg(required = true, value_name = "FILE")]
        specs: Vec<PathBuf>,
        /// The folder to write into; made if it is missing
        #[arg(short = 'o', long = "output", value_name = "DIR")]
        folder: PathBuf,
        /// The service's XML namespace, where the spec leaves it open or another one is meant
        #[arg(long, value_name = "URI")]
        namespace: Option<String>,
        /// The base URL of the service, to which the spec's path is added
        #[arg(long, value_name = "URL", default_value = "http://localhost")]
        base_url: String,
    },
    /// Tell what a code means, with an example that is wrong and one that is right
    Explain(explain::Arguments),
}

/// Which operations are taken.
#[derive(clap::Args)]
struct Only {
    /// Take only operations of that name, with the types that they need; * is any text, ? any character. May be given several times
    #[arg(long = "only", value_name = "PATTERN")]
    patterns: Vec<String>,
}

/// Whether all went well.
pub(crate) fn run() -> io::Result<bool> {
    match Arguments::parse().command {
        Command::New { input, folder, name, committed, features, only, path } => {
            let options =
                asmx_codegen::new::Options { name, committed, features, only: only.patterns, workspace: path };
            new::new(&input, &folder, &options)
        }
        Command::Import { document, output, update: None, strict, only, .. } => {
            import::import(&document, output.as_deref(), strict, &only.patterns)
        }
        Command::Import { document, output, update: Some(spec), keep_removed, check, strict, only } => {
            let Some(imported) = import::imported(&document, strict, &only.patterns)? else { return Ok(false) };
            let missing = if keep_removed { Missing::Keep } else { Missing::Remove };
            let output = output.as_deref().unwrap_or(&spec);
            import::update(&spec, &imported, Some(output).filter(|_| !check), missing)
        }
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Review(arguments) => review::run(arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Lint(arguments) => lint::run(&arguments),
        Command::Generate { specs, folder, only, features, check } => {
            let options = GenerateOptions::default().only(only.patterns).features(features);
            generate::generate(&specs, &folder, &options, check)
        }
        Command::Wsdl { specs, folder, namespace, base_url } => {
            let place = WsdlPlace { namespace: namespace.as_deref(), base_url: &base_url };
            generate::wsdl(&specs, &folder, place)
        }
        Command::Explain(arguments) => explain::run(&arguments),
    }
}

fn counted(operations: usize) -> String {
    if operations == 1 { "1 operation".to_owned() } else { format!("{operations} operations") }
}
