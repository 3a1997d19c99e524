//! From spec files to Rust and WSDL files, for build scripts and for the command.

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
use crate::whole_file;

/// Why no Rust could be generated from a spec file. `Display` gives the text for people.
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
    /// Chosen operations are not there.
    NoSuchOperation {
        /// The spec file.
        spec: PathBuf,
        /// What was looked for, and what is near it.
        source: NoSuchOperation,
    },
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
    /// A file that would be written is the spec itself, or is Rust that was not generated.
    Occupied {
        /// The file, which is left as it is.
        path: PathBuf,
    },
    /// Somebody saved a spec while it was worked on.
    Changed {
        /// The spec, which is left as it is.
        path: PathBuf,
    },
    /// The file, or the folder it belongs in, could not be written.
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

asmx_types::debug_is_a_sentence!(GenerateError);

impl fmt::Display for GenerateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { spec, source } => {
                write!(formatter, "error: cannot read {}: {source}", shown(spec))
            }
            Self::Mistakes(diagnostics) => diagnostics.fmt(formatter),
            Self::NoSuchOperation { spec, source } => write!(formatter, "error: {}: {source}", shown(spec)),
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
            Self::Occupied { path } => write!(
                formatter,
                "error: {} is in the way: it was not generated; move it, or choose another folder",
                shown(path)
            ),
            Self::Changed { path } => write!(
                formatter,
                "error: {} was changed meanwhile, so nothing was written: run the command again",
                shown(path)
            ),
            Self::Unwritable { path, source } => write!(formatter, "error: cannot write {}: {source}", shown(path)),
        }
    }
}

fn shown(path: &Path) -> String {
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

/// A generated file, which is current.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The file: Rust that is to be included, or a WSDL document.
    pub path: PathBuf,
    /// How many operations the service has.
    pub operations: usize,
    /// Features that `Cargo.toml` has to list, one for each area; empty where nothing is compiled by feature.
    pub features: Vec<String>,
    /// Modules that an earlier state of the spec gave, which were removed.
    pub removed: Vec<PathBuf>,
    /// Whether this file or one of its modules was written or removed. If not, all of them were current already.
    pub written: bool,
}

/// How a service is read from a file, and from which files. The default reads specs; that of `asmx-import` reads WSDL documents, too.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// The service of a file. Mistakes name the file as it was given.
    pub read: fn(&Path) -> Result<Service, GenerateError>,
    /// The file and those that it leads to: a build depends on them.
    pub files: fn(&Path) -> Vec<PathBuf>,
}

impl Default for Reader {
    fn default() -> Self {
        Self { read: read_spec, files: |spec| vec![spec.to_owned()] }
    }
}

fn read_spec(spec: &Path) -> Result<Service, GenerateError> {
    let bytes = fs::read(spec).map_err(|source| GenerateError::Unreadable { spec: spec.to_owned(), source })?;
    crate::load(&spec.to_string_lossy(), &bytes).map_err(GenerateError::Mistakes)
}

/// Options of the generation. The default is all of a spec, without features.
#[derive(Debug, Clone, Default)]
pub struct GenerateOptions {
    only: Vec<String>,
    features: bool,
    pub(crate) reader: Reader,
}

impl GenerateOptions {
    /// Generates only the operations that match one of the patterns, and what they need: see [`only`](crate::only()). Patterns of several
    /// calls add up; without any, every operation is generated.
    #[must_use]
    pub fn only<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        self.only.extend(patterns.into_iter().map(Into::into));
        self
    }

    /// Whether each area is compiled only with a Cargo feature of its name (no by default): see
    /// [`generate_with_features`](crate::generate_with_features).
    #[must_use]
    pub fn features(mut self, features: bool) -> Self {
        self.features = features;
        self
    }

    /// Reads the files with another reader.
    #[doc(hidden)]
    #[must_use]
    pub fn reader(mut self, reader: Reader) -> Self {
        self.reader = reader;
        self
    }
}

