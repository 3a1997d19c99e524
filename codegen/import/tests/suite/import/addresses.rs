//! Addresses and actions of imported services.

use asmx_codegen::model::Service;
use asmx_codegen::{load, wsdl_at};
use asmx_import::{Import, spec_text};

use super::InMemory;

const SIMPLE: &str = include_str!("../../fixtures/wsdl/simple.wsdl");
const VERSIONS: &str = include_str!("../../fixtures/wsdl/versions.wsdl");

fn import(text: &str) -> Import {
    asmx_import::import(&InMemory::of([("shop.wsdl", text)]), "shop.wsdl").unwrap()
}

/// The service survives an export and an import, and a spec.
fn comes_again(service: &Service) {
    let spec = load("written.xml", spec_text(service).as_bytes()).unwrap();
    assert_eq!((&spec.path, &spec.operations), (&service.path, &service.operations));
    let document = wsdl_at(service, None, &format!("http://h.test{}", service.path)).unwrap();
    let again = import(&document);
    assert!(again.warnings.is_empty(), "{:?}", again.warnings);
    assert_eq!((&again.service.path, &again.service.operations), (&service.path, &service.operations));
}

#[test]
fn an_address_keeps_its_query_and_its_last_slash_and_gets_no_path_that_it_has_not() {
    for (address, path) in [
        ("http://localhost/shop.asmx?a=b&amp;c", "/shop.asmx?a=b&c"),
        ("http://localhost/shop/", "/shop/"),
        ("http://localhost/shop/?a=b/", "/shop/?a=b/"),
        ("http://localhost:1509", "/"),
        ("http://localhost/", "/"),
        ("http://localhost?a", "/?a"),
    ] {
        let document = SIMPLE.replace("http://localhost/shop.asmx", address);
        let import = import(&document);
        assert!(import.warnings.is_empty(), "{address}: {:?}", import.warnings);
        assert_eq!(import.service.path, path);
        comes_again(&import.service);
    }
}

#[test]
fn an_action_that_the_document_does_not_state_is_empty() {
    let unstated = import(&VERSIONS.replace(" soapAction=", " x="));
    assert!(unstated.warnings.is_empty(), "{:?}", unstated.warnings);
    for operation in &unstated.service.operations {
        assert_eq!(operation.messages.action.as_deref(), Some(""));
    }
    comes_again(&unstated.service);
    // SOAP 1.2 needs no action.
    let (soap, soap12) = VERSIONS.split_once("<soap12:binding").unwrap();
    let without = import(&format!("{soap}<soap12:binding{}", soap12.replace(" soapAction=", " x=")));
    assert!(without.warnings.is_empty(), "{:?}", without.warnings);
    assert_eq!(without.service.operations, import(VERSIONS).service.operations);
}
