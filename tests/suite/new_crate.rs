//! A crate that `asmx new` makes is green at once.
//!
//! Three documents are crates of this workspace, in `tests/new-crates`: their tests, examples and READMEs run with all others, and clippy and
//! rustdoc see them. With `EVERY_CASE=1`, as in `.ci/every-case`, the spec of this repository and each WSDL document become crates of a workspace
//! of their own.
#![allow(clippy::pedantic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use asmx::new::{Crate, Options};

/// Documents with most kinds of types, with messages of RPC style, and with headers; whether the code is committed.
const THREE: [(&str, bool); 3] = [("all", false), ("headers", true), ("rpc", false)];

const FIXTURES: &str = "codegen/import/tests/fixtures/wsdl";
const CRATES: &str = "tests/new-crates";

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_crates_of_three_documents_are_those_that_the_command_makes() {
    for (document, committed) in THREE {
        let name = format!("new-{document}");
        let options =
            Options { name: Some(name.clone()), committed, workspace: Some(PathBuf::from(".")), ..Options::default() };
        let input = format!("{FIXTURES}/{document}.wsdl");
        // A crate is planned for an empty folder.
        let folder = Path::new(CRATES).join(format!("planned-{document}"));
        let planned = Crate::plan(Path::new(&input), &folder, &options).unwrap_or_else(|error| panic!("{error}"));
        goldens::assert_folder(&root().join(CRATES).join(&name), planned.files);
    }
}

/// WSDL documents of services. Parts that other documents import are left out.
fn documents() -> Vec<PathBuf> {
    let folders = ["codegen/import/tests/fixtures/types", FIXTURES, "tests/fixtures/mono/wsdl"];
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders {
        paths.extend(fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| {
        path.extension().is_some_and(|extension| extension == "wsdl")
            && !path.to_string_lossy().ends_with(".wsdl1.wsdl")
    });
    paths.sort();
    assert!(paths.len() > 10, "{paths:?}");
    paths
}

/// A workspace of new crates, built with the dependencies that they ask for themselves.
struct Workspace {
    folder: PathBuf,
}

impl Workspace {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("Cargo.toml"), "[workspace]\nmembers = [\"*\"]\nresolver = \"3\"\n").unwrap();
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self { folder }
    }

    /// Makes a crate: every second one with its code in it. Returns its name.
    fn add(&self, number: usize, input: &Path) -> String {
        let name = format!("new-{number}-{}", input.file_stem().unwrap().to_string_lossy());
        let options = Options { committed: number % 2 == 1, workspace: Some(root()), ..Options::default() };
        let planned = Crate::plan(input, &self.folder.join(&name), &options).unwrap_or_else(|error| panic!("{error}"));
        planned.write().unwrap_or_else(|error| panic!("{error}"));
        name
    }

    /// Runs cargo, which has to succeed. Returns the output.
    fn cargo(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-crates-target"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_INCREMENTAL", "0")
            .env("RUSTDOCFLAGS", "-D warnings")
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "cargo {arguments:?}:\n{text}\n{errors}");
        text.into_owned()
    }

    /// Makes a crate of all: their examples and tests are one program, and their READMEs are its documentation.
    fn collect(&self, names: &[String]) {
        let all = self.folder.join("all");
        let dependencies: String = names.iter().map(|name| format!("{name} = {{ path = \"../{name}\" }}\n")).collect();
        let manifest = format!(
            "[package]\nname = \"all\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             asmx-runtime = {{ path = '{}' }}\ntokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n\
             {dependencies}",
            root().join("runtime").display()
        );
        let [mut readmes, mut tests] = [const { String::new() }; 2];
        for name in names {
            // The documentation of a file may stand at its beginning only.
            let code = |path: &str| {
                let text = fs::read_to_string(self.folder.join(name).join(path)).unwrap();
                text.lines().filter(|line| !line.starts_with("//!")).collect::<Vec<_>>().join("\n")
            };
            let (module, example) = (name.replace('-', "_"), code(&format!("examples/call-{name}.rs")));
            let test = code("tests/every_operation.rs");
            readmes.push_str(&format!(
                "#[cfg(doctest)]\n#[doc = include_str!(\"../../{name}/README.md\")]\nmod readme_{module} {{}}\n"
            ));
            tests.push_str(&format!(
                "mod {module}_tests {{\n{test}\n}}\nmod {module}_example {{\n{example}\n#[test]\nfn runs() {{ main().unwrap(); }}\n}}\n"
            ));
        }
        for (path, text) in [("Cargo.toml", manifest), ("src/lib.rs", readmes), ("tests/new_crates.rs", tests)] {
            let path = all.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
}

fn passed(output: &str, test: &str) -> usize {
    output.lines().filter(|line| line.contains(test) && line.ends_with(" ok")).count()
}

#[test]
fn a_crate_of_every_document_is_green_at_once() {
    if !cases::are_all() {
        println!("three documents, in {CRATES}: EVERY_CASE=1 takes all");
        return;
    }
    let mut inputs = documents();
    inputs.push(root().join("spec/email-campaign.xml"));
    let workspace = Workspace::new("new-crates");
    let names: Vec<String> = inputs.iter().enumerate().map(|(number, input)| workspace.add(number, input)).collect();
    let known: BTreeSet<&String> = names.iter().collect();
    assert_eq!(known.len(), inputs.len());
    workspace.collect(&names);

    let count = names.len();
    let output = workspace.cargo(&["test", "--workspace", "--test", "new_crates"]);
    assert_eq!(passed(&output, "_tests::the_mock_receives_each_request_and_the_client_its_result"), count, "{output}");
    assert_eq!(passed(&output, "_tests::each_request_reaches_the_method_of_its_operation"), count, "{output}");
    assert_eq!(passed(&output, "_example::runs"), count, "{output}");
    let all = ["--workspace", "--exclude", "all", "--all-features"];
    workspace.cargo(&[&["clippy", "--all-targets"], &all[..], &["--", "-D", "warnings"]].concat());
    workspace.cargo(&[&["doc"], &all[..], &["--no-deps"]].concat());
    let output = workspace.cargo(&["test", "--workspace", "--doc", "readme_new_"]);
    assert!(passed(&output, "- readme_new_") > count, "{output}");
    // One crate of each kind as its reader runs it.
    for name in &names[..2] {
        let output = workspace.cargo(&["test", "--package", name]);
        assert_eq!(passed(&output, "the_mock_receives_each_request_and_the_client_its_result"), 1, "{output}");
        assert_eq!(passed(&output, "- readme (line"), 2, "{output}");
        let output = workspace.cargo(&["run", "--quiet", "--package", name, "--example", &format!("call-{name}")]);
        assert!(!output.trim().is_empty(), "{name}");
    }
}
