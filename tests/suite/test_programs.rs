//! Every test program is linked on its own, which takes most of the time between an edit and its tests: there are few.

use std::process::Command;

use serde_json::Value;

/// Documentation tests are one program of each crate.
const MOST: usize = 25;

#[test]
fn there_are_at_most_25_test_programs() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut programs = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        for target in package["targets"].as_array().unwrap() {
            for kind in ["test", "doctest"] {
                if target[kind].as_bool().unwrap() {
                    programs.push(format!("{kind} {} of {}", target["name"], package["name"]));
                }
            }
        }
    }
    assert!(programs.len() > 10, "cargo tells of all: {programs:#?}");
    assert!(programs.len() <= MOST, "{} test programs, make them modules of others: {programs:#?}", programs.len());
}
