//! Every test program is linked on its own, which takes most of the time between an edit and its tests: there are few.

use std::collections::BTreeSet;
use std::path::Path;

use crate::arrows::sources;
use crate::manifests;

/// Documentation tests are one program of each crate. A crate has two: its own functions, and one suite.
const MOST: usize = 31;

/// Package and program: `lib` for tests beside the code, `doc` for examples in documentation, else the name of the program.
pub fn programs() -> BTreeSet<(String, String)> {
    let mut programs = BTreeSet::new();
    for package in manifests::packages() {
        let name = package["name"].as_str().unwrap();
        for target in package["targets"].as_array().unwrap() {
            let kind = target["kind"][0].as_str().unwrap();
            let program = if kind == "lib" { "lib" } else { target["name"].as_str().unwrap() };
            let kinds = [("test", program), ("doctest", "doc")];
            let built = kinds.into_iter().filter(|(key, _)| target[key].as_bool().unwrap());
            programs.extend(built.map(|(_, program)| (name.to_owned(), program.to_owned())));
        }
    }
    programs
}

#[test]
fn there_are_few_test_programs() {
    let programs = programs();
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
            // A suite may compile a module of a library by its path.
            let is_in_suite = |path: &str| {
                path.split_once('/')
                    .is_some_and(|(room, _)| include_str!("main.rs").contains(&format!("src/{room}/mod.rs")))
            };
            let tests = found.iter().filter(|(_, text)| text.contains("#[test]")).map(|(path, _)| path);
            let forgotten: Vec<&String> = tests.filter(|path| !is_in_suite(path)).collect();
            assert!(forgotten.is_empty(), "no program runs these tests of {}: {forgotten:?}", package["name"]);
        }
    }
}
