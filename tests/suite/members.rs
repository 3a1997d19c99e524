//! Crates that tests make, built as further members of this workspace.
//!
//! They stand in a copy of links to everything here, and share one target folder. It is not that of the tests: a package has the same
//! names there under both roots, so that a build in the copy would replace libraries that documentation tests are about to use. It
//! begins with the crates of others that the tests were built with.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// A copy of the workspace of its own.
pub struct Workspace {
    pub folder: PathBuf,
}

impl Workspace {
    /// Makes the copy. Its members are those of this workspace, and what is in its folder `members`.
    pub fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(folder.join("members")).unwrap();
        for entry in fs::read_dir(root).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            if !name.starts_with('.') && !["Cargo.lock", "Cargo.toml", "target"].contains(&name.as_str()) {
                let link = folder.join(name);
                let _ = fs::remove_file(&link);
                std::os::unix::fs::symlink(entry.path(), link).unwrap();
            }
        }
        let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
        let extended = manifest.replacen("\nmembers = [", "\nmembers = [\"members/*\", ", 1);
        assert_ne!(extended, manifest);
        fs::write(folder.join("Cargo.toml"), extended).unwrap();
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self { folder }
    }

    /// The folder of a new member.
    pub fn member(&self, name: &str) -> PathBuf {
        self.folder.join("members").join(name)
    }

    /// Runs cargo. `--workspace` and a target, such as `--test new`, select the features of the whole workspace and what is built.
    fn cargo(&self, arguments: &[&str]) -> Output {
        let mut command = cargo();
        command.args(arguments).current_dir(&self.folder);
        command.env("CARGO_TARGET_DIR", built()).env("CARGO_NET_OFFLINE", "true").env("RUSTDOCFLAGS", "-D warnings");
        command.output().unwrap()
    }

    /// Runs cargo, which has to succeed. Returns the output.
    pub fn succeeds(&self, arguments: &[&str]) -> String {
        let output = self.cargo(arguments);
        let (told, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "cargo {arguments:?}:\n{told}\n{errors}");
        told.into_owned()
    }
}

/// Writes a file if its text differs, so that cargo builds again only what changed.
pub fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Cargo, without what it tells a test of its package: a build script that looks at that would run again.
pub fn cargo() -> Command {
    let mut command = Command::new(env!("CARGO"));
    for (name, _) in std::env::vars_os() {
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|of| name.to_string_lossy().starts_with(of)) {
            command.env_remove(name);
        }
    }
    command
}

/// The target folder of the copies.
pub fn built() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT
        .get_or_init(|| {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("members");
            begin_with_crates_of_others(&folder);
            folder
        })
        .clone()
}

/// Links the libraries of other crates into a new target folder, and copies what cargo knows of them. Cargo builds a crate again if it
/// does not find it as it should be.
fn begin_with_crates_of_others(target: &Path) {
    let program = std::env::current_exe().unwrap();
    let from = program.ancestors().nth(2).unwrap();
    let to = target.join(from.file_name().unwrap());
    if to.exists() {
        return;
    }
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    let others = lock.split("[[package]]").filter(|package| package.contains("\nsource = "));
    let others: BTreeSet<&str> = others.filter_map(|package| package.split('"').nth(1)).collect();
    let libraries: BTreeSet<String> = others.iter().map(|name| name.replace('-', "_")).collect();
    for entry in fs::read_dir(from.join("deps")).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let Some((library, _)) = name.strip_prefix("lib").and_then(|name| name.rsplit_once('-')) else { continue };
        if libraries.contains(library) {
            fs::create_dir_all(to.join("deps")).unwrap();
            fs::hard_link(entry.path(), to.join("deps").join(name)).unwrap();
        }
    }
    for room in [".fingerprint", "build"] {
        for entry in fs::read_dir(from.join(room)).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            if name.rsplit_once('-').is_some_and(|(package, _)| others.contains(package)) {
                copy(&entry.path(), &to.join(room).join(name));
            }
        }
    }
}

/// Copies a folder with the times of its files, which cargo compares.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).unwrap();
        let changed = from.metadata().unwrap().modified().unwrap();
        File::options().write(true).open(to).unwrap().set_modified(changed).unwrap();
    }
}
