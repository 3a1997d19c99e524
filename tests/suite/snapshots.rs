//! The code that the spec becomes, one snapshot per operation: the diff of a spec edit is reviewed here.
#![allow(clippy::pedantic)]

use std::collections::BTreeSet;
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

#[test]
fn every_operation_generates_what_its_snapshot_shows() {
    let service = service();
    let differing: Vec<_> = (0..service.operations.len())
        .filter(|index| {
            let name = format!("operations__{}", service.operations[*index].name);
            let code = asmx_codegen::generate_operation(&service, *index);
            catch_unwind(AssertUnwindSafe(|| settings().bind(|| insta::assert_snapshot!(name, code)))).is_err()
        })
        .map(|index| &service.operations[index].name)
        .collect();
    assert!(differing.is_empty(), "these operations generate other code than their snapshots show: {differing:?}");
}

#[test]
fn every_snapshot_belongs_to_an_operation() {
    let expected: BTreeSet<_> =
        service().operations.iter().map(|operation| format!("operations__{}.snap", operation.name)).collect();
    let found: BTreeSet<_> = std::fs::read_dir(Path::new("tests/snapshots"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("operations__") && !name.ends_with(".snap.new"))
        .collect();
    // One that an operation lacks is the other test's matter, which may be writing it.
    let left_over: Vec<_> = found.difference(&expected).collect();
    assert!(left_over.is_empty(), "these snapshots belong to no operation: {left_over:?}");
}
