//! An import of an exported document gives the service again.

use asmx_codegen::model::Service;
use asmx_codegen::wsdl_at;
use asmx_import::{import, import_file, spec_text};
use proptest::prelude::*;

use crate::as_document::{OneDocument, SPECS, as_a_document_says_it, loaded, without_digits};
use crate::models;

const SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";

fn warnings(text: &str) -> Vec<String> {
    let imported = import(&OneDocument(text.to_owned()), "service.wsdl").unwrap();
    imported.warnings.iter().map(ToString::to_string).collect()
}

/// Exports a service, checks the document, and imports it again.
fn comes_back(service: &Service, has_digits: bool) {
    let text = document_of(service);
    let imported =
        import(&OneDocument(text.clone()), "service.wsdl").unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
    let warnings: Vec<String> = imported.warnings.iter().map(ToString::to_string).collect();
    assert!(warnings.is_empty(), "{text}\n{}", warnings.join("\n"));
    let mut expected = as_a_document_says_it(service);
    expected.namespace = Some(expected.namespace.unwrap_or_else(|| "urn:stated".to_owned()));
    for described in &mut expected.operations {
        let operation = service.operations.iter().find(|operation| operation.name == described.name);
        // Facts without a place in WSDL go into the documentation.
        let deprecated = operation.and_then(|operation| operation.deprecated.as_ref());
        described.doc.extend(deprecated.map(|why| format!("Deprecated: {why}")));
    }
    let mut found = as_a_document_says_it(&imported.service);
    if !has_digits {
        without_digits(&mut expected);
        without_digits(&mut found);
    }
    expected.names = found.names.clone();
    models::same(&found, &expected, &text);
}

#[test]
fn specs_of_the_repository_come_back_from_their_documents() {
    for spec in SPECS.iter() {
        comes_back(&loaded(spec), false);
    }
}

#[test]
fn a_service_with_everything_comes_back_from_its_document() {
    comes_back(&loaded(include_str!("../../../../tests/second-service/spec/everything.xml")), true);
}

#[test]
fn imported_services_come_back_from_our_documents() {
    for path in models::documents() {
        comes_back(&import_file(&path).unwrap_or_else(|error| panic!("{error}")).service, true);
    }
}

/// No member has these arrays: a value of any type may be one.
#[test]
fn arrays_of_values_of_any_type_come_back_from_our_document() {
    let (service, text) = of_fixture("any-arrays.wsdl");
    for name in ["ArrayOfBook", "ArrayOfArrayOfBook", "ArrayOfDay", "ArrayOfInt", "ArrayOfFind", "ArrayOfLoan"] {
        assert_eq!(text.matches(&format!("<s:complexType name=\"{name}\">")).count(), 1, "{name}\n{text}");
    }
    // A part of the service has none of them.
    assert_ne!(service.standalone_arrays, []);
    assert_eq!(asmx_codegen::only(service, ["Read"]).unwrap().standalone_arrays, []);
}

/// The namespaces and the processing of each wildcard, `##any` and `strict` included.
#[test]
fn wildcards_come_back_from_our_document() {
    fn limits(text: &str) -> Vec<(String, String, String)> {
        let document = roxmltree::Document::parse(text).unwrap();
        let wildcards = document.descendants().filter(|node| {
            node.ancestors().any(|ancestor| ancestor.attribute("name").is_some_and(|name| name != "ReadResponse"))
                && matches!(node.tag_name().name(), "any" | "anyAttribute")
        });
        let mut all: Vec<_> = wildcards
            .map(|node| {
                let owner = node.ancestors().find_map(|ancestor| ancestor.attribute("name")).unwrap();
                let namespaces = node.attribute("namespace").unwrap_or("##any");
                let namespaces = namespaces.split_whitespace().collect::<Vec<_>>().join(" ");
                let process = node.attribute("processContents").unwrap_or("strict");
                (format!("{owner} {}", node.tag_name().name()), namespaces, process.to_owned())
            })
            .collect();
        all.sort();
        all
    }
    let (_, text) = of_fixture("limits.wsdl");
    let original = limits(include_str!("../fixtures/wsdl/limits.wsdl"));
    assert_eq!(original.len(), 7);
    assert_eq!(limits(&text), original);
}

