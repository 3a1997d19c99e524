//! The code that the spec becomes, one snapshot for each operation and each type: the diff of a spec edit is reviewed here.
#![allow(clippy::pedantic)]

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

fn service() -> asmx_codegen::model::Service {
    let spec = std::fs::read("spec/email-campaign.xml").unwrap();
    asmx_codegen::load("spec/email-campaign.xml", &spec).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// The generated code of every operation and every type, by the names of their snapshots.
fn pieces(service: &asmx_codegen::model::Service) -> BTreeMap<String, String> {
    let operations = service.operations.iter().enumerate().map(|(index, operation)| {
        (format!("operations__{}", operation.name), asmx_codegen::generate_operation(service, index))
    });
    let types = service
        .types
        .iter()
        .enumerate()
        .map(|(index, named)| (format!("types__{}", named.rust_name), asmx_codegen::generate_type(service, index)));
    operations.chain(types).collect()
}

#[test]
fn every_operation_and_type_generates_what_its_snapshot_shows() {
    let pieces = pieces(&service());
    let is_other = |name: &str, code: &str| {
        catch_unwind(AssertUnwindSafe(|| settings().bind(|| insta::assert_snapshot!(name, code)))).is_err()
    };
    let differing: Vec<_> = pieces.iter().filter(|(name, code)| is_other(name, code)).map(|(name, _)| name).collect();
    assert!(differing.is_empty(), "the spec generates other code than these snapshots show: {differing:?}");
}

#[test]
fn every_snapshot_belongs_to_an_operation_or_a_type() {
    let pieces = pieces(&service());
    let found: BTreeSet<_> = std::fs::read_dir(Path::new("tests/snapshots"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| ["operations__", "types__"].iter().any(|kind| name.starts_with(kind)))
        .collect();
    // One that is missing is the other test's matter, which may be writing it.
    let is_left_over = |name: &&String| name.strip_suffix(".snap").is_some_and(|name| !pieces.contains_key(name));
    let left_over: Vec<_> = found.iter().filter(is_left_over).collect();
    assert!(left_over.is_empty(), "these snapshots belong to no operation and no type: {left_over:?}");
}

#[test]
fn a_changed_member_changes_the_snapshot_of_its_type() {
    let pieces = |kind: &str| {
        let spec = format!(
            r#"<service name="S" path="/s.asmx"><doc>S.</doc><structure name="Part"><param name="Left" type="{kind}"/></structure>
            <area name="a" title="A"><doc>A.</doc><operation name="Get" effect="read"><doc>Gets.</doc><result type="Part"/></operation></area>
            </service>"#
        );
        pieces(&asmx_codegen::load("s.xml", spec.as_bytes()).unwrap())
    };
    let (before, after) = (pieces("int"), pieces("long"));
    let changed: Vec<_> =
        before.iter().filter(|(name, code)| after.get(*name) != Some(code)).map(|(name, _)| name).collect();
    assert_eq!(changed, ["types__Part"]);
}
