//! Every test program is linked on its own, which takes most of the time between an edit and its tests: there are few.

use std::path::Path;

use crate::arrows::sources;
use crate::manifests;

/// Documentation tests are one program of each crate. A crate has two: its own functions, and one suite.
const MOST: usize = 31;

#[test]
fn there_are_few_test_programs() {
    let mut programs = Vec::new();
    for package in manifests::packages() {
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

#[test]
fn each_test_in_a_source_file_belongs_to_a_test_program() {
    for package in manifests::packages() {
        for target in package["targets"].as_array().unwrap() {
            let is_library = target["kind"].as_array().unwrap().iter().any(|kind| kind == "lib");
            if !is_library || target["test"].as_bool().unwrap() {
                continue;
            }
            let folder = Path::new(target["src_path"].as_str().unwrap()).parent().unwrap();
            let mut found = Vec::new();
            sources(folder, "", &mut found);
            let forgotten: Vec<&String> =
                found.iter().filter(|(_, text)| text.contains("#[test]")).map(|(path, _)| path).collect();
            assert!(forgotten.is_empty(), "no program runs these tests of {}: {forgotten:?}", package["name"]);
        }
    }
}
