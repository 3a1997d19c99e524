//! What `asmx new` makes is green at once, of every WSDL document here.
#![allow(clippy::pedantic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use asmx::new::{Crate, Options};

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// WSDL documents of services; what another document imports is none.
fn documents() -> Vec<PathBuf> {
    let folders = ["import/tests/fixtures/types", "import/tests/fixtures/wsdl", "tests/fixtures/mono/wsdl"];
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders {
        paths.extend(fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| {
        path.extension().is_some_and(|extension| extension == "wsdl")
            && !path.to_string_lossy().ends_with(".wsdl1.wsdl")
    });
    paths.sort();
    paths
}

/// How many files a folder and those in it hold.
fn files(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries.map(|entry| entry.unwrap().path()).map(|path| if path.is_dir() { files(&path) } else { 1 }).sum()
}

/// A workspace of new crates, and of one that has their examples, tests and READMEs in it: linked once, not once for each.
struct Workspace {
    folder: PathBuf,
    names: Vec<String>,
}

impl Workspace {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-crates");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("Cargo.toml"), "[workspace]\nmembers = [\"*\"]\nresolver = \"3\"\n").unwrap();
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self { folder, names: Vec::new() }
    }

    /// Makes a crate: every second one with its code in it, every third one with features.
    fn add(&mut self, input: &Path) {
        let number = self.names.len();
        let name = format!("new-{number}-{}", input.file_stem().unwrap().to_string_lossy());
        let options = Options {
            committed: number % 2 == 1,
            features: number % 3 == 1,
            workspace: Some(root()),
            ..Options::default()
        };
        let mut made = Crate::plan(input, &self.folder.join("none").join(&name), &options)
            .unwrap_or_else(|error| panic!("{error}"));
        made.folder = self.folder.join(&name);
        // One that is there already is not written again, so that cargo need not build it again.
        let is_same =
            |(path, text): &(String, String)| fs::read_to_string(made.folder.join(path)).is_ok_and(|is| is == *text);
        if !made.files.iter().all(is_same) || files(&made.folder) != made.files.len() {
            let _ = fs::remove_dir_all(&made.folder);
            made.write().unwrap_or_else(|error| panic!("{error}"));
        }
        self.names.push(name);
    }

    /// Makes the crate of all, and removes those of an earlier run.
    fn collect(&self) {
        for folder in
            fs::read_dir(&self.folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
        {
            let name = folder.file_name().unwrap().to_string_lossy().into_owned();
            if !self.names.contains(&name) {
                fs::remove_dir_all(folder).unwrap();
            }
        }
        let folder = self.folder.join("all");
        fs::create_dir_all(folder.join("src")).unwrap();
        let dependencies: String =
            self.names.iter().map(|name| format!("{name} = {{ path = \"../{name}\" }}\n")).collect();
        let manifest = format!(
            "[package]\nname = \"all\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             asmx-runtime = {{ path = '{}' }}\ntokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n{dependencies}",
            root().join("runtime").display()
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        let mut text = String::new();
        for name in &self.names {
            // What a file says of itself stands only at its beginning.
            let code = |path: &str| {
                let text = fs::read_to_string(self.folder.join(name).join(path)).unwrap();
                text.lines().filter(|line| !line.starts_with("//!")).collect::<Vec<_>>().join("\n")
            };
            let (module, example, tests) =
                (name.replace('-', "_"), code("examples/call.rs"), code("tests/every_operation.rs"));
            text.push_str(&format!(
                "#[cfg(doctest)]\n#[doc = include_str!(\"../../{name}/README.md\")]\nmod readme_{module} {{}}\n\
                 #[cfg(test)]\nmod {module}_tests {{\n{tests}\n}}\n\
                 #[cfg(test)]\nmod {module}_example {{\n{example}\n#[test]\nfn runs() {{ main().unwrap(); }}\n}}\n"
            ));
        }
        fs::write(folder.join("src/lib.rs"), text).unwrap();
    }

    /// Runs cargo, which has to succeed. Returns what it printed.
    fn cargo(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("nested"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_INCREMENTAL", "0")
            .env("RUSTDOCFLAGS", "-D warnings")
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let (told, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "cargo {arguments:?}:\n{told}\n{errors}");
        told.into_owned()
    }
}

#[test]
fn a_new_crate_is_green_at_once() {
    let mut workspace = Workspace::new();
    for document in documents() {
        workspace.add(&document);
    }
    workspace.add(&root().join("spec/email-campaign.xml"));
    let count = workspace.names.len();
    assert!(count > 10, "{:?}", workspace.names);
    workspace.collect();

    workspace.cargo(&["clippy", "--workspace", "--exclude", "all", "--", "-D", "warnings"]);
    workspace.cargo(&["doc", "--workspace", "--no-deps", "--exclude", "all"]);
    // The examples, tests and READMEs of all.
    let told = workspace.cargo(&["test", "--package", "all"]);
    let passed =
        |told: &str, test: &str| told.lines().filter(|line| line.contains(test) && line.ends_with(" ok")).count();
    assert_eq!(passed(&told, "_tests::the_mock_receives_each_request_and_the_client_its_result"), count, "{told}");
    assert_eq!(passed(&told, "_tests::each_request_reaches_the_method_of_its_operation"), count, "{told}");
    assert_eq!(passed(&told, "_example::runs"), count, "{told}");
    assert!(passed(&told, "- readme_new_") > count, "{told}");

    // One crate of each kind by the commands of its README, and by those of CI.
    for name in &workspace.names[..2] {
        workspace.cargo(&["clippy", "--package", name, "--all-targets", "--", "-D", "warnings"]);
        let told = workspace.cargo(&["test", "--package", name]);
        assert_eq!(passed(&told, "the_mock_receives_each_request_and_the_client_its_result"), 1, "{told}");
        assert_eq!(passed(&told, "- readme (line"), 2, "{told}");
        let told = workspace.cargo(&["run", "--quiet", "--package", name, "--example", "call"]);
        assert!(!told.trim().is_empty(), "{name}");
    }
}
