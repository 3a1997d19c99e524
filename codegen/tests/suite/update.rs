//! A newer WSDL document in a spec that people have edited.

use asmx_codegen::model::Service;
use asmx_codegen::{Import, Update, import, import_file, spec_text, update, wsdl_at};
use proptest::prelude::*;

use crate::export::{OneDocument, as_a_document_says_it, without_digits};
use crate::models::{self, same};
use crate::spec_text::{SPECS, loaded};

/// What an import makes of the document of a service.
fn imported(service: &Service) -> Import {
    let namespace = service.namespace.as_deref().unwrap_or("urn:stated");
    let text = wsdl_at(service, Some(namespace), &format!("http://localhost{}", service.path)).unwrap();
    import(&OneDocument(text.clone()), "service.wsdl").unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

fn updated(spec: &str, import: &Import) -> Update {
    update("spec.xml", spec.as_bytes(), import).unwrap_or_else(|error| panic!("{error}\n{spec}"))
}

/// The same document again changes nothing.
fn stays(spec: &str, import: &Import) {
    let update = updated(spec, import);
    similar_asserts(&update.text, spec, &update);
    assert_eq!(update.changes.all, [], "{}", update.changes);
    assert!(update.changes.to_string().contains(": nothing changed\n"), "{}", update.changes);
}

fn similar_asserts(found: &str, expected: &str, update: &Update) {
    if found != expected {
        let line = found.lines().zip(expected.lines()).position(|(one, two)| one != two).unwrap_or_default();
        let around = |text: &str| text.lines().skip(line.saturating_sub(2)).take(6).collect::<Vec<_>>().join("\n");
        panic!("line {line}, found:\n{}\nexpected:\n{}\n{}", around(found), around(expected), update.changes);
    }
}

#[test]
fn the_document_of_a_spec_leaves_it_byte_for_byte() {
    for spec in SPECS.iter().chain(&[include_str!("../everything.xml")]) {
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_document_of_any_spec_leaves_it_byte_for_byte(seed in any::<u64>()) {
        let service = models::service_of_a_document(seed);
        stays(&spec_text(&service), &imported(&service));
    }
}