/// The limits of a wildcard that stands in a group of elements or attributes, in the words of the type that refers to the group.
#[test]
fn wildcards_of_groups_have_the_limits_of_their_types() {
    let text = include_str!("../fixtures/wsdl/wildcards-of-groups.wsdl");
    let limits_of = |text: &str, type_name: &str, wildcard: &str| {
        let service = import(&OneDocument(text.to_owned()), "service.wsdl").unwrap().service;
        let (text, _) = there_and_back(&service);
        let document = roxmltree::Document::parse(&text).unwrap();
        let mut nodes = document.descendants();
        let of_type =
            nodes.find(|node| node.attribute("name") == Some(type_name) && node.has_tag_name((SCHEMA, "complexType")));
        let any = of_type.unwrap().descendants().find(|node| node.has_tag_name((SCHEMA, wildcard))).unwrap();
        ["namespace", "processContents"].map(|name| any.attribute(name).unwrap_or_default().to_owned())
    };
    for (type_name, wildcard, expected) in [
        ("Own", "any", ["##other", "lax"]),
        ("Own", "anyAttribute", ["##other", "lax"]),
        ("Nested", "any", ["##other", "lax"]),
        ("Nested", "anyAttribute", ["##other", "lax"]),
        ("Repeated", "any", ["##other", "skip"]),
        ("Chosen", "any", ["##other", "skip"]),
        ("Foreign", "any", ["urn:shared ##targetNamespace ##local urn:third", "lax"]),
        ("Foreign", "anyAttribute", ["urn:shared ##targetNamespace urn:third", ""]),
        // The namespaces that all three accept; the type itself says how to process.
        ("Both", "anyAttribute", ["urn:shared urn:third", "skip"]),
    ] {
        assert_eq!(limits_of(text, type_name, wildcard), expected, "{type_name} {wildcard}");
    }
    assert_eq!(warnings(text), Vec::<String>::new());
    // No word of XML Schema excludes the namespace of a group in a type of another namespace.
    let listed = "\"##targetNamespace http://tempuri.org/ ##local urn:third\"";
    assert!(text.contains(listed));
    let foreign = warnings(&text.replace(listed, "\"##other\""));
    assert!(
        matches!(foreign.as_slice(), [one] if one.contains("excludes a namespace") && one.contains("`Foreign`")),
        "{foreign:?}"
    );
}

/// The document of a service, and its import.
fn there_and_back(service: &Service) -> (String, Service) {
    let text = document_of(service);
    let imported = import(&OneDocument(text.clone()), "service.wsdl").unwrap();
    (text, imported.service)
}

fn document_of(service: &Service) -> String {
    let namespace = service.namespace.as_deref().unwrap_or("urn:stated");
    wsdl_at(service, Some(namespace), &format!("http://localhost{}", service.path)).unwrap()
}

/// The service of a fixture, which comes back from its document unchanged, and that document.
fn of_fixture(name: &str) -> (Service, String) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wsdl").join(name);
    let service = import_file(&path).unwrap().service;
    comes_back(&service, true);
    let (text, again) = there_and_back(&service);
    assert_eq!(again, service);
    (service, text)
}

#[test]
fn the_document_of_an_imported_service_gives_its_spec_to_the_byte() {
    for path in models::documents() {
        let service = import_file(&path).unwrap().service;
        let (_, again) = there_and_back(&service);
        assert_eq!(spec_text(&again), spec_text(&service), "{}", path.display());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases::of(150)))]

    #[test]
    fn the_second_export_of_any_service_is_the_first(seed in any::<u64>()) {
        let (_, service) = there_and_back(&models::service_of_a_document(seed));
        let (first, again) = there_and_back(&service);
        let (second, _) = there_and_back(&again);
        prop_assert_eq!(first, second);
    }

    #[test]
    fn any_service_comes_back_from_its_document(seed in any::<u64>()) {
        comes_back(&models::service_of_a_document(seed), false);
    }
}
