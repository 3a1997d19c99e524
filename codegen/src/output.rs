//! From spec files to Rust and WSDL files, for build scripts and for the command.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use asmx_types::display::shown_line;

use crate::diagnostic::Diagnostics;
use crate::emit::{GENERATED, RustFile};
use crate::model::Service;
use crate::subset::{NoSuchOperation, only};
use crate::{source_file, whole_file};

/// An error of generating from a spec file. `Display` gives the text for people.
#[non_exhaustive]
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
    /// No operation has a chosen name.
    NoSuchOperation {
        /// The spec file.
        spec: PathBuf,
        /// The missing name, and similar ones.
        source: NoSuchOperation,
    },
    /// Two specs have the same file name, so they would be generated into the same file.
    SameName {
        /// The first spec of that name.
        first: PathBuf,
        /// The second spec.
        second: PathBuf,
    },
    /// Neither the spec nor the caller states the service's XML namespace, which WSDL requires.
    NoNamespace {
        /// The spec file.
        spec: PathBuf,
    },
    /// A file in the way is the spec itself, or Rust that was not generated.
    Occupied {
        /// The file, which is left unchanged.
        path: PathBuf,
    },
    /// The spec was saved by somebody else while the program ran.
    Changed {
        /// The spec, which is left unchanged.
        path: PathBuf,
    },
    /// The file or its folder could not be written.
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

asmx_types::debug_is_a_sentence!(GenerateError);

impl GenerateError {
    /// The error as a sentence: the text of `Display` without the word `error` in front, where a place and a code do not follow it.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Unreadable { spec, source } => format!("cannot read {}: {}", display(spec), unreadable(spec, source)),
            Self::Mistakes(diagnostics) => diagnostics.to_string(),
            Self::NoSuchOperation { spec, source } => format!("{}: {source}", display(spec)),
            Self::SameName { first, second } => format!(
                "{} and {} would be generated into the same file: give one of them another name",
                display(first),
                display(second)
            ),
            Self::NoNamespace { spec } => {
                format!("{} states no XML namespace, which a WSDL document needs: state it in the spec", display(spec))
            }
            Self::Occupied { path } => format!(
                "{} was not generated, so it is not overwritten: move it, or choose another folder",
                display(path)
            ),
            Self::Changed { path } => {
                format!("{} changed while the command ran, so nothing was written: run it again", display(path))
            }
            Self::Unwritable { path, source } => format!("cannot write {}: {source}", display(path)),
        }
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mistakes(diagnostics) => diagnostics.fmt(formatter),
            _ => write!(formatter, "error: {}", self.message()),
        }
    }
}

/// Why a file cannot be read. For an address, how to get the document: nothing here uses the network.
#[doc(hidden)]
#[must_use]
pub fn unreadable(path: &Path, source: &io::Error) -> String {
    let url = display(path);
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return source.to_string();
    }
    format!(
        "it is an address, and a document is a file. Save it first, and every part that it imports: `asmx fetch '{url}' .`"
    )
}

fn display(path: &Path) -> String {
    shown_line(&path.to_string_lossy()).into_owned()
}

impl Error for GenerateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } | Self::Unwritable { source, .. } => Some(source),
            Self::Mistakes(diagnostics) => Some(diagnostics),
            Self::NoSuchOperation { source, .. } => Some(source),
            Self::SameName { .. } | Self::NoNamespace { .. } | Self::Occupied { .. } | Self::Changed { .. } => None,
        }
    }
}

/// A generated file that is up to date.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The file: Rust to include, or a WSDL document.
    pub path: PathBuf,
    /// The number of operations of the service.
    pub operations: usize,
    /// Modules of an earlier version of the spec, which were removed.
    pub removed: Vec<PathBuf>,
    /// Whether this file or one of its modules was written or removed.
    pub written: bool,
}

/// A function that is called with each file before it is read.
#[doc(hidden)]
pub type Observe<'a> = &'a dyn Fn(&Path);

/// A way to read services from files. The default reads specs; the reader of `asmx-import` also reads WSDL documents.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Reads the service of a file. Reports the file and those that it imports before they are read: a build depends on them. Mistakes name the
    /// file as it was given.
    pub read: fn(&Path, Observe<'_>) -> Result<Service, GenerateError>,
}

impl Default for Reader {
    fn default() -> Self {
        Self { read: read_spec }
    }
}

