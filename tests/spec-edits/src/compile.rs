//! Compiles code for one version against another version.
//!
//! The code of all rows is in modules of a few crates. Some errors keep the compiler from finding others, so further crates follow, with the modules
//! that had no error, until one compiles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use asmx_codegen::model::Service;
use asmx_codegen::{RustFile, generate, only, wsdl, wsdl_file};
use serde_json::Value as Json;

use crate::api::Api;

/// Crates that are compiled at the same time.
const CRATES: usize = 2;

/// More turns than kinds of error that hide others.
const MOST_TURNS: usize = 8;

/// Compile errors by the name of the module.
pub type Errors = BTreeMap<String, Vec<String>>;

/// Code for one version of a service, with the generated code of another version.
pub struct Workspace {
    folder: PathBuf,
    names: BTreeSet<String>,
}

impl Workspace {
    /// Creates or reuses a workspace in `folder`, with the crates of the repository at `root`.
    #[must_use]
    pub fn new(root: &Path, folder: &Path) -> Self {
        let workspace = Self { folder: folder.to_owned(), names: BTreeSet::new() };
        workspace.write("Cargo.toml", "[workspace]\nmembers = [\"turn-*\"]\nresolver = \"3\"\n");
        let lock = fs::read_to_string(root.join("Cargo.lock")).expect("the repository has a lock file");
        // Cargo adds the crates of this workspace to the lock file, so it is written only if the original changed.
        workspace.write("repository.lock", &lock).then(|| workspace.write("Cargo.lock", &lock));
        for turn in 0..MOST_TURNS {
            for part in 0..CRATES {
                let manifest = format!(
                    "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                     asmx-runtime = {{ path = '{runtime}', default-features = false }}\n",
                    name = package(turn, part),
                    runtime = root.join("runtime").display(),
                );
                workspace.write(&format!("{}/Cargo.toml", package(turn, part)), &manifest);
                let root = format!("{}/src/lib.rs", package(turn, part));
                if !workspace.folder.join(&root).exists() {
                    workspace.write(&root, "");
                }
            }
        }
        workspace
    }

    /// Adds a module with code that uses everything generated for `old`, and with the code generated for `new`.
    ///
    /// Operations with equal generated code and types are left out: code that uses them still compiles.
    pub fn add_edited(&mut self, name: &str, old: &Service, new: &Service) {
        let part = |service: &Service, operation: &str| only(service.clone(), [operation]).ok();
        let code = |part: Service| {
            let files = generate(&part, "service.xml").into_iter();
            // The root module has no code of operations.
            files.filter(|file| !file.path.ends_with("mod.rs")).map(|file| file.text).collect::<Vec<_>>()
        };
        let names = |service: &Service| -> BTreeSet<String> {
            service.operations.iter().map(|operation| operation.name.clone()).collect()
        };
        let (of_old, of_new) = (names(old), names(new));
        let is_kept = |name: &&String| {
            let (old, new) = (part(old, name), part(new, name));
            // Equal models have equal code, and are compared faster.
            old != new && old.map(code) != new.map(code)
        };
        let mut retained: BTreeSet<&String> = of_old.union(&of_new).filter(is_kept).collect();
        // `only` would also drop types that no operation uses.
        let has_others =
            |service: &Service| only(service.clone(), names(service)).is_ok_and(|all| all.types != service.types);
        if has_others(old) || has_others(new) {
            return self.add(name, old, new);
        }
        // A service needs an operation.
        retained.extend(of_old.intersection(&of_new).next());
        let part = |service: &Service, names: &BTreeSet<String>| {
            only(service.clone(), retained.iter().filter(|name| names.contains(**name))).expect("it has the operation")
        };
        self.add(name, &part(old, &of_old), &part(new, &of_new));
    }

    /// Adds a module with code that uses everything generated for `old`, and with the code generated for `new`.
    pub fn add(&mut self, name: &str, old: &Service, new: &Service) {
        self.write(&format!("modules/{name}/mod.rs"), "#[path = \"service.rs\"]\npub mod service;\nmod uses;\n");
        self.write(&format!("modules/{name}/uses.rs"), &Api::of(old).uses());
        self.write(&format!("modules/{name}/{}", wsdl_file("service.xml")), &wsdl(new));
        for RustFile { path, text, .. } in generate(new, "service.xml") {
            self.write(&format!("modules/{name}/{path}"), &text);
        }
        assert!(self.names.insert(name.to_owned()), "two are called {name}");
    }

    /// Compiles all modules, and returns their errors.
    ///
    /// # Panics
    ///
    /// Generated code has an error, or cargo fails for another reason.
    #[must_use]
    pub fn check(&self) -> Errors {
        let (mut all, mut left) = (Errors::new(), self.names.clone());
        for turn in 0..MOST_TURNS {
            let found = self.turn(turn, &left);
            if found.is_empty() {
                return all;
            }
            left.retain(|name| !found.contains_key(name));
            all.extend(found);
        }
        panic!("more than {MOST_TURNS} turns: {:?}", all.keys());
    }

    fn turn(&self, turn: usize, names: &BTreeSet<String>) -> Errors {
        let mut packages = Vec::new();
        for part in 0..CRATES {
            let of_part = names.iter().enumerate().filter(|(number, _)| number % CRATES == part);
            let modules =
                of_part.map(|(_, name)| format!("#[path = \"../../modules/{name}/mod.rs\"]\npub mod {name};\n"));
            let text = format!("#![allow(warnings)]\n{}", modules.collect::<String>());
            self.write(&format!("{}/src/lib.rs", package(turn, part)), &text);
            packages.extend(["--package".to_owned(), package(turn, part)]);
        }
        let output = Command::new(env!("CARGO"))
            .args(["check", "--keep-going", "--message-format=json"])
            .args(packages)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS")
            .output()
            .expect("cargo starts");
        let mut errors = Errors::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<Json>(line) else { continue };
            let message = &message["message"];
            if message["level"] == "error" && message["spans"].as_array().is_some_and(|spans| !spans.is_empty()) {
                let text = message["rendered"].as_str().unwrap_or_default();
                let name = module(message).unwrap_or_else(|| panic!("an error that is not in code of a user: {text}"));
                errors.entry(name).or_default().push(text.to_owned());
            }
        }
        let reason = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() == errors.is_empty(), "cargo fails without an error in code: {reason}");
        errors
    }

    /// Writes a file only if its content changes, so that cargo does not compile it again.
    fn write(&self, path: &str, text: &str) -> bool {
        let path = self.folder.join(path);
        if fs::read_to_string(&path).is_ok_and(|is| is == text) {
            return false;
        }
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder is made");
        fs::write(path, text).expect("a file is written");
        true
    }
}

fn package(turn: usize, part: usize) -> String {
    format!("turn-{turn}-{part}")
}

/// The module whose `uses.rs` has the error, directly or through a macro call.
fn module(message: &Json) -> Option<String> {
    let spans = message["spans"].as_array()?.iter().filter(|span| span["is_primary"] == true);
    let mut files = spans.filter_map(|span| span["file_name"].as_str());
    files.find_map(|file| {
        let file = file.replace('\\', "/");
        let (_, rest) = file.split_once("modules/")?;
        rest.strip_suffix("/uses.rs").map(str::to_owned)
    })
}
