//! Reads a document and the documents beside it from files. Their output goes through [`asmx_codegen::output`], as that of specs does.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use asmx_codegen::output::{GenerateError, GenerateOptions, Observe, Reader};
use asmx_codegen::source_file;
use asmx_codegen::{Diagnostics, Spec};

use crate::import::{Documents, Import, MOST_TEXT, import_main, is_wsdl};
use crate::loaded::Loaded;
use crate::saved::MAPS;

/// The files in a folder and its subfolders, as [`Documents`].
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// Serves the files of `folder`.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }
}

impl Documents for Folder {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let is_below = !name.is_empty() && name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        let path = self.0.join(name);
        // Windows: joining an absolute name such as `C:x` replaces the folder.
        (is_below && path.starts_with(&self.0)).then(|| regular(&path)).flatten()
    }
}

/// Only regular files: pipes and devices may be endless. Reads one byte more than the importer takes, so that the importer can report the size.
fn regular(path: &Path) -> Option<Vec<u8>> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(MOST_TEXT as u64 + 1).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Reports each document before it is read.
struct Observed<'a> {
    folder: Folder,
    /// The folder as it begins the paths of files.
    prefix: &'a Path,
    observe: Observe<'a>,
}

impl Documents for Observed<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.prefix.join(name);
        // A build that depends on a missing file is never up to date, and few folders have a map.
        if !MAPS.contains(&name) || path.exists() {
            (self.observe)(&path);
        }
        self.folder.read(name)
    }
}

/// Reads a service from a spec, or from a WSDL document and the documents beside it. The root element decides which of the two it is. Each file is
/// read once. Diagnostics name a spec by `path`, as given, and a document by its file name.
///
/// # Errors
///
/// The file cannot be read, or it is neither a spec nor a WSDL document.
pub fn open(path: &Path) -> Result<Loaded, GenerateError> {
    open_observed(path, &|_| ())
}

/// As [`open`]. Calls `observe` with each file before it is read: the file itself, and every document that it imports, missing ones included. These
/// are the files that a build depends on.
///
/// # Errors
///
/// As [`open`].
pub fn open_observed(path: &Path, observe: Observe<'_>) -> Result<Loaded, GenerateError> {
    observe(path);
    load_content(path, &read(path)?, observe).map_err(GenerateError::Mistakes)
}

/// As [`open_observed`], of a file whose content is read.
#[doc(hidden)]
#[allow(clippy::missing_errors_doc, reason = "those of `load_any`")]
pub fn load_content(path: &Path, bytes: &[u8], observe: Observe<'_>) -> Result<Loaded, Diagnostics> {
    if !is_wsdl(bytes) {
        return Spec::read(&path.to_string_lossy(), bytes).map(Loaded::Spec);
    }
    let (folder, name) = folder_and_name(path);
    let prefix = path.parent().unwrap_or(Path::new(""));
    import_main(&Observed { folder, prefix, observe }, &name, bytes).map(Loaded::Document)
}

/// Imports a WSDL document and the documents beside it from files.
///
/// # Errors
///
/// The file cannot be read, or it has nothing that can be imported.
pub fn import_file(path: &Path) -> Result<Import, GenerateError> {
    import_content(path, &read(path)?).map_err(GenerateError::Mistakes)
}

/// As [`import_file`], of a file whose content is read.
#[doc(hidden)]
#[allow(clippy::missing_errors_doc, reason = "those of `import`")]
pub fn import_content(path: &Path, bytes: &[u8]) -> Result<Import, Diagnostics> {
    let (folder, name) = folder_and_name(path);
    import_main(&folder, &name, bytes)
}

fn read(path: &Path) -> Result<Vec<u8>, GenerateError> {
    source_file::read(path).map_err(|source| GenerateError::Unreadable { spec: path.to_owned(), source })
}

/// The folder of a document, and its name there.
fn folder_and_name(path: &Path) -> (Folder, String) {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    (Folder::new(folder), name)
}

/// Reads specs and WSDL documents.
pub const READER: Reader = Reader { read: |path, observe| open_observed(path, observe).map(Loaded::into_service) };

/// Options that make the functions of [`asmx_codegen::output`] accept WSDL documents as well as specs.
#[must_use]
pub fn options() -> GenerateOptions {
    GenerateOptions::default().reader(READER)
}
