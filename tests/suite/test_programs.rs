//! Every test program is linked on its own, which takes most of the time between an edit and its tests: there are few.

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