fn read_spec(spec: &Path, observe: Observe<'_>) -> Result<Service, GenerateError> {
    observe(spec);
    let bytes =
        source_file::read(spec).map_err(|source| GenerateError::Unreadable { spec: spec.to_owned(), source })?;
    crate::load(&spec.to_string_lossy(), &bytes).map_err(GenerateError::Mistakes)
}

/// Options of the generation. The default is the whole spec.
#[derive(Debug, Clone, Default)]
pub struct GenerateOptions {
    only: Vec<String>,
    names: BTreeMap<PathBuf, String>,
    pub(crate) reader: Reader,
}

impl GenerateOptions {
    /// Generates only the operations that match a pattern, and the types they need: see [`only`](crate::only()). Each call adds patterns.
    /// Without patterns, every operation is generated.
    #[must_use]
    pub fn only<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        self.only.extend(patterns.into_iter().map(Into::into));
        self
    }

    /// Names the output of a file as if this were the name of the file, such as `shop.wsdl`. Default: its own.
    #[doc(hidden)]
    #[must_use]
    pub fn named(mut self, spec: impl Into<PathBuf>, name: impl Into<String>) -> Self {
        self.names.insert(spec.into(), name.into());
        self
    }

    /// Sets the reader of the files.
    #[doc(hidden)]
    #[must_use]
    pub fn reader(mut self, reader: Reader) -> Self {
        self.reader = reader;
        self
    }
}

/// The parts of a WSDL document that a spec may leave open.
#[derive(Debug, Clone, Copy)]
pub struct WsdlTarget<'a> {
    /// The service's XML namespace; `None` takes that of the spec.
    pub namespace: Option<&'a str>,
    /// The base URL of the service, before the spec's path.
    pub base_url: &'a str,
}

/// Generates Rust from each spec into `folder`, which is made if it is missing: `<stem>.rs` to include, its modules in `<stem>/`, and the
/// template `<stem>.wsdl` for servers. A file is written only if its content changes. Nothing is written if a spec has mistakes. Files in
/// `<stem>/` that an earlier generation wrote and this one does not are removed; they are known by their first line.
///
/// # Errors
///
/// All mistakes of the specs or, if there are none, every file that could not be written. A Rust file that was not generated is left
/// unchanged.
pub fn generate_into<P: AsRef<Path>>(
    folder: &Path,
    specs: &[P],
    options: &GenerateOptions,
) -> Result<Vec<Generated>, Vec<GenerateError>> {
    sources(specs, options).0.and_then(|sources| generate(folder, &sources))
}

pub(crate) fn generate(folder: &Path, sources: &[Source]) -> Result<Vec<Generated>, Vec<GenerateError>> {
    all(sources.iter().map(|source| source.generate_into(folder)).collect())
}

/// The files in `folder` that are not up to date: [`generate_into`] would write or remove them. Writes nothing. For tests of crates that
/// commit their generated code.
///
/// # Errors
///
/// All mistakes of the specs; an error of reading the folder.
pub fn outdated<P: AsRef<Path>>(
    folder: &Path,
    specs: &[P],
    options: &GenerateOptions,
) -> Result<Vec<PathBuf>, Vec<GenerateError>> {
    let sources = sources_of(read(specs, options, &|_| ()), options)?;
    let outdated = all(sources.iter().map(|source| source.outdated(folder)).collect())?;
    Ok(outdated.into_iter().flatten().collect())
}

/// The services of all specs, and all files that they are read from.
pub(crate) fn sources<P: AsRef<Path>>(
    specs: &[P],
    options: &GenerateOptions,
) -> (Result<Vec<Source>, Vec<GenerateError>>, Vec<PathBuf>) {
    let files = RefCell::new(Vec::new());
    let observe = |file: &Path| files.borrow_mut().push(file.to_owned());
    let sources = sources_of(read(specs, options, &observe), options);
    (sources, files.into_inner())
}

fn read<'r, P: AsRef<Path>>(
    specs: &'r [P],
    options: &'r GenerateOptions,
    observe: Observe<'r>,
) -> impl Iterator<Item = (PathBuf, Result<Service, GenerateError>)> + use<'r, P> {
    specs.iter().map(move |spec| (spec.as_ref().to_owned(), (options.reader.read)(spec.as_ref(), observe)))
}

