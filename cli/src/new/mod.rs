//! A complete client crate of a WSDL document or a spec: the command `asmx new`.
//!
//! [`Crate::plan`] reads, imports and makes every file in memory, and [`Crate::write`] writes them all or none.

mod call;
mod error;
mod facts;
mod manifest;
mod readme;
mod sources;
#[cfg(test)]
#[allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests fail by panicking"
)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use asmx_codegen::emit::RustFile;
use asmx_codegen::model::Service;
use asmx_codegen::output::GenerateError;
use asmx_codegen::whole_file;
use asmx_import::import::Import;
use asmx_import::{import, import_file, spec_text};
pub use error::NewError;
pub use facts::Options;
use proc_macro2::{TokenStream, TokenTree};

use self::call::Call;
use self::facts::Facts;

/// A crate that is not written yet.
#[derive(Debug)]
#[non_exhaustive]
pub struct Crate {
    /// Where it is to be.
    pub folder: PathBuf,
    /// The name of its package.
    pub name: String,
    /// Its files: paths below the folder, with `/` between folders, and texts.
    pub files: Vec<(String, String)>,
    /// The operation that its example calls.
    pub example: String,
    /// How many operations it has.
    pub operations: usize,
    /// What became of the WSDL document; `None` if the crate is made of a spec.
    pub import: Option<Import>,
}

/// The checkout of the workspace of these crates that this program was built in; `None` if it was built of a published version.
#[must_use]
pub fn checkout() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    manifest::is_workspace(workspace).then(|| workspace.to_owned())
}

impl Crate {
    /// Reads the document or spec, and makes all files.
    ///
    /// # Errors
    ///
    /// The document or spec has mistakes; the folder has something in it; an option is wrong.
    pub fn plan(input: &Path, folder: &Path, options: &Options) -> Result<Self, NewError> {
        refuse_occupied(folder)?;
        let name = manifest::crate_name(folder, options.name.as_deref())?;
        let workspace =
            options.workspace.as_deref().map(|workspace| manifest::workspace(workspace, folder)).transpose()?;
        let (spec, import) = spec(input, &options.only)?;
        let service =
            asmx_codegen::load(&format!("spec/{name}.xml"), spec.as_bytes()).map_err(GenerateError::Mistakes)?;
        Ok(Self::of(&service, folder, name, options, workspace.as_deref(), spec, import))
    }

    /// All files of the crate.
    fn of(
        service: &Service,
        folder: &Path,
        name: String,
        options: &Options,
        workspace: Option<&str>,
        spec: String,
        import: Option<Import>,
    ) -> Self {
        let stem = format!("{name}.xml");
        let generate = if options.features { asmx_codegen::generate_with_features } else { asmx_codegen::generate };
        let generated = generate(service, &stem);
        let features = if options.features { asmx_codegen::features(service) } else { Vec::new() };
        let library = name.replace('-', "_");
        let call = Call::choose(service, &library);
        let facts = Facts {
            package: &name,
            library: &library,
            service,
            features: &features,
            options,
            workspace,
            allowed: allowed(&generated),
            call: &call,
            report: import.as_ref().map(|import| &import.report),
        };
        let mut files = vec![
            ("Cargo.toml".to_owned(), manifest::text(&facts)),
            ("README.md".to_owned(), readme::text(&facts)),
            (".gitignore".to_owned(), "/target\n".to_owned()),
            ("src/lib.rs".to_owned(), sources::library(&facts)),
            ("examples/call.rs".to_owned(), sources::example(&facts)),
            ("tests/every_operation.rs".to_owned(), sources::every_operation(&facts)),
        ];
        if options.committed {
            files.push(("tests/current.rs".to_owned(), sources::current(&facts)));
            files.extend(generated.into_iter().map(|file| (format!("src/generated/{}", file.path), file.text)));
            files.push((format!("src/generated/{}", asmx_codegen::wsdl_file(&stem)), asmx_codegen::wsdl(service)));
        } else {
            files.push(("build.rs".to_owned(), sources::build_script(&facts)));
        }
        files.push((format!("spec/{stem}"), spec));
        let (example, operations) = (call.operation, service.operations.len());
        Self { folder: folder.to_owned(), name, files, example, operations, import }
    }

    /// Writes all files; if one cannot be written, takes away those that were.
    ///
    /// # Errors
    ///
    /// The folder has something in it, or a file could not be written.
    pub fn write(&self) -> Result<(), NewError> {
        refuse_occupied(&self.folder)?;
        let mut made = Made::default();
        let written = self.files.iter().try_for_each(|(path, text)| {
            let path = self.folder.join(path);
            made.file(&path, text).map_err(|source| NewError::Unwritable { path, source })
        });
        if written.is_err() {
            made.remove();
        }
        written
    }
}

/// The lints that some names beyond ASCII trip. They can be allowed for a whole crate only.
fn allowed(generated: &[RustFile]) -> &'static str {
    let is_foreign = |file: &RustFile| !file.text.is_ascii() && file.text.parse().is_ok_and(has_foreign_names);
    if generated.iter().any(is_foreign) {
        "#![allow(uncommon_codepoints, mixed_script_confusables, confusable_idents)] // names are the service's\n"
    } else {
        ""
    }
}

fn has_foreign_names(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => !name.to_string().is_ascii(),
        TokenTree::Group(group) => has_foreign_names(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Refuses a folder in which something is, and what is no folder.
fn refuse_occupied(folder: &Path) -> Result<(), NewError> {
    let occupied = || NewError::Occupied { folder: folder.to_owned() };
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Err(occupied()),
        Err(source) => Err(NewError::Unwritable { path: folder.to_owned(), source }),
        Ok(mut entries) => entries.next().map_or(Ok(()), |_| Err(occupied())),
    }
}

/// The text of the spec: of a document what is imported, of a spec its own, unless only a part is taken.
fn spec(input: &Path, patterns: &[String]) -> Result<(String, Option<Import>), NewError> {
    let unreadable = |source| GenerateError::Unreadable { spec: input.to_owned(), source };
    let no_such = |source| GenerateError::NoSuchOperation { spec: input.to_owned(), source };
    let bytes = fs::read(input).map_err(unreadable)?;
    // What is neither is told in the importer's words: most have a document, and saved something else.
    if !import::is_spec(&bytes) {
        let import = import_file(input)?.only(patterns).map_err(no_such)?;
        return Ok((spec_text(&import.service), Some(import)));
    }
    let service = asmx_import::open(input)?;
    if patterns.is_empty() {
        // A spec that could be read is UTF-8.
        return Ok((String::from_utf8_lossy(&bytes).into_owned(), None));
    }
    let service = asmx_codegen::only(service, patterns).map_err(no_such)?;
    Ok((spec_text(&service), None))
}

/// What has been made of a crate.
#[derive(Default)]
struct Made {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Made {
    fn file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            self.folder(folder)?;
        }
        self.files.push(path.to_owned());
        whole_file::replace(path, text, |_| Ok(true)).map(|_| ())
    }

    fn folder(&mut self, folder: &Path) -> io::Result<()> {
        if folder.as_os_str().is_empty() || folder.is_dir() {
            return Ok(());
        }
        if let Some(parent) = folder.parent() {
            self.folder(parent)?;
        }
        fs::create_dir(folder)?;
        self.folders.push(folder.to_owned());
        Ok(())
    }

    /// Removes everything, the latest first. What cannot be removed stays: the error that led here is told.
    fn remove(self) {
        for file in self.files {
            let _ = fs::remove_file(file);
        }
        for folder in self.folders.into_iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
