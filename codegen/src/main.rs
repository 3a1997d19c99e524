//! The command `asmx-codegen`: checks specs, and generates Rust for people who want to commit it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use asmx_codegen::output::{self, GenerateError, Generated, WsdlPlace};
use asmx_codegen::{import_file, spec_text};
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
    /// Make a spec of a WSDL document: what became of everything in it is told on standard error. Schemas and documents that it imports
    /// are read from files beside it, never from the network
    Import {
        /// The WSDL document, as the service returns it for ?WSDL
        #[arg(value_name = "SERVICE.wsdl")]
        document: PathBuf,
        /// The spec to write; without it, standard output
        #[arg(short = 'o', long = "output", value_name = "SPEC.xml")]
        output: Option<PathBuf>,
        /// Refuse a document of which anything would be left out or changed
        #[arg(long)]
        strict: bool,
    },
    /// Check specs and WSDL documents: tells every mistake of every file, and a line for each file without one
    Check {
        /// The specs and documents
        #[arg(required = true, value_name = "FILE")]
        specs: Vec<PathBuf>,
    },
    /// Generate Rust, one DIR/<stem>.rs for every spec, the DIR/<stem>/ with its modules and the DIR/<stem>.wsdl that they include;
    /// a file is written only if its content changes
    Generate {
        /// The specs
        #[arg(required = true, value_name = "FILE")]
        specs: Vec<PathBuf>,
        /// The folder to write into; made if it is missing
        #[arg(short = 'o', long = "output", value_name = "DIR")]
        folder: PathBuf,
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
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Import { document, output, strict } => import(&document, output.as_deref(), strict),
        Command::Check { specs } => check(&specs),
        Command::Generate { specs, folder } => tell(output::generate_into(&folder, &specs)),
        Command::Wsdl { specs, folder, namespace, base_url } => {
            let place = WsdlPlace { namespace: namespace.as_deref(), base_url: &base_url };
            tell(output::wsdl_into(&folder, &specs, place))
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        // Without standard output or standard error there is nobody to tell; the status says it.
        Ok(false) | Err(_) => ExitCode::FAILURE,
    }
}

/// Whether the document gave a spec.
fn import(document: &Path, output: Option<&Path>, strict: bool) -> io::Result<bool> {
    let imported = match import_file(document) {
        Ok(imported) => imported,
        Err(error) => {
            writeln!(io::stderr(), "{error}\n")?;
            return Ok(false);
        }
    };
    let report = imported.report.to_string();
    if strict && !imported.warnings.is_empty() {
        if let Err(mistakes) = imported.strict() {
            writeln!(io::stderr(), "{mistakes}\n\n{report}")?;
        }
        return Ok(false);
    }
    for warning in &imported.warnings {
        writeln!(io::stderr(), "{warning}\n")?;
    }
    write!(io::stderr(), "{report}")?;
    let text = spec_text(&imported.service);
    match output {
        None => io::stdout().write_all(text.as_bytes())?,
        Some(path) => {
            if let Err(error) = fs::write(path, text) {
                writeln!(io::stderr(), "\nerror: cannot write {}: {error}", path.display())?;
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether all specs are without mistakes.
fn check(specs: &[PathBuf]) -> io::Result<bool> {
    let mut all_good = true;
    for spec in specs {
        match output::read(spec) {
            Ok(service) => {
                for warning in output::warnings(spec) {
                    writeln!(io::stderr(), "{warning}\n")?;
                }
                let operations = counted(service.operations.len());
                writeln!(io::stdout(), "{}: {}, {operations}", spec.display(), service.name)?;
            }
            Err(error) => {
                all_good = false;
                writeln!(io::stderr(), "{error}\n")?;
            }
        }
    }
    Ok(all_good)
}

/// Whether all specs gave a file.
fn tell(done: Result<Vec<Generated>, Vec<GenerateError>>) -> io::Result<bool> {
    match done {
        Ok(files) => {
            for file in files {
                let done = if file.written { "wrote" } else { "unchanged:" };
                writeln!(io::stdout(), "{done} {} ({})", file.path.display(), counted(file.operations))?;
            }
            Ok(true)
        }
        Err(errors) => {
            for error in errors {
                writeln!(io::stderr(), "{error}\n")?;
            }
            Ok(false)
        }
    }
}

fn counted(operations: usize) -> String {
    if operations == 1 { "1 operation".to_owned() } else { format!("{operations} operations") }
}
