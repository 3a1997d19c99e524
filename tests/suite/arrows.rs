//! Which crate stands on which: the arrows that ARCHITECTURE.md draws, and no others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Every published crate with the crates of this workspace that it may use, beside its tests.
const ARROWS: [(&str, &[&str]); 8] = [
    ("asmx-types", &[]),
    ("asmx-xml", &["asmx-types"]),
    ("asmx-dataset", &["asmx-types", "asmx-xml"]),
    ("asmx-runtime", &["asmx-dataset", "asmx-types", "asmx-xml"]),
    ("asmx-codegen", &["asmx-types"]),
    ("asmx-arrow", &["asmx-dataset"]),
    ("email-campaign-client", &["asmx-codegen", "asmx-runtime"]),
    ("email-campaign-sandbox", &["asmx-runtime", "email-campaign-client"]),
];

/// By published crate: its dependencies, those of its tests left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"])
        .arg(format!("{ROOT}/Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let published = metadata["packages"].as_array().unwrap().iter().filter(|package| package["publish"].is_null());
    let each = published.map(|package| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let used = all.filter(|dependency| dependency["kind"] != "dev").map(|dependency| &dependency["name"]);
        (package["name"].as_str().unwrap().to_owned(), used.map(|name| name.as_str().unwrap().to_owned()).collect())
    });
    each.collect()
}

#[test]
fn crates_use_only_the_crates_below_them() {
    let all = dependencies();
    let own: BTreeSet<&String> = all.keys().collect();
    let found: BTreeMap<&str, Vec<&str>> = all
        .iter()
        .map(|(name, used)| {
            (name.as_str(), used.iter().filter(|used| own.contains(used)).map(String::as_str).collect())
        })
        .collect();
    let drawn = ARROWS.iter().map(|(name, used)| (*name, used.to_vec())).collect::<BTreeMap<_, _>>();
    assert_eq!(found, drawn);
}

/// What is useful without a network must not compile one.
#[test]
fn tables_know_no_http_and_descriptors_nothing_at_all() {
    let all = dependencies();
    assert!(all["asmx-types"].is_empty());
    for name in ["asmx-xml", "asmx-dataset", "asmx-arrow", "asmx-codegen"] {
        for other in ["http", "http-body", "reqwest", "axum", "tokio", "tower", "tracing"] {
            assert!(!all[name].contains(other), "{name} uses {other}");
        }
    }
}
