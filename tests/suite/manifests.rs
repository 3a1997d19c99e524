//! The manifests of the workspace, as cargo reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::documents::{files, read};

/// Every package of the workspace, without the crates that `asmx new` makes.
pub fn packages() -> Vec<Value> {
    let mut packages = metadata()["packages"].as_array().unwrap().clone();
    packages.retain(|package| !package["manifest_path"].as_str().unwrap().contains("new-crates"));
    packages
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Those that are published.
pub fn published() -> Vec<Value> {
    packages().into_iter().filter(|package| package["publish"].is_null()).collect()
}

/// The names of a package's dependencies, those of its tests left out.
pub fn dependencies(package: &Value) -> impl Iterator<Item = String> {
    let all = package["dependencies"].as_array().unwrap().iter();
    let used = all.filter(|dependency| dependency["kind"] != "dev");
    used.map(|dependency| dependency["name"].as_str().unwrap().to_owned())
}

/// The blocks of a page in this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}");
    let starts = page.split(&fence).skip(1);
    starts.filter_map(|rest| rest.split_once('\n')).filter_map(|(_, rest)| Some(rest.split_once("\n```")?.0)).collect()
}

/// The `[dependencies]` that a page states, letter by letter.
fn dependency_blocks(page: &str) -> Vec<String> {
    let page = read(page);
    blocks(&page, "toml").into_iter().filter(|block| block.starts_with("[dependencies]")).map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn the_dependencies_that_pages_state_resolve_beside_a_checkout() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stated-dependencies");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("program/src")).unwrap();
    fs::write(folder.join("program/src/main.rs"), "fn main() {}\n").unwrap();
    std::os::unix::fs::symlink(root, folder.join("email-campaign-client")).unwrap();
    for (page, program) in [
        ("README.md", "email-campaign-client"),
        ("docs/guide/first-call.md", "email-campaign-client"),
        ("docs/guide/your-service.md", "asmx-runtime"),
        ("codegen/import/README.md", "asmx-runtime"),
    ] {
        for dependencies in dependency_blocks(page) {
            assert!(dependencies.contains(program), "{page}");
            let head = "[package]\nname = \"program\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n";
            fs::write(folder.join("program/Cargo.toml"), format!("{head}{dependencies}\n")).unwrap();
            fs::copy(root.join("Cargo.lock"), folder.join("program/Cargo.lock")).unwrap();
            let output = Command::new(env!("CARGO"))
                .args(["tree", "--offline", "--quiet"])
                .current_dir(folder.join("program"))
                .output()
                .unwrap();
            assert!(output.status.success(), "{page}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    assert_eq!(
        dependency_blocks("README.md").first().map(|block| block.lines().count()),
        Some(3),
        "README.md is short"
    );
}

#[test]
fn the_manifest_of_the_first_call_serves_every_example_that_calls_the_service() {
    let manifest: toml::Table = dependency_blocks("docs/guide/first-call.md").concat().parse().unwrap();
    let dependencies: BTreeSet<String> =
        manifest["dependencies"].as_table().unwrap().keys().map(|name| name.replace('-', "_")).collect();
    let mut examples = 0;
    for page in files(&["md"]).iter().filter(|page| page.starts_with("docs/guide/")) {
        let text = read(page);
        for example in blocks(&text, "rust").into_iter().filter(|example| example.contains("email_campaign_client::")) {
            examples += 1;
            for used in example.lines().filter_map(|line| line.trim_start_matches("# ").strip_prefix("use ")) {
                let name = used.split(':').next().unwrap();
                assert!(name == "std" || dependencies.contains(name), "{page}: `use {used}`");
            }
        }
    }
    assert!(examples > 10, "{examples}");
}

/// Cargo compiles a crate once for each set of features. Build scripts and tests may ask for different ones: `tests/one-build` asks for both.
#[test]
fn each_crate_is_compiled_with_one_set_of_features() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--workspace", "--offline", "--quiet", "--prefix", "none", "--format", "{p}|{f}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let mut features = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (package, set) in printed.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('|')) {
        features.entry(package).or_default().insert(set);
    }
    assert!(features.len() > 100, "{printed}");
    features.retain(|_, sets| sets.len() > 1);
    assert!(features.is_empty(), "state the missing features in tests/one-build/Cargo.toml: {features:#?}");
}

/// Without `-p`, cargo looks for an example in the default members.
#[test]
fn examples_that_the_readme_and_the_guide_run_are_found_from_the_root() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let packages = packages
        .iter()
        .filter(|package| metadata["workspace_default_members"].as_array().unwrap().contains(&package["id"]));
    let targets = packages.flat_map(|package| package["targets"].as_array().unwrap());
    let known: Vec<&str> = targets
        .filter(|target| target["kind"][0] == "example")
        .map(|target| target["name"].as_str().unwrap())
        .collect();
    let mut found = 0;
    for page in files(&["md"]).iter().filter(|page| *page == "README.md" || page.starts_with("docs/guide/")) {
        for after in read(page).replace("cargo run -p examples ", "cargo run ").split("cargo run --example ").skip(1) {
            let name: String =
                after.chars().take_while(|letter| letter.is_alphanumeric() || "_-".contains(*letter)).collect();
            // An example of a crate that `asmx new` makes.
            if name.starts_with("call-") {
                continue;
            }
            assert_eq!(known.iter().filter(|known| **known == name).count(), 1, "{page}: {name} of {known:?}");
            found += 1;
        }
    }
    assert!(found > 4, "{found}");
}
