//! Descriptions of services and operations, and templates of their parameters.

use std::fs;

use asmx_gateway::{Call, Checks, Document, Setup, Target, sample_parameters, wait};
use asmx_types::{Member, Place, Type};
use serde_json::Value as Json;

use super::{ended, ends, fails, folder, quiet, run};
use crate::models;

fn described(test: &str, arguments: &[&str]) -> String {
    quiet(run(&folder(test), &[&["describe", "shop.xml"], arguments].concat()))
}

#[test]
fn a_service_is_described_with_areas_operations_and_ports() {
    let folder = folder("describe_wsdl");
    run(&folder, &["wsdl", "shop.xml", "--out-dir", "."]);
    let (of_wsdl, _) = ended(0, run(&folder, &["describe", "shop.wsdl"]));
    let json = described("describe_json", &["--format", "json"]);
    insta::assert_snapshot!([described("describe", &[]), of_wsdl, json].join("\n"));
}

#[test]
fn an_operation_is_described_with_parameters_result_and_types() {
    let texts = ["FindOrders", "AddOrder", "Ring"].map(|operation| described(operation, &[operation]));
    let json = described("describe_operation", &["Ring", "--format", "json"]);
    insta::assert_snapshot!([texts.join("\n"), json].join("\n"));
}

#[test]
fn the_help_names_the_forms() {
    let (out, _) = ended(0, run(&folder("describe_help"), &["describe", "-h"]));
    insta::assert_snapshot!(out);
}

#[test]
fn unknown_operations_and_templates_without_one_are_usage_errors() {
    let folder = folder("describe_refused");
    let unknown = "error: `Shop` has no operation `AddOrders`; did you mean `AddOrder` or `FindOrders`?\n";
    ends(run(&folder, &["describe", "shop.xml", "AddOrders"]), (2, "", unknown));
    fails(2, run(&folder, &["describe", "shop.xml", "--template"]), "<OPERATION>");
}

#[test]
fn a_template_is_ready_for_a_call() {
    let folder = folder("template");
    let template = quiet(run(&folder, &["describe", "shop.xml", "AddOrder", "--template"]));
    fs::write(folder.join("p.json"), &template).unwrap();
    let address = ["--base-url", "https://shop.example", "--dry-run", "--params", "p.json"];
    let request = quiet(run(&folder, &[&["call", "shop.xml", "AddOrder"], address.as_slice()].concat()));
    // Profiles give secrets.
    assert!(!template.contains("ApiCode") && request.contains("<Name>text</Name>"), "{request}");
    insta::assert_snapshot!(template);
}

/// Whether a request cannot be complete without a secret, which no template has.
fn needs_secret(member: &Member) -> bool {
    let has_secret_content = match (member.place, member.kind) {
        (Place::Choice(alternatives), _) => alternatives.iter().any(needs_secret),
        (_, Type::Structure(structure)) => structure.members().iter().any(Member::holds_secret),
        _ => false,
    };
    member.holds_secret() || has_secret_content
}

/// The promise of `--template`, for each operation of each document: it can be sent as it is, and it fits the document.
#[test]
fn a_template_of_every_operation_of_every_document_makes_a_request() {
    let mut count = 0;
    for path in models::documents() {
        let target = |checks| {
            let setup = Setup::of_document(Document::open(&path).unwrap()).checks(checks);
            Target::new(setup.base_url("https://shop.example")).unwrap()
        };
        let (unchecked, checked) = (target(Checks::None), target(Checks::Described));
        let service = unchecked.service();
        for operation in service.operations {
            let sample = sample_parameters(service, operation);
            // As a file of parameters holds it.
            let Json::Object(sample) = serde_json::from_str(&sample.to_string()).unwrap() else { panic!("{sample}") };
            let call = || Call::new(operation.name, &sample);
            let label = format!("{} {}", path.display(), operation.name);
            let sent = wait(unchecked.dry_run(call())).unwrap().unwrap_or_else(|error| panic!("{label}: {error}"));
            assert!(sample.is_empty() || sent.body_bytes > 0 || sent.request_line.contains('?'), "{label}");
            if !operation.parameters.iter().any(needs_secret) {
                wait(checked.dry_run(call())).unwrap().unwrap_or_else(|error| panic!("{label}: {error}\n{sample:?}"));
            }
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}
