//! Client crates from WSDL documents and specs: the command `asmx new`.
//!
//! [`Crate::plan`] makes every file in memory; [`Crate::write`] writes all of them or none.

mod call;
mod error;
mod facts;
mod manifest;
mod readme;
mod sources;
mod template;
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
use asmx_codegen::{source_file, whole_file};
use asmx_import::files::import_content;
use asmx_import::import::Import;
use asmx_import::{import, spec_text};
pub use error::NewError;
pub use facts::{Options, example_name};
use heck::ToUpperCamelCase as _;
use proc_macro2::{TokenStream, TokenTree};

use self::call::Call;
use self::facts::Facts;

/// The names that tools give to services.
const SAYS_NOTHING: [&str; 6] = ["Service", "Service1", "WebService", "WebService1", "WebServices", "MyService"];

/// A planned crate.
#[derive(Debug)]
#[non_exhaustive]
pub struct Crate {
    /// The target folder.
    pub folder: PathBuf,
    /// The name of its package.
    pub name: String,
    /// Paths below the folder, with `/` between folders, and contents.
    pub files: Vec<(String, String)>,
    /// The operation that its example calls.
    pub example: String,
    /// The number of operations.
    pub operations: usize,
    /// The import; `None` if the crate is made from a spec.
    pub import: Option<Import>,
}

/// The workspace checkout that this program was built in; `None` for a published version.
#[must_use]
pub fn checkout() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    manifest::is_workspace(workspace).then(|| workspace.to_owned())
}

impl Crate {
    /// Reads the document or spec, and makes all files in memory.
    ///
    /// # Errors
    ///
    /// The document or spec has mistakes, the folder is not empty, or an option is invalid.
    pub fn plan(input: &Path, folder: &Path, options: &Options) -> Result<Self, NewError> {
        refuse_occupied(folder)?;
        let name = manifest::crate_name(folder, options.name.as_deref())?;
        let workspace =
            options.workspace.as_deref().map(|workspace| manifest::workspace(workspace, folder)).transpose()?;
        let (spec, import) = spec(input, options, &name)?;
        let service =
            asmx_codegen::load(&format!("spec/{name}.xml"), spec.as_bytes()).map_err(GenerateError::Mistakes)?;
        Ok(Self::of(&service, folder, name, options, workspace.as_deref(), spec, import))
    }

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
        let generated = asmx_codegen::generate(service, &stem);
        let library = name.replace('-', "_");
        let call = Call::choose(service, &library);
        let facts = Facts {
            package: &name,
            library: &library,
            service,
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
            (format!("examples/{}.rs", example_name(&name)), sources::example(&facts)),
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

    /// Writes all files. If one cannot be written, removes those that were.
    ///
    /// # Errors
    ///
    /// The folder is not empty, or a file could not be written.
    pub fn write(&self) -> Result<(), NewError> {
        refuse_occupied(&self.folder)?;
        let mut created = Created::default();
        let written = self.files.iter().try_for_each(|(path, text)| {
            let path = self.folder.join(path);
            created.file(&path, text).map_err(|source| NewError::Unwritable { path, source })
        });
        if written.is_err() {
            created.remove();
        }
        written
    }
}

/// Lints that some non-ASCII names trip; they can only be allowed for a whole crate.
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

fn refuse_occupied(folder: &Path) -> Result<(), NewError> {
    let occupied = || NewError::Occupied { folder: folder.to_owned() };
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Err(occupied()),
        Err(source) => Err(NewError::Unwritable { path: folder.to_owned(), source }),
        Ok(mut entries) => entries.next().map_or(Ok(()), |_| Err(occupied())),
    }
}

/// The text of the spec: made from a document, or copied from a spec unless only a part is taken.
fn spec(input: &Path, options: &Options, package: &str) -> Result<(String, Option<Import>), NewError> {
    let patterns = &options.only;
    let unreadable = |source| GenerateError::Unreadable { spec: input.to_owned(), source };
    let no_such = |source| GenerateError::NoSuchOperation { spec: input.to_owned(), source };
    let bytes = source_file::read(input).map_err(unreadable)?;
    // If the file is neither, report it as a document: most people have one, and saved something else.
    if !import::is_spec(&bytes) {
        let import = import_content(input, &bytes).map_err(GenerateError::Mistakes)?;
        let mut import = import.only(patterns).and_then(|import| import.effects(&options.effects)).map_err(no_such)?;
        let says_nothing = SAYS_NOTHING.contains(&import.service.name.as_str());
        let name = options.client.clone().or_else(|| says_nothing.then(|| package.to_upper_camel_case()));
        import.service.name = name.unwrap_or(import.service.name);
        return Ok((spec_text(&import.service), Some(import)));
    }
    if options.client.is_some() {
        return Err(NewError::ClientOfSpec { spec: input.to_owned() });
    }
    if !options.effects.is_empty() {
        return Err(NewError::EffectsOfSpec { spec: input.to_owned() });
    }
    let service = asmx_codegen::load(&input.to_string_lossy(), &bytes).map_err(GenerateError::Mistakes)?;
    if patterns.is_empty() {
        // A spec that parsed is UTF-8.
        return Ok((String::from_utf8_lossy(&bytes).into_owned(), None));
    }
    let service = asmx_codegen::only(service, patterns).map_err(no_such)?;
    Ok((spec_text(&service), None))
}

/// Files and folders made so far.
#[derive(Default)]
struct Created {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Created {
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

    /// Removes everything, latest first. Ignores failures: the caller reports the first error.
    fn remove(self) {
        for file in self.files {
            let _ = fs::remove_file(file);
        }
        for folder in self.folders.into_iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
