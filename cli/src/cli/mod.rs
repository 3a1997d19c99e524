//! The command line: one file per command.

/// The help of `--profile`, which names what this program cannot do with one.
#[cfg(feature = "call")]
macro_rules! help_of_profile {
    ($help:literal) => {
        if cfg!(feature = "kerberos") {
            $help
        } else {
            concat!($help, ". This program is built without Kerberos: `kerberos` in a profile is refused")
        }
    };
}

#[cfg(feature = "call")]
mod call;
mod check;
mod completions;
#[cfg(feature = "call")]
mod describe;
mod diff;
#[cfg(feature = "call")]
mod doctor;
#[cfg(feature = "call")]
mod document;
mod effects;
mod explain;
#[cfg(feature = "call")]
mod failure;
#[cfg(feature = "call")]
mod fetch;
mod fmt;
#[cfg(feature = "call")]
mod folders;
#[cfg(feature = "call")]
mod gateway;
mod generate;
mod help;
mod import;
mod json;
mod lint;
#[cfg(feature = "call")]
mod log;
#[cfg(feature = "call")]
mod mock;
mod new;
#[cfg(feature = "call")]
mod operations;
#[cfg(feature = "call")]
mod profile;
mod reading;
#[cfg(feature = "call")]
mod renewal;
mod report_arguments;
#[cfg(feature = "call")]
mod service;
mod stamps;
#[cfg(feature = "call")]
mod terminal;
mod to_file;
mod verdict;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write as _};

#[cfg(feature = "call")]
use call::Parameters;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
#[cfg(feature = "call")]
use failure::ended;
use reading::UNWRITTEN;
use verdict::verdict;

const AFTER_HELP: &str = "Where results go:
  -o, --output <FILE>  writes the one result of a command into that file
      --out-dir <DIR>  writes the results of `generate` and `wsdl` into that folder
      --format <FORM>  chooses the form of a result: text, json, and more where a command has more";

/// Calls, offers, describes and watches ASP.NET .asmx web services, and makes Rust clients of them.
///
/// A service is named by its address, such as `https://shop.example/shop.asmx`, or by the file of its WSDL document or spec. Only `new` and `generate` are about Rust.
#[derive(Parser)]
#[command(name = "asmx", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[cfg(feature = "call")]
    #[command(flatten)]
    Service(service::Command),
    /// Make a complete client crate from a WSDL document or a spec
    ///
    /// The crate has a spec, a manifest, a build script, a README, an example and tests. The import report goes to standard error.
    New(new::Arguments),
    /// Make a spec from a WSDL document, or update a spec from a newer document
    ///
    /// The report goes to standard error: what was left out, and what to review. Imported schemas and documents are read from files beside the
    /// document, never from the network. With `--update`, people's edits stay, and the changes go to standard output.
    Import(import::Arguments),
    /// Report all mistakes of specs and WSDL documents
    ///
    /// Prints every mistake of every file, and a line for each file without one.
    Check(check::Arguments),
    /// Find likely mistakes in specs
    ///
    /// Secrets that are shown, effects that contradict names, missing documentation. A comment in the spec allows an intended case.
    Lint(lint::Arguments),
    /// Lay out specs
    ///
    /// Uses the layout of imports. Comments stay. A file is written only if its layout changes.
    Fmt(fmt::Arguments),
    /// Report whom an edit of a spec, or a newer WSDL document, affects, and how
    ///
    /// Covers people who have deployed a client, who compile against the generated code, and who implement the service.
    Diff(diff::Arguments),
    /// Explain codes of mistakes, lints and changes
    ///
    /// Each page has a wrong and a right example, or an edit and an alternative to it.
    Explain(explain::Arguments),
    /// Print the XML Schema of specs, for editors
    ///
    /// With it, an editor completes specs, explains elements and attributes, and underlines mistakes.
    Schema(to_file::ToFile),
    /// Complete the command in bash, zsh, fish, `PowerShell` or Elvish
    ///
    /// Prints a script for the shell. It completes commands and options, and what a document has: operations, parameters, values of enumerations,
    /// tables. It connects to nothing: the document of an address is completed once a command has fetched it.
    Completions(completions::Arguments),
    /// Generate Rust from specs
    ///
    /// Writes DIR/<stem>.rs for every spec, and DIR/<stem>/ with its modules and DIR/<stem>.wsdl, which it includes. A file is written only if its
    /// content changes.
    #[command(override_usage = "asmx generate --out-dir <DIR> [OPTIONS] <FILE>...")]
    Generate(generate::Arguments),
    /// Write the WSDL documents of specs
    ///
    /// Writes DIR/<stem>.wsdl for every spec. A file is written only if its content changes.
    #[command(override_usage = "asmx wsdl --out-dir <DIR> [OPTIONS] <FILE>...")]
    Wsdl(generate::WsdlArguments),
}

