//! `generate` and `wsdl`: files that the specs give.

use std::io::{self, Write};
use std::path::PathBuf;

use asmx_codegen::output::{self, GenerateError, Generated, WsdlPlace};

use super::report_arguments::Only;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The specs, or WSDL documents
    #[arg(required = true, value_name = "FILE")]
    specs: Vec<PathBuf>,
    #[command(flatten)]
    to: Folder,
    #[command(flatten)]
    only: Only,
    /// Compile each area only with a Cargo feature of its name; the lines for Cargo.toml are told
    #[arg(long)]
    features: bool,
    /// Write nothing: tell which files are not what the specs say, and fail if there is one
    #[arg(long)]
    check: bool,
}

/// Where files of several specs are written.
#[derive(clap::Args)]
struct Folder {
    /// The folder to write into; made if it is missing
    #[arg(long = "out-dir", value_name = "DIR", required_unless_present = "output")]
    folder: Option<PathBuf>,
    /// Elsewhere the one file that a command writes.
    #[arg(short = 'o', long = "output", hide = true)]
    output: Option<PathBuf>,
}

impl Folder {
    fn path(self) -> PathBuf {
        let Some(folder) = self.folder.filter(|_| self.output.is_none()) else {
            // What is wrong with the command line is told as clap tells it.
            let message = "this command writes several files: give their folder with `--out-dir DIR`, not `--output`\n";
            clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, message).exit();
        };
        folder
    }
}

#[derive(clap::Args)]
pub(super) struct WsdlArguments {
    /// The specs, or WSDL documents of others
    #[arg(required = true, value_name = "FILE")]
    specs: Vec<PathBuf>,
    #[command(flatten)]
    to: Folder,
    /// The service's XML namespace, where the spec leaves it open or another one is meant
    #[arg(long, value_name = "URI")]
    namespace: Option<String>,
    /// The base URL of the service, to which the spec's path is added
    #[arg(long, value_name = "URL", default_value = "http://localhost")]
    base_url: String,
}

/// Whether all specs gave files or, if they are only looked at, all files are what the specs say.
pub(super) fn run(arguments: Arguments) -> io::Result<bool> {
    let Arguments { specs, to, only, features, check } = arguments;
    let folder = to.path();
    let options = asmx_import::files::options().only(only.patterns).features(features);
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

/// Whether all specs gave a document.
pub(super) fn wsdl(arguments: WsdlArguments) -> io::Result<bool> {
    let WsdlArguments { specs, to, namespace, base_url } = arguments;
    let place = WsdlPlace { namespace: namespace.as_deref(), base_url: &base_url };
    tell(output::wsdl_into(&to.path(), &specs, &asmx_import::files::options(), place))
}

/// Whether all specs gave a file.
fn tell(done: Result<Vec<Generated>, Vec<GenerateError>>) -> io::Result<bool> {
    match done {
        Ok(files) => {
            for file in files {
                let done = if file.written { "wrote" } else { "unchanged:" };
                writeln!(io::stdout(), "{done} {} ({})", file.path.display(), counted(file.operations))?;
                for removed in &file.removed {
                    writeln!(io::stdout(), "removed {}", removed.display())?;
                }
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

pub(super) fn counted(operations: usize) -> String {
    if operations == 1 { "1 operation".to_owned() } else { format!("{operations} operations") }
}
