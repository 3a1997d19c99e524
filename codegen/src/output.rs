//! From spec files to Rust and WSDL files: what the build script's adapter and the command line share.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use asmx_types::shown::shown_line;

#[cfg(feature = "import")]
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Diagnostics;
use crate::emit::RustFile;
use crate::model::Service;

/// Why no Rust came of a spec file. `Display` gives the text for people.
#[non_exhaustive]
#[derive(Debug)]
pub enum GenerateError {
    /// The spec file could not be read.
    Unreadable {
        /// The spec file.
        spec: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The spec has mistakes.
    Mistakes(Diagnostics),
    /// Two specs would be generated into the same file, because they have the same name.
    SameName {
        /// The first spec of that name.
        first: PathBuf,
        /// The one that was refused.
        second: PathBuf,
    },
    /// Neither the spec nor the caller says what the service's XML namespace is, and a WSDL document cannot be without.
    NoNamespace {
        /// The spec file.
        spec: PathBuf,
    },
    /// The file, or the folder it belongs in, could not be written.
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { spec, source } => {
                write!(formatter, "error: cannot read the spec {}: {source}", shown(spec))
            }
            Self::Mistakes(diagnostics) => diagnostics.fmt(formatter),
            Self::SameName { first, second } => write!(
                formatter,
                "error: {} and {} would be generated into the same file: give one of them another name",
                shown(first),
                shown(second)
            ),
            Self::NoNamespace { spec } => write!(
                formatter,
                "error: {} states no XML namespace, which a WSDL document needs: give it with `--namespace`",
                shown(spec)
            ),
            Self::Unwritable { path, source } => write!(formatter, "error: cannot write {}: {source}", shown(path)),
        }
    }
}

/// A path as people may see it.
fn shown(path: &Path) -> String {
    shown_line(&path.to_string_lossy()).into_owned()
}

impl Error for GenerateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } | Self::Unwritable { source, .. } => Some(source),
            Self::Mistakes(diagnostics) => Some(diagnostics),
            Self::SameName { .. } | Self::NoNamespace { .. } => None,
        }
    }
}

/// A file that holds what its spec says.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The file: Rust that is to be included, or a WSDL document.
    pub path: PathBuf,
    /// How many operations the service has.
    pub operations: usize,
    /// Whether it, or anything that it leads to, had to be written; else everything already was the same.
    pub written: bool,
}

/// What a WSDL document says that a spec leaves open.
#[derive(Debug, Clone, Copy)]
pub struct WsdlPlace<'a> {
    /// The service's XML namespace; `None` is the one that the spec states.
    pub namespace: Option<&'a str>,
    /// The base URL of the service, to which the spec's path is added.
    pub base_url: &'a str,
}

/// Reads a spec file or, with the feature `import`, a WSDL document with the documents beside it. Mistakes name the file by `spec`, as it
/// was given.
///
/// # Errors
///
/// The file could not be read, or the spec has mistakes: all of them at once.
pub fn read(spec: &Path) -> Result<Service, GenerateError> {
    read_with(spec, crate::load)
}

/// What an import of a WSDL document would leave out or change; nothing of a spec, and of what cannot be read.
#[cfg(feature = "import")]
#[must_use]
pub fn warnings(document: &Path) -> Vec<Diagnostic> {
    let is_wsdl = fs::read(document).is_ok_and(|bytes| crate::import::is_wsdl(&bytes));
    let imported = is_wsdl.then(|| crate::import_file(document).ok()).flatten();
    imported.map(|imported| imported.warnings).unwrap_or_default()
}

/// How the bytes of a spec file of that name are read.
type Load = fn(&str, &[u8]) -> Result<Service, Diagnostics>;

fn read_with(spec: &Path, load: Load) -> Result<Service, GenerateError> {
    let bytes = fs::read(spec).map_err(|source| GenerateError::Unreadable { spec: spec.to_owned(), source })?;
    #[cfg(feature = "import")]
    if crate::import::is_wsdl(&bytes) {
        return crate::import_file(spec).map(|import| import.service);
    }
    load(&spec.to_string_lossy(), &bytes).map_err(GenerateError::Mistakes)
}

/// Generates Rust from each spec into `folder`, which is made if it is missing: `<stem>.rs`, which is to be included, the modules
/// in `<stem>/` that it leads to, and the template `<stem>.wsdl` that they include for servers. A file is written only if its
/// content changes, and none is written unless every spec is without mistakes. Files in `<stem>/` that are not of the spec any more
/// are removed.
///
/// # Errors
///
/// Everything that is wrong with any of the specs or, if nothing is, every file that could not be written.
pub fn generate_into<P: AsRef<Path>>(folder: &Path, specs: &[P]) -> Result<Vec<Generated>, Vec<GenerateError>> {
    let mut names = BTreeMap::new();
    let sources = specs.iter().map(|spec| source(spec.as_ref(), crate::load, &mut names));
    let sources = all(sources.collect())?;
    all(sources.iter().map(|source| source.generate_into(folder)).collect())
}