/// What a WSDL document states and a spec may leave open.
#[derive(Debug, Clone, Copy)]
pub struct WsdlPlace<'a> {
    /// The service's XML namespace; `None` is the one that the spec states.
    pub namespace: Option<&'a str>,
    /// The base URL of the service, to which the spec's path is added.
    pub base_url: &'a str,
}

/// Generates Rust from each spec into `folder`, which is made if it is missing: `<stem>.rs`, which is to be included, the modules
/// in `<stem>/` that it leads to, and the template `<stem>.wsdl` that they include for servers. A file is written only if its
/// content changes, and none is written unless every spec is without mistakes. Generated files in `<stem>/` that are not of the spec any more
/// are removed: those that begin with the line which every generated file begins with.
///
/// # Errors
///
/// Everything that is wrong with any of the specs or, if nothing is, every file that could not be written. A file of Rust that is in the way and was not
/// generated is left as it is.
pub fn generate_into<P: AsRef<Path>>(
    folder: &Path,
    specs: &[P],
    options: &GenerateOptions,
) -> Result<Vec<Generated>, Vec<GenerateError>> {
    let sources = sources(specs, options)?;
    all(sources.iter().map(|source| source.generate_into(folder, options)).collect())
}

/// The files in `folder` that are not current: those that [`generate_into`] would write because they are missing or differ, and those that it would
/// remove. Nothing is written. It is for a test of a crate whose generated code is committed.
///
/// # Errors
///
/// Everything that is wrong with any of the specs; the folder could not be read.
pub fn outdated<P: AsRef<Path>>(
    folder: &Path,
    specs: &[P],
    options: &GenerateOptions,
) -> Result<Vec<PathBuf>, Vec<GenerateError>> {
    let sources = sources(specs, options)?;
    let outdated = all(sources.iter().map(|source| source.outdated(folder, options)).collect())?;
    Ok(outdated.into_iter().flatten().collect())
}

fn sources<P: AsRef<Path>>(specs: &[P], options: &GenerateOptions) -> Result<Vec<Source>, Vec<GenerateError>> {
    // The names of Rust files that are taken, and by which spec.
    let mut names: BTreeMap<OsString, PathBuf> = BTreeMap::new();
    let source = |spec: &P| {
        let spec = spec.as_ref().to_owned();
        let service = (options.reader.read)(&spec)?;
        let mut output = spec.file_stem().unwrap_or(OsStr::new("spec")).to_owned();
        output.push(".rs");
        if let Some(first) = names.insert(output.clone(), spec.clone()) {
            return Err(GenerateError::SameName { first, second: spec });
        }
        let service = only(service, &options.only)
            .map_err(|source| GenerateError::NoSuchOperation { spec: spec.clone(), source })?;
        let name = spec.file_name().unwrap_or(OsStr::new("spec")).to_string_lossy().into_owned();
        Ok(Source { service, spec, name, output })
    };
    all(specs.iter().map(source).collect())
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
    options: &GenerateOptions,
    place: WsdlPlace<'_>,
) -> Result<Vec<Generated>, Vec<GenerateError>> {
    let sources = sources(specs, options)?;
    let documents = sources.iter().map(|source| {
        let address = format!("{}{}", place.base_url.trim_end_matches('/'), source.service.path);
        let document = crate::wsdl_at(&source.service, place.namespace, &address);
        document
            .map(|document| (source, document))
            .ok_or_else(|| GenerateError::NoNamespace { spec: source.spec.clone() })
    });
    let documents = all(documents.collect())?;
    all(documents.iter().map(|(source, document)| source.write_wsdl(folder, document)).collect())
}

struct Source {
    service: Service,
    /// The spec file.
    spec: PathBuf,
    name: String,
    output: OsString,
}

