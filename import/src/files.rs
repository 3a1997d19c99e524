//! Reads a document and the documents beside it from files. Their output goes through [`asmx_codegen::output`], as that of specs does.

use std::cell::RefCell;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use asmx_codegen::model::Service;
use asmx_codegen::output::{GenerateError, GenerateOptions, Reader};
use asmx_codegen::source_file;

use crate::import::{Documents, Import, MOST_TEXT, import, is_wsdl};
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

struct Asked {
    folder: Folder,
    names: RefCell<Vec<String>>,
}

impl Documents for Asked {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.names.borrow_mut().push(name.to_owned());
        self.folder.read(name)
    }
}

/// The file itself and every document that it imports, missing ones included: the files that a build depends on.
#[must_use]
pub fn files_of(path: &Path) -> Vec<PathBuf> {
    let mut files = vec![path.to_owned()];
    if source_file::read(path).is_ok_and(|bytes| is_wsdl(&bytes))
        && let Ok((folder, name)) = place(path)
    {
        let asked = Asked { folder, names: RefCell::default() };
        // The real import reports the mistakes.
        let _ = import(&asked, &name);
        let mut names = asked.names.into_inner();
        let folder = path.parent().unwrap_or(Path::new(""));
        // A build that depends on a missing file is never up to date, and few folders have a map.
        let is_missing_map = |name: &str| MAPS.contains(&name) && !folder.join(name).exists();
        names.retain(|asked| *asked != name && !is_missing_map(asked));
        files.extend(names.iter().map(|name| folder.join(name)));
    }
    files
}

/// Reads the model of a service from a spec, or from a WSDL document and the documents beside it. The root element decides which of the two it is.
/// Diagnostics name the file by `path`, as given.
///
/// # Errors
///
/// The file cannot be read, or it is neither a spec nor a WSDL document.
pub fn open(path: &Path) -> Result<Service, GenerateError> {
    let bytes =
        source_file::read(path).map_err(|source| GenerateError::Unreadable { spec: path.to_owned(), source })?;
    if is_wsdl(&bytes) {
        return import_file(path).map(|import| import.service);
    }
    asmx_codegen::load(&path.to_string_lossy(), &bytes).map_err(GenerateError::Mistakes)
}

/// Imports a WSDL document and the documents beside it from files.
///
/// # Errors
///
/// The file cannot be read, or it has nothing that can be imported.
pub fn import_file(path: &Path) -> Result<Import, GenerateError> {
    let (folder, name) = place(path)?;
    import(&folder, &name).map_err(GenerateError::Mistakes)
}

fn place(path: &Path) -> Result<(Folder, String), GenerateError> {
    source_file::read(path).map_err(|source| GenerateError::Unreadable { spec: path.to_owned(), source })?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    Ok((Folder::new(folder), name))
}

/// Reads specs and WSDL documents.
pub const READER: Reader = Reader { read: open, files: files_of };

/// Options that make the functions of [`asmx_codegen::output`] accept WSDL documents as well as specs.
#[must_use]
pub fn options() -> GenerateOptions {
    GenerateOptions::default().reader(READER)
}
