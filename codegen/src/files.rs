//! Documents from files: the one that is asked for, and those beside it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::import::{Documents, Import, import};
use crate::model::Service;
use crate::output::GenerateError;

/// The files of a folder, and of those below it, as [`Documents`].
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// The files of that folder.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }
}

impl Documents for Folder {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let is_below = !name.is_empty() && name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        let path = self.0.join(name);
        // On some systems a name may begin anew at a drive.
        (is_below && path.starts_with(&self.0)).then(|| fs::read(path).ok()).flatten()
    }
}

/// Reads the model of a service from a file: a spec, or a WSDL document with the documents beside it. The outermost element decides which of the two
/// it is. Mistakes name the file by `path`, as it was given.
///
/// # Errors
///
/// The file could not be read, or is neither.
pub fn open(path: &Path) -> Result<Service, GenerateError> {
    crate::output::read(path, crate::load)
}

/// Imports a WSDL document from a file, with the documents beside it.
///
/// # Errors
///
/// The file could not be read, or there is nothing in it that could be imported.
pub fn import_file(path: &Path) -> Result<Import, GenerateError> {
    let (folder, name) = place(path)?;
    import(&folder, &name).map_err(GenerateError::Mistakes)
}

/// The folder of a file that can be read, and its name there.
fn place(path: &Path) -> Result<(Folder, String), GenerateError> {
    let unreadable = |source| GenerateError::Unreadable { spec: path.to_owned(), source };
    fs::metadata(path).map_err(unreadable)?;
    fs::File::open(path).map_err(unreadable)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    Ok((Folder::new(folder), name))
}
