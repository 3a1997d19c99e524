//! `new`: makes a client crate.

use std::io::{self, Write};
use std::path::PathBuf;

use asmx::new::{Crate, Options, checkout, example_name};

#[cfg(feature = "call")]
use super::document::FromAddress;
use super::effects::Effects;
use super::generate::counted;
use super::import::{tell_effects, tell_report, tell_warnings};
use super::report_arguments::Only;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The service: a WSDL document or a spec, a file or an address
    #[arg(value_name = "DOCUMENT")]
    input: PathBuf,
    /// The folder of the crate; it must be missing or empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The name of the package [default: the folder's name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The name of the client [default: the service's name; the package's where that is `Service1` or the like]
    #[arg(long, value_name = "NAME")]
    client: Option<String>,
    /// Commit the generated code, with a test that it is current, instead of generating it in a build script
    #[arg(long)]
    committed: bool,
    #[command(flatten)]
    only: Only,
    #[command(flatten)]
    effects: Effects,
    /// Depend on the crates in this checkout of their workspace instead of published versions [default: the checkout that this command was built in,
    /// if it still exists]
    #[arg(long, value_name = "WORKSPACE")]
    path: Option<PathBuf>,
    /// Report every port, operation and type of the document
    #[arg(short, long)]
    verbose: bool,
    #[cfg(feature = "call")]
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

/// Returns whether the crate was made.
pub(super) fn run(arguments: Arguments) -> io::Result<bool> {
    #[cfg(feature = "call")]
    let arguments = match arguments.from.found(&arguments.input)? {
        Some(located) => Arguments { input: located.file, ..arguments },
        None => return Ok(false),
    };
    let Arguments { input, folder, name, client, committed, only, effects, path, verbose, .. } = arguments;
    let workspace = path.or_else(checkout);
    let depends = workspace.as_ref().map(|path| format!("it depends on the crates in {}\n", path.display()));
    let options =
        Options { name, client, committed, only: only.patterns, effects: effects.patterns.clone(), workspace };
    let plan = match Crate::plan(&input, &folder, &options) {
        Ok(plan) => plan,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(false);
        }
    };
    if let Some(import) = &plan.import {
        tell_warnings(import)?;
        tell_effects(&effects, import)?;
        tell_report(&import.report, verbose)?;
    }
    if let Err(error) = plan.write() {
        writeln!(io::stderr(), "\n{error}")?;
        return Ok(false);
    }
    let (folder, operations) = (folder.display(), counted(plan.operations));
    writeln!(io::stdout(), "made the crate {} in {folder} ({operations})", plan.name)?;
    write!(io::stdout(), "{}", depends.unwrap_or_default())?;
    if let Some(count) = plan.import.as_ref().map(|import| import.warnings.len()).filter(|count| *count > 0) {
        let warnings = if count == 1 { "1 warning".to_owned() } else { format!("{count} warnings") };
        writeln!(io::stdout(), "{warnings} above: parts of the document were left out or changed")?;
    }
    let example = example_name(&plan.name);
    writeln!(io::stdout(), "\nnext:\n  cd {folder}\n  cargo run --example {example}\n  cargo test")?;
    Ok(true)
}