/// The exit code of a command, once its output is written. A reader that has seen enough hears nothing, and gets no verdict.
pub(crate) fn written(ended: io::Result<u8>) -> u8 {
    let flushed = io::stdout().flush();
    match ended.and_then(|code| flushed.map(|()| code)) {
        Ok(code) => code,
        Err(error) => {
            if error.kind() != io::ErrorKind::BrokenPipe {
                // Standard error may be the one that cannot be written.
                let _ = writeln!(io::stderr(), "error: standard output: {error}");
            }
            UNWRITTEN
        }
    }
}

/// Returns the exit code.
pub(crate) fn run() -> io::Result<u8> {
    let all: Vec<OsString> = std::env::args_os().collect();
    #[cfg(feature = "call")]
    if let Some(name) = all.get(1).filter(|name| call::takes_parameters(name)).and_then(|name| name.to_str()) {
        let mut command = Arguments::command();
        command.build();
        if let Some(own) = command.find_subcommand(name) {
            let split = call::split(all.clone(), own);
            return match parsed(split.own) {
                Command::Service(command) => ended(command.run(&split.parameters, own)),
                other => succeeded(other),
            };
        }
    }
    succeeded(parsed(all))
}

/// Ends the process with a message for wrong usage, and for help.
fn parsed(all: Vec<OsString>) -> Command {
    #[cfg(feature = "call")]
    let is_call = all.get(1).is_some_and(|word| call::takes_parameters(word));
    #[cfg(not(feature = "call"))]
    let is_call = false;
    let mut command = help::by_job(Arguments::command());
    let parsed = command.try_get_matches_from_mut(all).and_then(|matches| Arguments::from_arg_matches(&matches));
    let parsed = parsed.map_err(|error| if is_call { with_way_to_parameter(error) } else { error });
    match parsed {
        Ok(parsed) => parsed.command,
        Err(error) => {
            let error = error.format(&mut command);
            // The help and the version are results, and a message for wrong usage has a code of its own.
            let code = u8::try_from(error.exit_code()).unwrap_or(UNWRITTEN);
            let printed =
                if reading::output_has_errors() { write!(io::stdout(), "{}", error.render()) } else { error.print() };
            let printed = printed.map(|()| code);
            std::process::exit(written(if error.use_stderr() { Ok(code) } else { printed }).into())
        }
    }
}

/// Adds to a wrong value of an option how a parameter of that name is written: real operations have a `Format`.
fn with_way_to_parameter(mut error: clap::Error) -> clap::Error {
    if let (ErrorKind::InvalidValue | ErrorKind::ValueValidation, Some(ContextValue::String(option))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
        && !option.starts_with("--output")
        && let Some(name) = option.strip_prefix("--").and_then(|option| option.split([' ', '=']).next())
    {
        let tip = format!("a parameter of the operation is written `--.{name}`");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

fn succeeded(command: Command) -> io::Result<u8> {
    let succeeded = match command {
        #[cfg(feature = "call")]
        Command::Service(command) => return ended(command.run(&Parameters::default(), &clap::Command::default())),
        Command::Completions(arguments) => completions::run(&arguments, Arguments::command()),
        Command::New(arguments) => new::run(arguments),
        Command::Import(arguments) => return Ok(verdict(import::run(&arguments)?, arguments.files())),
        Command::Check(arguments) => return Ok(verdict(check::run(&arguments)?, arguments.files())),
        Command::Lint(arguments) => return Ok(verdict(lint::run(&arguments)?, arguments.files())),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Diff(arguments) => return diff::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Schema(to) => to.write(&asmx::schema::schema()),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Wsdl(arguments) => generate::wsdl(arguments),
    }?;
    Ok(u8::from(!succeeded))
}
