//! Which code that was written for one version compiles against another one.
//!
//! All of it is modules of a few crates. Some errors keep the compiler from looking for others, so that crates are made until one compiles:
//! each has the modules in which the one before had no error.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use asmx_codegen::model::Service;
use asmx_codegen::{RustFile, generate, only, wsdl, wsdl_file};
use serde_json::Value as Json;

use crate::api::Api;

/// The crates of one turn: as many as are compiled at the same time.
const CRATES: usize = 2;

/// More turns than there are kinds of error that hide others.
const MOST_TURNS: usize = 8;

/// The errors in code that was written for one version, by the name of what was added.
pub type Errors = BTreeMap<String, Vec<String>>;

/// Code that was written for one version, and the code that is generated for another one.
pub struct Workspace {
    folder: PathBuf,
    names: BTreeSet<String>,
}

impl Workspace {
    /// A workspace below `folder`, which is made if there is none. It uses the crates of the repository at `root`.
    #[must_use]
    pub fn new(root: &Path, folder: &Path) -> Self {
        let made = Self { folder: folder.to_owned(), names: BTreeSet::new() };
        made.write("Cargo.toml", "[workspace]\nmembers = [\"turn-*\"]\nresolver = \"3\"\n");
        let lock = fs::read_to_string(root.join("Cargo.lock")).expect("the repository has a lock file");
        // Cargo adds the crates of this workspace to it: it is the same only if it is written once.
        made.write("repository.lock", &lock).then(|| made.write("Cargo.lock", &lock));
        for turn in 0..MOST_TURNS {
            for part in 0..CRATES {
                let manifest = format!(
                    "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                     asmx-runtime = {{ path = '{runtime}', default-features = false }}\n",
                    name = package(turn, part),
                    runtime = root.join("runtime").display(),
                );
                made.write(&format!("{}/Cargo.toml", package(turn, part)), &manifest);
                let root = format!("{}/src/lib.rs", package(turn, part));
                if !made.folder.join(&root).exists() {
                    made.write(&root, "");
                }
            }
        }
        made
    }

    /// Adds code that uses all that is generated for `old`, and the code that is generated for `new`. A name is that of a module.
    ///
    /// Operations are left out for which the same code is generated with the same types: what uses them compiles if it compiled before.
    pub fn add_edited(&mut self, name: &str, old: &Service, new: &Service) {
        let code = |service: &Service, operation: &str| {
            let part = only(service.clone(), [operation]).ok()?;
            let files = generate(&part, "service.xml").into_iter();
            // The root holds what is of the service, and no code of an operation.
            Some(files.filter(|file| !file.path.ends_with("mod.rs")).map(|file| file.text).collect::<Vec<_>>())
        };
        let names = |service: &Service| -> BTreeSet<String> {
            service.operations.iter().map(|operation| operation.name.clone()).collect()
        };
        let (of_old, of_new) = (names(old), names(new));
        let is_kept = |name: &&String| code(old, name) != code(new, name);
        let mut kept: BTreeSet<&String> = of_old.union(&of_new).filter(is_kept).collect();
        // Types that no operation needs are left out with the operations.
        let has_others =
            |service: &Service| only(service.clone(), names(service)).is_ok_and(|all| all.types != service.types);
        if has_others(old) || has_others(new) {
            return self.add(name, old, new);
        }
        // A service has an operation.
        kept.extend(of_old.intersection(&of_new).next());
        let part = |service: &Service, names: &BTreeSet<String>| {
            only(service.clone(), kept.iter().filter(|name| names.contains(**name))).expect("it has the operation")
        };
        self.add(name, &part(old, &of_old), &part(new, &of_new));
    }

    /// Adds code that uses all that is generated for `old`, and the code that is generated for `new`. A name is that of a module.
    pub fn add(&mut self, name: &str, old: &Service, new: &Service) {
        self.write(&format!("modules/{name}/mod.rs"), "#[path = \"service.rs\"]\npub mod service;\nmod uses;\n");
        self.write(&format!("modules/{name}/uses.rs"), &Api::of(old).uses());
        self.write(&format!("modules/{name}/{}", wsdl_file("service.xml")), &wsdl(new));
        for RustFile { path, text, .. } in generate(new, "service.xml") {
            self.write(&format!("modules/{name}/{path}"), &text);
        }
        assert!(self.names.insert(name.to_owned()), "two are called {name}");
    }

    /// Compiles all, and returns the errors in what does not compile.
    ///
    /// # Panics
    ///
    /// There are errors in generated code, or cargo fails for another reason than such errors.
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

    /// Compiles those, and returns the errors.
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
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() == errors.is_empty(), "cargo fails without an error in code: {told}");
        errors
    }

    /// Writes a file if it does not say that already, so that cargo need not compile it again.
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

/// The module whose user's code has the error. Where a macro stands between, the error is where the macro was called.
fn module(message: &Json) -> Option<String> {
    let spans = message["spans"].as_array()?.iter().filter(|span| span["is_primary"] == true);
    let mut files = spans.filter_map(|span| span["file_name"].as_str());
    files.find_map(|file| {
        let file = file.replace('\\', "/");
        let (_, rest) = file.split_once("modules/")?;
        rest.strip_suffix("/uses.rs").map(str::to_owned)
    })
}