/// Writes a complete WSDL document for each spec into `folder`, which is made if it is missing, as `<stem>.wsdl`. A file is
/// written only if its content changes, and none is written unless every spec is without mistakes.
///
/// # Errors
///
/// As [`generate_into`]; and neither `place` nor the spec names the service's XML namespace.
pub fn wsdl_into<P: AsRef<Path>>(
    folder: &Path,
    specs: &[P],
    place: WsdlPlace<'_>,
) -> Result<Vec<Generated>, Vec<GenerateError>> {
    let mut names = BTreeMap::new();
    let sources = specs.iter().map(|spec| source(spec.as_ref(), crate::load, &mut names));
    let sources = all(sources.collect())?;
    let documents = sources.iter().zip(specs).map(|(source, spec)| {
        let address = format!("{}{}", place.base_url.trim_end_matches('/'), source.service.path);
        let document = crate::wsdl_at(&source.service, place.namespace, &address);
        document
            .map(|document| (source, document))
            .ok_or_else(|| GenerateError::NoNamespace { spec: spec.as_ref().to_owned() })
    });
    let documents = all(documents.collect())?;
    all(documents.iter().map(|(source, document)| source.write_wsdl(folder, document)).collect())
}

/// A spec without mistakes.
struct Source {
    service: Service,
    /// The spec file's name, without its folder.
    name: String,
    /// The name of the Rust file.
    output: OsString,
}

impl Source {
    fn generate_into(&self, folder: &Path) -> Result<Generated, GenerateError> {
        let files = crate::generate(&self.service, &self.name);
        let wsdl = self.write_wsdl(folder, &crate::wsdl(&self.service))?;
        let mut written = wsdl.written;
        for file in &files {
            written |= write_if_changed(&folder.join(&file.path), &file.text)?;
        }
        remove_others(&folder.join(&self.output).with_extension(""), folder, &files)?;
        Ok(Generated { path: folder.join(&self.output), written, ..wsdl })
    }

    fn write_wsdl(&self, folder: &Path, document: &str) -> Result<Generated, GenerateError> {
        let path = folder.join(crate::wsdl_file(&self.name));
        let written = write_if_changed(&path, document)?;
        Ok(Generated { path, operations: self.service.operations.len(), written })
    }
}

/// Reads a spec; `names` holds the names of Rust files that are taken, and by which spec.
fn source(spec: &Path, load: Load, names: &mut BTreeMap<OsString, PathBuf>) -> Result<Source, GenerateError> {
    let service = read_with(spec, load)?;
    let mut output = spec.file_stem().unwrap_or(OsStr::new("spec")).to_owned();
    output.push(".rs");
    if let Some(first) = names.insert(output.clone(), spec.to_owned()) {
        return Err(GenerateError::SameName { first, second: spec.to_owned() });
    }
    let name = spec.file_name().unwrap_or(OsStr::new("spec")).to_string_lossy().into_owned();
    Ok(Source { service, name, output })
}

/// All values, or all errors.
fn all<T>(results: Vec<Result<T, GenerateError>>) -> Result<Vec<T>, Vec<GenerateError>> {
    let (mut values, mut errors) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(values) } else { Err(errors) }
}

/// Removes modules that an earlier spec gave: files of Rust in `modules` that are not among `files`.
fn remove_others(modules: &Path, folder: &Path, files: &[RustFile]) -> Result<(), GenerateError> {
    let unwritable = |path: &Path, source| GenerateError::Unwritable { path: path.to_owned(), source };
    for entry in fs::read_dir(modules).map_err(|source| unwritable(modules, source))? {
        let path = entry.map_err(|source| unwritable(modules, source))?.path();
        let is_module = path.extension().is_some_and(|extension| extension == "rs");
        if is_module && !files.iter().any(|file| folder.join(&file.path) == path) {
            fs::remove_file(&path).map_err(|source| unwritable(&path, source))?;
        }
    }
    Ok(())
}

/// Writes the file unless it already has that content; whether it was written.
fn write_if_changed(path: &Path, content: &str) -> Result<bool, GenerateError> {
    if fs::read(path).is_ok_and(|present| present == content.as_bytes()) {
        return Ok(false);
    }
    let unwritable = |path: &Path, source| GenerateError::Unwritable { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|source| unwritable(folder, source))?;
    }
    fs::write(path, content).map_err(|source| unwritable(path, source))?;
    Ok(true)
}
