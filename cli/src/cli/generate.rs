//! `generate` and `wsdl`: write the Rust and the WSDL documents of specs.

use std::io::{self, Write};
use std::path::PathBuf;

#[cfg(feature = "call")]
use asmx_codegen::output::GenerateOptions;
use asmx_codegen::output::{self, GenerateError, Generated, WsdlTarget};

#[cfg(feature = "call")]
use super::document::FromAddress;
use super::report_arguments::Only;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The specs or WSDL documents
    #[arg(required = true, value_name = "FILE")]
    specs: Vec<PathBuf>,
    #[command(flatten)]
    to: Folder,
    #[command(flatten)]
    only: Only,
    /// Write nothing; list the files that are not current, and fail if there are any
    #[arg(long)]
    check: bool,
    #[cfg(feature = "call")]
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

#[derive(clap::Args)]
struct Folder {
    /// The folder to write to; it is created if missing
    #[arg(long = "out-dir", value_name = "DIR", required_unless_present = "output")]
    folder: Option<PathBuf>,
    /// Other commands write one file; this option exists to explain the difference.
    #[arg(short = 'o', long = "output", hide = true)]
    output: Option<PathBuf>,
}

impl Folder {
    fn path(self) -> PathBuf {
        let Some(folder) = self.folder.filter(|_| self.output.is_none()) else {
            // Report usage errors the way clap does.
            let message =
                "this command writes several files; name their folder with `--out-dir DIR` instead of `--output`\n";
            clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, message).exit();
        };
        folder
    }
}

#[derive(clap::Args)]
pub(super) struct WsdlArguments {
    /// The specs, or WSDL documents from elsewhere
    #[arg(required = true, value_name = "FILE")]
    specs: Vec<PathBuf>,
    #[command(flatten)]
    to: Folder,
    /// The XML namespace of the service; overrides the spec
    #[arg(long, value_name = "URI")]
    namespace: Option<String>,
    /// The base URL of the service, in front of the spec's path
    #[arg(long, value_name = "URL", default_value = "http://localhost")]
    base_url: String,
    #[cfg(feature = "call")]
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

/// Returns whether all specs were generated; with `--check`, whether all files are current.
pub(super) fn run(arguments: Arguments) -> io::Result<bool> {
    let Arguments { specs, to, only, check, .. } = arguments;
    let folder = to.path();
    let options = asmx_import::files::options().only(only.patterns);
    #[cfg(feature = "call")]
    let Some((specs, options)) = located(&specs, &arguments.from, options)? else { return Ok(false) };
    if !check {
        return tell(output::generate_into(&folder, &specs, &options));
    }
    match output::outdated(&folder, &specs, &options) {
        Ok(outdated) => {
            for file in &outdated {
                writeln!(io::stdout(), "not current: {}", file.display())?;
            }
            Ok(outdated.is_empty())
        }
        Err(errors) => tell(Err(errors)),
    }
}

/// Returns whether all documents were written.
pub(super) fn wsdl(arguments: WsdlArguments) -> io::Result<bool> {
    let WsdlArguments { specs, to, namespace, base_url, .. } = arguments;
    let (folder, options) = (to.path(), asmx_import::files::options());
    #[cfg(feature = "call")]
    let Some((specs, options)) = located(&specs, &arguments.from, options)? else { return Ok(false) };
    let target = WsdlTarget { namespace: namespace.as_deref(), base_url: &base_url };
    tell(output::wsdl_into(&folder, &specs, &options, target))
}

/// The files of specs and documents. What is made of the document of an address has the name of its service.
#[cfg(feature = "call")]
fn located(
    specs: &[PathBuf],
    from: &FromAddress,
    mut options: GenerateOptions,
) -> io::Result<Option<(Vec<PathBuf>, GenerateOptions)>> {
    let mut files = Vec::new();
    for spec in specs {
        let Some(located) = from.found(spec)? else { return Ok(None) };
        if let Some(name) = located.file_name() {
            options = options.named(&located.file, name);
        }
        files.push(located.file);
    }
    Ok(Some((files, options)))
}

/// Returns whether nothing failed.
fn tell(done: Result<Vec<Generated>, Vec<GenerateError>>) -> io::Result<bool> {
    match done {
        Ok(files) => {
            for file in files {
                let done = if file.written { "wrote" } else { "unchanged:" };
                writeln!(io::stdout(), "{done} {} ({})", file.path.display(), counted(file.operations))?;
                for removed in &file.removed {
                    writeln!(io::stdout(), "removed {}", removed.display())?;
                }
            }
            Ok(true)
        }
        Err(errors) => {
            for error in errors {
                let is_without = matches!(error, GenerateError::NoNamespace { .. });
                writeln!(io::stderr(), "{error}{}\n", if is_without { ", or give it with `--namespace`" } else { "" })?;
            }
            Ok(false)
        }
    }
}

pub(super) fn counted(operations: usize) -> String {
    if operations == 1 { "1 operation".to_owned() } else { format!("{operations} operations") }
}
