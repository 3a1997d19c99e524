//! Updates of edited specs from a newer WSDL document.

mod by_hand;
mod command;
mod edits;
mod groups;
mod layout;
mod next_versions;
mod roles;
mod shop;

use asmx::update::{Item, Missing, Outcome};
use asmx::{Update, update};
use asmx_codegen::model::{Mapping, Member, NamedTypeKind, Place, Scalar, Service, Type};
use asmx_codegen::wsdl_at;
use asmx_import::{Import, import, import_file, spec_text};
use proptest::prelude::*;

use crate::as_document::{OneDocument, SPECS, as_a_document_says_it, loaded, without_digits};
use crate::growth::{growth, large};
use crate::models;

/// Imports the document of a service.
pub fn imported(service: &Service) -> Import {
    let namespace = service.namespace.as_deref().unwrap_or("urn:stated");
    let text = wsdl_at(service, Some(namespace), &format!("http://localhost{}", service.path)).unwrap();
    import(&OneDocument(text.clone()), "service.wsdl").unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

fn updated(spec: &str, import: &Import) -> Update {
    update("spec.xml", spec.as_bytes(), import, Missing::Remove).unwrap_or_else(|error| panic!("{error}\n{spec}"))
}

/// An update from an equal document changes nothing.
fn stays(spec: &str, import: &Import) {
    let update = updated(spec, import);
    similar_asserts(&update.text, spec, &update);
    assert_eq!(update.changes.all, [], "{}", update.changes);
    assert!(update.changes.to_string().contains(": nothing changed\n"), "{}", update.changes);
}

fn similar_asserts(found: &str, expected: &str, update: &Update) {
    if found != expected {
        let line = found
            .lines()
            .zip(expected.lines())
            .position(|(found_line, expected_line)| found_line != expected_line)
            .unwrap_or_default();
        let around = |text: &str| text.lines().skip(line.saturating_sub(2)).take(6).collect::<Vec<_>>().join("\n");
        panic!("line {line}, found:\n{}\nexpected:\n{}\n{}", around(found), around(expected), update.changes);
    }
}

#[test]
fn the_document_of_a_spec_leaves_it_byte_for_byte() {
    let everything = include_str!("../../../../tests/second-service/spec/everything.xml");
    for spec in SPECS.iter().map(String::as_str).chain([everything]) {
        stays(spec, &imported(&loaded(spec)));
    }
}

#[test]
fn the_document_of_an_imported_spec_leaves_it_byte_for_byte() {
    for path in models::documents() {
        let import = import_file(&path).unwrap_or_else(|error| panic!("{error}"));
        stays(&spec_text(&import.service), &import);
    }
}

/// Regression: services with an integer array as a result and another type with the array's default name.
#[test]
fn the_document_of_a_spec_whose_integers_have_a_digit_leaves_it_byte_for_byte() {
    for seed in [125, 346, 574, 1171, 1246, 2233, 2714, 2790, 11_642_273_765_289_614_352] {
        let service = models::service_of_a_document(seed);
        stays(&spec_text(&service), &imported(&service));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(80), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_document_of_any_spec_leaves_it_byte_for_byte(seed in any::<u64>()) {
        let service = models::service_of_a_document(seed);
        stays(&spec_text(&service), &imported(&service));
    }
}

/// Removes documentation, and sorts attributes last.
fn normalize(members: &mut [Member]) {
    for member in members.iter_mut() {
        member.doc.clear();
        if let Place::Choice(alternatives) = &mut member.place {
            normalize(alternatives);
        }
        let mut kind = &mut member.kind;
        while let Type::Array(array) = kind {
            normalize(&mut array.alternatives);
            kind = &mut array.item;
        }
    }
    // Attributes have no order.
    members.sort_by_key(|member| match member.place {
        Place::Attribute => (1, member.name.clone()),
        Place::AnyAttributes => (2, String::new()),
        _ => (0, String::new()),
    });
}

/// A service reduced to its messages, in a fixed order.
pub fn wire(service: &Service) -> Service {
    let mut service = as_a_document_says_it(service);
    service.namespace = service.namespace.filter(|namespace| namespace != "urn:stated");
    without_digits(&mut service);
    service.doc.clear();
    service.name.clear();
    // Ports have no order.
    let names: Vec<String> = service.ports.iter().map(|port| port.name.clone()).collect();
    service.ports.sort_by(|first, second| first.name.cmp(&second.name));
    for operation in &mut service.operations {
        for port in &mut operation.ports {
            *port = service.ports.iter().position(|candidate| candidate.name == names[*port]).unwrap();
        }
        operation.ports.sort_unstable();
    }
    service.names.client.clear();
    service.names.service_trait.clear();
    service.names.dispatch.clear();
    for named in &mut service.types {
        named.doc.clear();
        match &mut named.kind {
            NamedTypeKind::Structure(structure) => normalize(&mut structure.members),
            NamedTypeKind::Enumeration(enumeration) => {
                enumeration.values.iter_mut().for_each(|value| value.doc.clear());
            }
            NamedTypeKind::DataSet(data_set) => data_set.tables.iter_mut().for_each(|table| {
                table.doc.clear();
                for column in &mut table.table.columns {
                    column.doc.clear();
                    // A schema cannot declare that the text of a row is a GUID.
                    if (column.mapping, column.kind) == (Mapping::SimpleContent, Scalar::Guid) {
                        column.kind = Scalar::String;
                    }
                }
            }),
        }
    }
    for operation in &mut service.operations {
        operation.doc.clear();
        operation.open = false;
        normalize(&mut operation.parameters);
        normalize(&mut operation.outputs);
        let messages = &mut operation.messages;
        for headers in [&mut messages.request_headers, &mut messages.response_headers] {
            normalize(headers);
            headers.sort_by(|first, second| first.name.cmp(&second.name));
        }
    }
    service
}

/// The cost per operation does not grow with the number of operations that change.
#[test]
fn many_operations_are_no_trouble() {
    let operation_text = |number: usize| {
        format!(
            "<operation name=\"Get{number}\" effect=\"read\"><doc>Number {number}.</doc><!-- {number} --><use group=\"Page\"/>\
             <param name=\"Order\" type=\"Order{number}\"/><result type=\"Order{number}\" array=\"true\"/></operation>\n"
        )
    };
    let named =
        |number: usize| format!("<structure name=\"Order{number}\"><param name=\"Id\" type=\"int\"/></structure>\n");
    let spec = |count: usize| {
        let (types, operations): (String, String) =
            (0..count).map(|number| (named(number), operation_text(number))).unzip();
        format!(
            "<service name=\"Many\" path=\"/many.asmx\" namespace=\"urn:many\"><doc>Many.</doc>\n{types}<group name=\"Page\">\
             <param name=\"Skip\" type=\"int\"/><param name=\"Take\" type=\"int\"/></group>\n\
             <area name=\"all\" title=\"All\">\n{operations}</area></service>"
        )
    };
    let count = cases::of(1_500);
    let spec = spec(count);
    let next = spec.replace("<param name=\"Take\"", "<param name=\"From\" type=\"int\"/><param name=\"Take\"");
    let next = next.replace("Get7\"", "Read7\"").replace("name=\"Id\" type=\"int\"", "name=\"Id\" type=\"long\"");
    let import = imported(&loaded(&next));
    let start = cases::processor::Stopwatch::start();
    let update = updated(&spec, &import);
    let elapsed = start.elapsed();
    assert!(elapsed < std::time::Duration::from_secs(20), "{elapsed:?}");
    let changes = &update.changes;
    let counts =
        [Outcome::Added, Outcome::Removed, Outcome::Changed].map(|outcome| changes.count(Item::Operation, outcome));
    assert_eq!(counts, [1, 1, count - 1]);
    let of_operations = changes.all.iter().filter(|change| change.item == Item::Operation);
    assert_eq!(of_operations.count(), 3, "what changed alike is told once");
    let report = changes.to_string();
    assert!(report.lines().all(|line| line.contains("<operation") || line.chars().count() <= 120));
    assert_eq!(update.text.matches("<!-- ").count(), count - 1);
}

#[test]
fn an_update_of_many_renames_takes_time_in_proportion_to_them() {
    let growth = growth(|items| {
        let fresh = asmx_codegen::load("fresh.xml", large(items, "Fresh").as_bytes()).unwrap();
        let wsdl = wsdl_at(&fresh, None, "http://localhost/s.asmx").unwrap();
        let import = import(&OneDocument(wsdl), "service.wsdl").unwrap();
        let spec = large(items, "Old");
        let update = update("s.xml", spec.as_bytes(), &import, Missing::default()).unwrap();
        assert!(update.text.contains("Fresh0"));
    });
    assert!(growth < 9.0, "{growth}");
}
