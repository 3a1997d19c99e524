//! Crates that tests make, built as further members of this workspace.
//!
//! They stand in a copy of links to everything here, and share one target folder. It is not that of the tests: a package has the same
//! names there under both roots, so that a build in the copy would replace libraries that documentation tests are about to use.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
    pub fn cargo(&self, arguments: &[&str]) -> Output {
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
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("members")
}
