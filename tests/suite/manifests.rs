//! What the manifests of the workspace say, as cargo reads them.

use std::process::Command;

use serde_json::Value;

/// Every package of the workspace.
pub fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
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
