//! The page of dependencies says what the manifests say: no crate without a reason, no reason without its crate.

use std::collections::BTreeMap;

use crate::manifests;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// By crate, in order: its dependencies and features as the page should name them.
type Listed = BTreeMap<String, Vec<String>>;

fn manifests() -> Listed {
    let names = manifests::published().into_iter().map(|package| {
        let mut names: Vec<_> = manifests::dependencies(&package).collect();
        names.extend(package["features"].as_object().unwrap().keys().filter(|feature| *feature != "default").cloned());
        names.sort();
        (package["name"].as_str().unwrap().to_owned(), names)
    });
    // A crate without any has no table.
    names.filter(|(_, names): &(String, Vec<String>)| !names.is_empty()).collect()
}

fn page() -> Listed {
    let mut listed = Listed::new();
    let mut crate_name = None;
    for line in std::fs::read_to_string(format!("{ROOT}/docs/DEPENDENCIES.md")).unwrap().lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            crate_name = Some(heading.to_owned());
        } else if let (Some(name), Some(row)) = (&crate_name, line.strip_prefix("| `")) {
            let cells: Vec<_> = row.split('|').map(str::trim).collect();
            let [named, _, reason, ""] = cells.as_slice() else { panic!("a row of other cells: {line}") };
            assert!(reason.len() > 5, "no reason: {line}");
            listed.entry(name.clone()).or_default().push(named.trim_end_matches('`').to_owned());
        }
    }
    for names in listed.values_mut() {
        names.sort();
    }
    listed
}

#[test]
fn every_dependency_and_feature_is_listed_with_its_reason() {
    assert_eq!(page(), manifests());
}

/// The compiler then refuses any `unsafe` that is added.
#[test]
fn crates_without_unsafe_code_forbid_it() {
    for file in [
        "runtime/types/src/lib.rs",
        "runtime/dataset/src/lib.rs",
        "codegen/src/lib.rs",
        "codegen/import/src/lib.rs",
        "codegen/review/src/lib.rs",
        "cli/src/lib.rs",
        "cli/document/src/lib.rs",
        "cli/gateway/src/lib.rs",
        "runtime/src/lib.rs",
        "runtime/arrow/src/lib.rs",
        "generated-client/src/lib.rs",
        "examples/sandbox/src/lib.rs",
    ] {
        let text = std::fs::read_to_string(format!("{ROOT}/{file}")).unwrap();
        assert!(text.contains("#![forbid(unsafe_code)]"), "{file}");
    }
}
