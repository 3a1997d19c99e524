//! Whether generated code and snapshots fit the spec.

use std::fs;
use std::path::{Path, PathBuf};

use super::ReviewError;
use super::check::Check;
use super::configuration::{Configuration, Generated};
use super::git::{Commit, Repository};
use super::pair::Pair;
use super::tree::from_root;
use asmx_codegen::model::Service;
use asmx_codegen::output::outdated;

/// Whether generated code that is committed is what the specs give.
pub(super) fn generated_code(configuration: &Configuration, specs: &[PathBuf]) -> Result<Check, ReviewError> {
    const NAME: &str = "generated code";
    let all = &configuration.review.generated;
    if all.is_empty() {
        return Ok(Check::not_checked(NAME, "the configuration names none that is committed"));
    }
    let mut not_current = Vec::new();
    for generated in all {
        let Generated { folder, only, features, .. } = generated;
        let own: Vec<PathBuf> = generated.specs.iter().map(|spec| configuration.path(spec)).collect();
        let specs = if own.is_empty() { specs } else { &own };
        let options = asmx_import::files::options().only(only.clone()).features(*features);
        not_current.extend(outdated(&configuration.path(folder), specs, &options).map_err(ReviewError::Generated)?);
    }
    let Some(first) = not_current.first() else {
        return Ok(Check::fits(NAME, "every file is what the specs give"));
    };
    let first = first.to_string_lossy();
    let are = match not_current.len() {
        1 => format!("{first} is"),
        count => format!("{first} and {} more are", count - 1),
    };
    Ok(Check::fails(
        NAME,
        format!("{are} not what the specs give"),
        "run `asmx generate` as before and commit what it writes",
    ))
}

/// Whether snapshots were accepted and, where the configuration says that they follow the generated code, changed with it.
pub(super) fn snapshots(
    configuration: &Configuration,
    repository: &Repository,
    base: &Commit,
    pairs: &[Pair],
) -> Result<Check, ReviewError> {
    const NAME: &str = "snapshots";
    if let Some(first) = pending(repository)? {
        return Ok(Check::fails(
            NAME,
            format!("{} waits to be accepted", first.to_string_lossy()),
            "look at it, then run the tests with INSTA_UPDATE=always, or take it away",
        ));
    }
    let folders = &configuration.review.snapshots;
    if folders.is_empty() {
        return Ok(Check::fits(NAME, "none waits to be accepted; whether they are current, the tests tell"));
    }
    let mut changed = None;
    for folder in folders {
        let path = configuration.path(folder);
        let no_file = || ReviewError::NoFile { name: path.to_string_lossy().into_owned() };
        let inside = from_root(repository, &path).ok_or_else(no_file)?;
        if repository.has_changed(base, &inside)? {
            continue;
        }
        let folder = path.to_string_lossy();
        match *changed.get_or_insert_with(|| Changed::of(pairs)) {
            Changed::Nothing => {
                return Ok(Check::fits(NAME, "none waits to be accepted, and the generated code is as before"));
            }
            Changed::Types => {
                let message = format!(
                    "only code of types changed, and nothing in {folder} did: your tests tell whether it has to"
                );
                return Ok(Check::not_checked(NAME, message));
            }
            Changed::Operations => {
                return Ok(Check::fails(
                    NAME,
                    format!("the code of operations changed, and nothing in {folder} did"),
                    "run the tests with INSTA_UPDATE=always and commit what they write",
                ));
            }
        }
    }
    Ok(Check::fits(NAME, "they changed with the spec, and none waits to be accepted"))
}

/// The generated code that changed.
#[derive(Clone, Copy)]
enum Changed {
    Nothing,
    /// That of types and of no operation. Snapshots need not show types.
    Types,
    Operations,
}

impl Changed {
    fn of(pairs: &[Pair]) -> Self {
        let is_other = |code: fn(&Service) -> Vec<String>| {
            pairs.iter().any(|pair| pair.before().map(code) != pair.now().map(code))
        };
        let operations = |service: &Service| {
            (0..service.operations.len()).map(|index| asmx_codegen::generate_operation(service, index)).collect()
        };
        let types = |service: &Service| {
            (0..service.types.len()).map(|index| asmx_codegen::generate_type(service, index)).collect()
        };
        if is_other(operations) {
            Self::Operations
        } else if is_other(types) {
            Self::Types
        } else {
            Self::Nothing
        }
    }
}

/// The first snapshot that a test wrote and nobody accepted. They stand beside those that are committed.
fn pending(repository: &Repository) -> Result<Option<PathBuf>, ReviewError> {
    if let Some(committed) = repository.files(".snap.new")?.into_iter().next() {
        return Ok(Some(committed));
    }
    let mut folders: Vec<PathBuf> =
        repository.files(".snap")?.iter().filter_map(|file| file.parent().map(Path::to_owned)).collect();
    folders.dedup();
    for folder in folders {
        let path = repository.root.join(&folder);
        // A folder whose snapshots were all removed may be gone.
        let Ok(entries) = fs::read_dir(&path) else { continue };
        let mut names: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.file_name())).collect();
        names.sort();
        if let Some(name) = names.into_iter().find(|name| name.to_string_lossy().ends_with(".snap.new")) {
            return Ok(Some(folder.join(name)));
        }
    }
    Ok(None)
}
