//! A crate that `asmx new` makes is green at once.
//!
//! Three documents stand for all. With `EVERY_CASE=1`, as in `.ci/every-case`, the spec of this repository and each WSDL document
//! become crates, clippy and rustdoc see each crate, and two are built alone, as their readers build them.
#![allow(clippy::pedantic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use asmx::new::{Crate, Options};

use crate::members::{Workspace, write};

/// Those of the quick run: most kinds of types, messages of RPC style, headers.
const THREE: [&str; 3] = ["all.wsdl", "headers.wsdl", "rpc.wsdl"];

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// WSDL documents of services. Parts that other documents import are left out.
fn documents() -> Vec<PathBuf> {
    let folders =
        ["codegen/import/tests/fixtures/types", "codegen/import/tests/fixtures/wsdl", "tests/fixtures/mono/wsdl"];
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
    if !cases::are_all() {
        println!("three documents of {}: EVERY_CASE=1 takes all", paths.len());
        paths.retain(|path| THREE.iter().any(|name| path.ends_with(Path::new("wsdl").join(name))));
        assert_eq!(paths.len(), THREE.len(), "{paths:?}");
    }
    paths
}

/// How many files a folder and those in it hold.
fn files(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries.map(|entry| entry.unwrap().path()).map(|path| if path.is_dir() { files(&path) } else { 1 }).sum()
}

/// Makes a crate in `folder`: every second one with its code in it. Returns its name.
fn add(number: usize, input: &Path, folder: &Path, workspace: &Path) -> String {
    let name = format!("new-{number}-{}", input.file_stem().unwrap().to_string_lossy());
    let options = Options { committed: number % 2 == 1, workspace: Some(workspace.to_owned()), ..Options::default() };
    let mut made =
        Crate::plan(input, &folder.join("none").join(&name), &options).unwrap_or_else(|error| panic!("{error}"));
    made.folder = folder.join(&name);
    // An unchanged crate is left as it is, so that cargo need not build it again.
    let is_same =
        |(path, text): &(String, String)| fs::read_to_string(made.folder.join(path)).is_ok_and(|is| is == *text);
    if !made.files.iter().all(is_same) || files(&made.folder) != made.files.len() {
        let _ = fs::remove_dir_all(&made.folder);
        made.write().unwrap_or_else(|error| panic!("{error}"));
    }
    name
}

/// Makes a crate of all: their examples and tests are one program, and their READMEs are its documentation.
fn collect(workspace: &Workspace, names: &[String]) {
    let all = workspace.member("all");
    let dependencies: String = names.iter().map(|name| format!("{name} = {{ path = \"../{name}\" }}\n")).collect();
    let manifest = format!(
        "[package]\nname = \"all\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         asmx-runtime = {{ path = \"../../runtime\" }}\ntokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n\
         {dependencies}"
    );
    let [mut readmes, mut tests] = [const { String::new() }; 2];
    for name in names {
        // The documentation of a file may stand at its beginning only.
        let code = |path: &str| {
            let text = fs::read_to_string(workspace.member(name).join(path)).unwrap();
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
    write(&all.join("Cargo.toml"), &manifest);
    write(&all.join("src/lib.rs"), &readmes);
    write(&all.join("tests/new_crates.rs"), &tests);
}

fn passed(told: &str, test: &str) -> usize {
    told.lines().filter(|line| line.contains(test) && line.ends_with(" ok")).count()
}

#[test]
fn a_new_crate_is_green_at_once() {
    let workspace = Workspace::new("new-crates");
    let mut inputs = documents();
    if cases::are_all() {
        inputs.push(root().join("spec/email-campaign.xml"));
    }
    let add = |(number, input): (usize, &PathBuf)| add(number, input, &workspace.member(""), &workspace.folder);
    let names: Vec<String> = inputs.iter().enumerate().map(add).collect();
    let known: BTreeSet<&str> = names.iter().map(String::as_str).chain(["all"]).collect();
    for folder in fs::read_dir(workspace.member("")).unwrap().map(Result::unwrap) {
        if !known.contains(folder.file_name().to_str().unwrap()) {
            fs::remove_dir_all(folder.path()).unwrap();
        }
    }
    collect(&workspace, &names);

    let count = names.len();
    let told = workspace.succeeds(&["test", "--workspace", "--test", "new_crates"]);
    assert_eq!(passed(&told, "_tests::the_mock_receives_each_request_and_the_client_its_result"), count, "{told}");
    assert_eq!(passed(&told, "_tests::each_request_reaches_the_method_of_its_operation"), count, "{told}");
    assert_eq!(passed(&told, "_example::runs"), count, "{told}");
    if cases::are_all() {
        // The options of `.ci/run`: what it saw is not looked at again.
        let all = ["--workspace", "--exclude", "all", "--all-features"];
        workspace.succeeds(&[&["clippy"], &all[..], &["--", "-D", "warnings"]].concat());
        workspace.succeeds(&[&["doc"], &all[..], &["--no-deps"]].concat());
        let told = workspace.succeeds(&["test", "--workspace", "--doc", "readme_new_"]);
        assert!(passed(&told, "- readme_new_") > count, "{told}");
        alone(&inputs[..2]);
    }
}

/// One crate of each kind in a workspace of its own: the commands of its README, with the features that it asks for itself.
fn alone(inputs: &[PathBuf]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-crates-alone");
    write(&folder.join("Cargo.toml"), "[workspace]\nmembers = [\"*\"]\nresolver = \"3\"\n");
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let cargo = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("nested"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let (told, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "cargo {arguments:?}:\n{told}\n{errors}");
        told.into_owned()
    };
    for (number, input) in inputs.iter().enumerate() {
        let name = &add(number, input, &folder, &root());
        cargo(&["clippy", "--package", name, "--all-targets", "--", "-D", "warnings"]);
        let told = cargo(&["test", "--package", name]);
        assert_eq!(passed(&told, "the_mock_receives_each_request_and_the_client_its_result"), 1, "{told}");
        assert_eq!(passed(&told, "- readme (line"), 2, "{told}");
        let told = cargo(&["run", "--quiet", "--package", name, "--example", &format!("call-{name}")]);
        assert!(!told.trim().is_empty(), "{name}");
    }
}