fn sources_of(
    services: impl IntoIterator<Item = (PathBuf, Result<Service, GenerateError>)>,
    options: &GenerateOptions,
) -> Result<Vec<Source>, Vec<GenerateError>> {
    // The names of Rust files in use, each with its spec.
    let mut names: BTreeMap<OsString, PathBuf> = BTreeMap::new();
    let source = |(spec, service): (PathBuf, Result<Service, GenerateError>)| {
        let service = service?;
        let own = || spec.file_name().unwrap_or(OsStr::new("spec")).to_string_lossy().into_owned();
        let name = options.names.get(&spec).cloned().unwrap_or_else(own);
        let mut output = Path::new(&name).file_stem().unwrap_or(OsStr::new("spec")).to_owned();
        output.push(".rs");
        if let Some(first) = names.insert(output.clone(), spec.clone()) {
            return Err(GenerateError::SameName { first, second: spec });
        }
        let service = only(service, &options.only)
            .map_err(|source| GenerateError::NoSuchOperation { spec: spec.clone(), source })?;
        Ok(Source { service, spec, name, output })
    };
    all(services.into_iter().map(source).collect())
}

/// Writes a WSDL document for each spec into `folder`, which is made if it is missing, as `<stem>.wsdl`. A file is written only if its
/// content changes. Nothing is written if a spec has mistakes.
///
/// # Errors
///
/// The errors of [`generate_into`]; neither `target` nor the spec states the service's XML namespace.
pub fn wsdl_into<P: AsRef<Path>>(
    folder: &Path,
    specs: &[P],
    options: &GenerateOptions,
    target: WsdlTarget<'_>,
) -> Result<Vec<Generated>, Vec<GenerateError>> {
    let sources = sources(specs, options).0?;
    let documents = sources.iter().map(|source| {
        let address = format!("{}{}", target.base_url.trim_end_matches('/'), source.service.path);
        let document = crate::wsdl_at(&source.service, target.namespace, &address);
        document
            .map(|document| (source, document))
            .ok_or_else(|| GenerateError::NoNamespace { spec: source.spec.clone() })
    });
    let documents = all(documents.collect())?;
    all(documents.iter().map(|(source, document)| source.write_wsdl(folder, document)).collect())
}

pub(crate) struct Source {
    service: Service,
    /// The spec file.
    spec: PathBuf,
    name: String,
    output: OsString,
}

impl Source {
    fn generate_into(&self, folder: &Path) -> Result<Generated, GenerateError> {
        let files = self.files();
        self.refuse_occupied(folder, &files)?;
        let mut written = false;
        for file in &files {
            written |= write_if_changed(&folder.join(&file.path), &file.text)?;
        }
        let removed = self.orphans(folder, &files)?;
        for other in &removed {
            fs::remove_file(other).map_err(|source| GenerateError::Unwritable { path: other.clone(), source })?;
            written = true;
        }
        let (path, operations) = (folder.join(&self.output), self.service.operations.len());
        Ok(Generated { path, operations, removed, written })
    }

    fn outdated(&self, folder: &Path) -> Result<Vec<PathBuf>, GenerateError> {
        let files = self.files();
        let mut outdated = self.orphans(folder, &files)?;
        let changed = files.iter().map(|file| (folder.join(&file.path), file));
        outdated.extend(changed.filter(|(path, file)| !holds(path, &file.text)).map(|(path, _)| path));
        outdated.sort();
        Ok(outdated)
    }

    /// All generated files, including the template of the WSDL document.
    fn files(&self) -> Vec<RustFile> {
        let mut files = crate::generate(&self.service, &self.name);
        files.push(RustFile { path: crate::wsdl_file(&self.name), text: crate::wsdl(&self.service) });
        files
    }

    /// Refuses to overwrite the spec, and Rust that was not generated. An empty file may be overwritten.
    fn refuse_occupied(&self, folder: &Path, files: &[RustFile]) -> Result<(), GenerateError> {
        let spec = fs::canonicalize(&self.spec).ok();
        for file in files {
            let path = folder.join(&file.path);
            let Ok(present) = fs::canonicalize(&path) else { continue };
            let is_rust = path.extension().is_some_and(|extension| extension == "rs");
            let is_empty = fs::metadata(&path).is_ok_and(|data| data.len() == 0);
            if spec.as_ref() == Some(&present) || is_rust && !is_empty && !is_generated(&path) {
                return Err(GenerateError::Occupied { path });
            }
        }
        Ok(())
    }

