//! The command `asmx-codegen`: makes client crates and specs, checks specs, and generates Rust for people who want to commit it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use asmx_codegen::new::{self, Crate};
use asmx_codegen::output::{self, GenerateError, GenerateOptions, Generated, WsdlPlace};
use asmx_codegen::update::Missing;
use asmx_codegen::{Import, import_file, spec_text};
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
}

/// Which operations are taken.
#[derive(clap::Args)]
struct Only {
    /// Take only operations of that name, with the types that they need; * is any text, ? any character. May be given several times
    #[arg(long = "only", value_name = "PATTERN")]
    patterns: Vec<String>,
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        // Without standard output or standard error there is nobody to tell; the status says it.
        Ok(false) | Err(_) => ExitCode::FAILURE,
    }
}

/// Whether all went well.
fn run(command: Command) -> io::Result<bool> {
    match command {
        Command::New { input, folder, name, committed, features, only, path } => {
            let options = new::Options { name, committed, features, only: only.patterns, workspace: path };
            new(&input, &folder, &options)
        }
        Command::Import { document, output, update: None, strict, only, .. } => {
            import(&document, output.as_deref(), strict, &only.patterns)
        }
        Command::Import { document, output, update: Some(spec), keep_removed, check, strict, only } => {
            let Some(imported) = imported(&document, strict, &only.patterns)? else { return Ok(false) };
            let missing = if keep_removed { Missing::Keep } else { Missing::Remove };
            let output = output.as_deref().unwrap_or(&spec);
            update(&spec, &imported, Some(output).filter(|_| !check), missing)
        }
        Command::Check { specs } => check(&specs),
        Command::Generate { specs, folder, only, features, check } => {
            let options = GenerateOptions::default().only(only.patterns).features(features);
            generate(&specs, &folder, &options, check)
        }
        Command::Wsdl { specs, folder, namespace, base_url } => {
            let place = WsdlPlace { namespace: namespace.as_deref(), base_url: &base_url };
            tell(output::wsdl_into(&folder, &specs, place))
        }
    }
}

/// Whether there is a new crate.
fn new(input: &Path, folder: &Path, options: &new::Options) -> io::Result<bool> {
    let made = match Crate::plan(input, folder, options) {
        Ok(made) => made,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(false);
        }
    };
    if let Some(import) = &made.import {
        tell_warnings(import)?;
        write!(io::stderr(), "{}", import.report)?;
    }
    if let Err(error) = made.write() {
        writeln!(io::stderr(), "\n{error}")?;
        return Ok(false);
    }
    let (folder, operations) = (folder.display(), counted(made.operations));
    writeln!(io::stdout(), "made the crate {} in {folder} ({operations})", made.name)?;
    writeln!(io::stdout(), "\nnext:\n  cd {folder}\n  cargo run --example call\n  cargo test")?;
    Ok(true)
}

fn tell_warnings(import: &Import) -> io::Result<()> {
    import.warnings.iter().try_for_each(|warning| writeln!(io::stderr(), "{warning}\n"))
}

/// What the document says of the operations that are taken, with all warnings told; `None` if it could not be imported, or not as strictly
/// as it is asked for.
fn imported(document: &Path, strict: bool, only: &[String]) -> io::Result<Option<Import>> {
    let no_such = |source| GenerateError::NoSuchOperation { spec: document.to_owned(), source };
    let imported = match import_file(document).and_then(|imported| imported.only(only).map_err(no_such)) {
        Ok(imported) => imported,
        Err(error) => {
            writeln!(io::stderr(), "{error}\n")?;
            return Ok(None);
        }
    };
    if strict && !imported.warnings.is_empty() {
        let report = imported.report.to_string();
        if let Err(mistakes) = imported.strict() {
            writeln!(io::stderr(), "{mistakes}\n\n{report}")?;
        }
        return Ok(None);
    }
    tell_warnings(&imported)?;
    Ok(Some(imported))
}

/// Whether the document was taken into the spec; without a place to write to, whether there was nothing to take.
fn update(spec: &Path, imported: &Import, to: Option<&Path>, missing: Missing) -> io::Result<bool> {
    let updated = fs::read(spec)
        .map_err(|source| GenerateError::Unreadable { spec: spec.to_owned(), source }.to_string())
        .and_then(|bytes| {
            let updated = asmx_codegen::update(&spec.to_string_lossy(), &bytes, imported, missing);
            updated.map_err(|error| error.to_string())
        });
    let updated = match updated {
        Ok(updated) => updated,
        Err(error) => {
            writeln!(io::stderr(), "{error}\n")?;
            return Ok(false);
        }
    };
    write!(io::stdout(), "{}", updated.changes)?;
    let Some(to) = to else { return Ok(updated.changes.all.is_empty()) };
    match output::replace_spec(to, &updated.text) {
        Ok(is_written) => {
            let done = if is_written { "wrote" } else { "unchanged:" };
            writeln!(io::stdout(), "\n{done} {}", to.display())?;
            Ok(true)
        }
        Err(error) => {
            writeln!(io::stderr(), "{error}\n")?;
            Ok(false)
        }
    }
}

/// Whether the document gave a spec.
fn import(document: &Path, output: Option<&Path>, strict: bool, only: &[String]) -> io::Result<bool> {
    let Some(imported) = imported(document, strict, only)? else { return Ok(false) };
    write!(io::stderr(), "{}", imported.report)?;
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

/// Whether all specs gave files or, if they are only looked at, all files are what the specs say.
fn generate(specs: &[PathBuf], folder: &Path, options: &GenerateOptions, check: bool) -> io::Result<bool> {
    if !check {
        return tell(output::generate_into(folder, specs, options));
    }
    match output::outdated(folder, specs, options) {
        Ok(outdated) => {
            for file in &outdated {
                writeln!(io::stdout(), "not current: {}", file.display())?;
            }
            Ok(outdated.is_empty())
        }
        Err(errors) => tell(Err(errors)),
    }
}

/// Whether all specs gave a file.
fn tell(done: Result<Vec<Generated>, Vec<GenerateError>>) -> io::Result<bool> {
    match done {
        Ok(files) => {
            for file in files {
                let done = if file.written { "wrote" } else { "unchanged:" };
                writeln!(io::stdout(), "{done} {} ({})", file.path.display(), counted(file.operations))?;
                if !file.features.is_empty() {
                    writeln!(io::stdout(), "its features, for Cargo.toml:")?;
                }
                for feature in file.features {
                    writeln!(io::stdout(), "{feature} = []")?;
                }
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