impl Source {
    fn generate_into(&self, folder: &Path, options: &GenerateOptions) -> Result<Generated, GenerateError> {
        let files = self.files(options);
        self.refuse_occupied(folder, &files)?;
        let mut written = false;
        for file in &files {
            written |= write_if_changed(&folder.join(&file.path), &file.text)?;
        }
        let removed = self.others(folder, &files)?;
        for other in &removed {
            fs::remove_file(other).map_err(|source| GenerateError::Unwritable { path: other.clone(), source })?;
            written = true;
        }
        let features = if options.features { crate::features(&self.service) } else { Vec::new() };
        let (path, operations) = (folder.join(&self.output), self.service.operations.len());
        Ok(Generated { path, operations, features, removed, written })
    }

    fn outdated(&self, folder: &Path, options: &GenerateOptions) -> Result<Vec<PathBuf>, GenerateError> {
        let files = self.files(options);
        let mut outdated = self.others(folder, &files)?;
        let changed = files.iter().map(|file| (folder.join(&file.path), file));
        outdated.extend(changed.filter(|(path, file)| !holds(path, &file.text)).map(|(path, _)| path));
        outdated.sort();
        Ok(outdated)
    }

    /// Everything that is generated, the template of the WSDL document among it.
    fn files(&self, options: &GenerateOptions) -> Vec<RustFile> {
        let generate = if options.features { crate::generate_with_features } else { crate::generate };
        let mut files = generate(&self.service, &self.name);
        files.push(RustFile { path: crate::wsdl_file(&self.name), text: crate::wsdl(&self.service) });
        files
    }

    /// Refuses to write over the spec, and over Rust that was not generated; a file without content is nobody's work.
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

    /// Modules that an earlier spec gave: generated files of Rust in the folder of modules that are not among `files`.
    fn others(&self, folder: &Path, files: &[RustFile]) -> Result<Vec<PathBuf>, GenerateError> {
        let modules = folder.join(&self.output).with_extension("");
        let unreadable = |source| GenerateError::Unwritable { path: modules.clone(), source };
        let entries = match fs::read_dir(&modules) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(unreadable)?,
        };
        let mut others = Vec::new();
        for entry in entries {
            let path = entry.map_err(unreadable)?.path();
            let is_module = path.extension().is_some_and(|extension| extension == "rs");
            if is_module && !files.iter().any(|file| folder.join(&file.path) == path) && is_generated(&path) {
                others.push(path);
            }
        }
        Ok(others)
    }

    fn write_wsdl(&self, folder: &Path, document: &str) -> Result<Generated, GenerateError> {
        let file = RustFile { path: crate::wsdl_file(&self.name), text: document.to_owned() };
        self.refuse_occupied(folder, std::slice::from_ref(&file))?;
        let path = folder.join(&file.path);
        let written = write_if_changed(&path, document)?;
        let operations = self.service.operations.len();
        Ok(Generated { path, operations, features: Vec::new(), removed: Vec::new(), written })
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

/// Replaces the text of a spec unless it is that already; whether it was written. `before` is what was read of the file, `None` if there was none. A
/// program that reads it meanwhile finds the old text or the new one, and so does one that reads it after a failure.
///
/// # Errors
///
/// The file has another text than `before`, because somebody saved it meanwhile. The file, or one beside it, cannot be written.
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

/// Writes the file unless it already has that content; whether it was written.
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

/// Whether a file was generated: its first line says so.
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
    fn nobody_knows_the_name_of_the_file_beside() {
        let folder = std::env::temp_dir().join(format!("asmx-codegen-beside-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let spec = folder.join("s.xml");
        let mut seen = Vec::new();
        for _ in 0..3 {
            let is_written = whole_file::replace(&spec, "text", |_| {
                seen.extend(fs::read_dir(&folder)?.map(|entry| entry.unwrap().file_name()));
                Ok(false)
            });
            assert!(!is_written.unwrap());
        }
        seen.dedup();
        assert_eq!(seen.len(), 3, "{seen:?}");
        assert!(seen.iter().all(|name| !name.to_string_lossy().contains(&std::process::id().to_string())));
        fs::remove_dir_all(folder).unwrap();
    }
}