    /// Generated Rust files in the folder of modules that are not among `files`.
    fn orphans(&self, folder: &Path, files: &[RustFile]) -> Result<Vec<PathBuf>, GenerateError> {
        let modules = folder.join(&self.output).with_extension("");
        let unreadable = |source| GenerateError::Unwritable { path: modules.clone(), source };
        let entries = match fs::read_dir(&modules) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(unreadable)?,
        };
        let mut orphans = Vec::new();
        for entry in entries {
            let path = entry.map_err(unreadable)?.path();
            let is_module = path.extension().is_some_and(|extension| extension == "rs");
            if is_module && !files.iter().any(|file| folder.join(&file.path) == path) && is_generated(&path) {
                orphans.push(path);
            }
        }
        Ok(orphans)
    }

    fn write_wsdl(&self, folder: &Path, document: &str) -> Result<Generated, GenerateError> {
        let file = RustFile { path: crate::wsdl_file(&self.name), text: document.to_owned() };
        self.refuse_occupied(folder, std::slice::from_ref(&file))?;
        let path = folder.join(&file.path);
        let written = write_if_changed(&path, document)?;
        let operations = self.service.operations.len();
        Ok(Generated { path, operations, removed: Vec::new(), written })
    }
}

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

fn holds(path: &Path, content: &str) -> bool {
    fs::read(path).is_ok_and(|present| present == content.as_bytes())
}

/// Replaces the text of a spec if it differs; returns whether it was written. `before` is the content that was read, `None` for a missing
/// file. Other programs read the old text or the new one, also after a failure.
///
/// # Errors
///
/// The file's content is not `before`, because somebody saved it meanwhile. The file, or a file beside it, cannot be written.
pub fn replace_spec(path: &Path, before: Option<&[u8]>, text: &str) -> Result<bool, GenerateError> {
    if before.is_some_and(|before| before == text.as_bytes()) {
        return Ok(false);
    }
    let replaced = whole_file::replace(path, text, |path| match fs::read(path) {
        Ok(present) => Ok(before == Some(present.as_slice())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(before.is_none()),
        Err(error) => Err(error),
    });
    match replaced {
        Ok(true) => Ok(true),
        Ok(false) => Err(GenerateError::Changed { path: path.to_owned() }),
        Err(source) => Err(GenerateError::Unwritable { path: path.to_owned(), source }),
    }
}

/// Returns whether it was written.
fn write_if_changed(path: &Path, content: &str) -> Result<bool, GenerateError> {
    if holds(path, content) {
        return Ok(false);
    }
    let unwritable = |path: &Path, source| GenerateError::Unwritable { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|source| unwritable(folder, source))?;
    }
    whole_file::replace(path, content, |_| Ok(true)).map_err(|source| unwritable(path, source))
}

/// Whether the first line marks the file as generated.
fn is_generated(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(GENERATED.len() as u64).read_to_end(&mut start));
    read.is_ok() && start == GENERATED.as_bytes()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn a_spec_that_was_saved_meanwhile_is_kept() {
        let folder = std::env::temp_dir().join(format!("asmx-codegen-saved-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let spec = folder.join("s.xml");
        fs::write(&spec, "old").unwrap();
        assert!(!replace_spec(&spec, Some(b"old"), "old").unwrap());
        assert!(replace_spec(&spec, Some(b"old"), "new").unwrap());
        fs::write(&spec, "saved meanwhile").unwrap();
        for before in [Some(b"new".as_slice()), None] {
            let error = replace_spec(&spec, before, "newer").unwrap_err();
            assert!(matches!(&error, GenerateError::Changed { path } if *path == spec), "{error}");
        }
        assert_eq!(fs::read_to_string(&spec).unwrap(), "saved meanwhile");
        fs::remove_file(&spec).unwrap();
        assert!(matches!(replace_spec(&spec, Some(b"old"), "new"), Err(GenerateError::Changed { .. })));
        assert!(replace_spec(&spec, None, "new").unwrap());
        let names = |folder: &Path| fs::read_dir(folder).unwrap().count();
        assert_eq!(names(&folder), 1, "nothing is left beside it");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_name_of_the_temporary_file_cannot_be_guessed() {
        let folder = std::env::temp_dir().join(format!("asmx-codegen-beside-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let spec = folder.join("s.xml");
        let mut names = Vec::new();
        for _ in 0..3 {
            let is_written = whole_file::replace(&spec, "text", |_| {
                names.extend(fs::read_dir(&folder)?.map(|entry| entry.unwrap().file_name()));
                Ok(false)
            });
            assert!(!is_written.unwrap());
        }
        names.dedup();
        assert_eq!(names.len(), 3, "{names:?}");
        assert!(names.iter().all(|name| !name.to_string_lossy().contains(&std::process::id().to_string())));
        fs::remove_dir_all(folder).unwrap();
    }
}
