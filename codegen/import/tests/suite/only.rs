//! A part of a service: chosen operations, and exactly the types that they need.

use std::collections::BTreeSet;
use std::path::Path;

use asmx_codegen::model::{NamedTypeKind, Service};
use asmx_codegen::only;
use asmx_import::{Folder, import, spec_text};

use crate::models;

const SHOP: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <port name="OrdersSoap" transport="soap11"/>
  <port name="StockSoap" transport="soap11" path="/stock.asmx"/>
  <structure name="Unused"><param name="X" type="int"/></structure>
  <structure name="Entity"><param name="Id" type="int"/><param name="Key" type="Key"/></structure>
  <structure name="Key"><param name="Text" type="string"/></structure>
  <structure name="Order" base="Entity"><param name="Lines" type="Line" array="true"/></structure>
  <structure name="RushOrder" base="Order"><param name="Speed" type="Speed"/></structure>
  <structure name="Line"><choice><param name="Item" type="Item"/><param name="Code" type="int"/></choice></structure>
  <structure name="Item" base="Entity"><param name="Name" type="string"/></structure>
  <structure name="Auth"><param name="Token" type="string"/></structure>
  <structure name="Tenant"><param name="Name" type="string"/></structure>
  <structure name="Shelf"><param name="Number" type="int"/></structure>
  <enum name="Speed"><value name="Fast"/></enum>
  <common><param name="Tenant" type="Tenant"/></common>
  <area name="orders" title="Orders">
    <operation name="PlaceOrder" result="none" effect="write" ports="OrdersSoap"><doc>Places.</doc><param name="Order" type="Order"/></operation>
    <operation name="GetRushOrder" effect="read" ports="OrdersSoap"><doc>Gets.</doc><result type="RushOrder"/></operation>
  </area>
  <area name="stock" title="Stock">
    <operation name="GetShelves" effect="read" ports="StockSoap"><doc>Gets.</doc><result type="Shelf" array="true"/></operation>
    <operation name="GetShelvesAgain" effect="read" ports="StockSoap" variant-of="GetShelves"><doc>Gets.</doc><result type="Shelf" array="true"/><header name="Auth" type="Auth"/></operation>
  </area>
</service>
"#;

fn shop() -> Service {
    asmx_codegen::load("shop.xml", SHOP.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn subset(patterns: &[&str]) -> Service {
    only(shop(), patterns).unwrap()
}

fn operations(service: &Service) -> Vec<&str> {
    service.operations.iter().map(|operation| operation.name.as_str()).collect()
}

fn types(service: &Service) -> Vec<&str> {
    service.types.iter().map(|named| named.name.as_str()).collect()
}

#[test]
fn patterns_are_names_or_have_stars_and_question_marks() {
    assert_eq!(operations(&subset(&[])), operations(&shop()));
    assert_eq!(operations(&subset(&["PlaceOrder"])), ["PlaceOrder"]);
    assert_eq!(operations(&subset(&["Get*"])), ["GetRushOrder", "GetShelves", "GetShelvesAgain"]);
    assert_eq!(operations(&subset(&["*Order"])), ["PlaceOrder", "GetRushOrder"]);
    assert_eq!(operations(&subset(&["GetShelve?"])), ["GetShelves"]);
    // In the order of the service, without duplicates.
    assert_eq!(
        operations(&subset(&["GetShelves", "Get*Order", "Get????Order", "PlaceOrder"])),
        ["PlaceOrder", "GetRushOrder", "GetShelves"]
    );
}

#[test]
fn types_are_those_that_are_reached() {
    // Bases and the types of their members, derived types of sent values, and types of common parameters.
    let placed = ["Entity", "Key", "Order", "RushOrder", "Line", "Item", "Tenant", "Speed"];
    assert_eq!(types(&subset(&["PlaceOrder"])), placed);
    assert_eq!(types(&subset(&["GetRushOrder"])), placed);
    assert_eq!(types(&subset(&["GetShelves"])), ["Tenant", "Shelf"]);
    assert_eq!(types(&subset(&["GetShelvesAgain"])), ["Auth", "Tenant", "Shelf"]);
    // Types derived from a base that is only needed for its members stay out.
    let item = SHOP.replace("<param name=\"Order\" type=\"Order\"/>", "<param name=\"Item\" type=\"Item\"/>");
    let service = asmx_codegen::load("shop.xml", item.as_bytes()).unwrap();
    assert_eq!(types(&only(service, ["PlaceOrder"]).unwrap()), ["Entity", "Key", "Item", "Tenant"]);
}

#[test]
fn areas_ports_and_variants_follow() {
    let orders = subset(&["*Order"]);
    assert_eq!(orders.areas.iter().map(|area| area.name.as_str()).collect::<Vec<_>>(), ["orders"]);
    assert_eq!(orders.ports.iter().map(|port| port.name.as_str()).collect::<Vec<_>>(), ["OrdersSoap"]);
    let stock = subset(&["GetShelves*"]);
    assert_eq!(stock.operations.iter().map(|operation| operation.area).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(stock.operations[1].ports, [0]);
    assert_eq!(stock.ports[0].path, "/stock.asmx");
    assert_eq!(stock.operations[1].variant_of, Some(0));
    assert_eq!(subset(&["GetShelvesAgain"]).operations[0].variant_of, None);
}

#[test]
fn a_pattern_that_matches_nothing_names_what_is_near() {
    for (pattern, near) in [
        ("PlaceOrdr", "; did you mean `PlaceOrder`?"),
        ("placeorder", "; did you mean `PlaceOrder`?"),
        ("get*", "; did you mean `GetRushOrder`, `GetShelves` or `GetShelvesAgain`?"),
        ("GetShlv*", "; did you mean `GetShelves` or `GetShelvesAgain`?"),
        // Patterns are compared without wildcards, within a small edit distance.
        ("GetShleves*", "; did you mean `GetShelves` or `GetShelvesAgain`?"),
        ("Plce*", "; did you mean `PlaceOrder`?"),
        ("*Oder", "; did you mean `PlaceOrder` or `GetRushOrder`?"),
        ("Xyz*", ""),
        ("Xyz", ""),
        ("", ""),
        ("order", "; did you mean `PlaceOrder` or `GetRushOrder`?"),
    ] {
        let message = only(shop(), ["PlaceOrder", pattern]).unwrap_err().to_string();
        assert_eq!(message, format!("`Shop` has no operation `{pattern}`{near}"));
    }
}

/// Every operation of every genuine service, alone.
#[test]
fn each_operation_alone_is_a_service() {
    let mut count = 0;
    for path in models::documents() {
        let service = asmx_import::import_file(&path).unwrap().service;
        for operation in &service.operations {
            let subject = format!("{}, {}", path.display(), operation.name);
            let part = only(service.clone(), [&operation.name]).unwrap();
            assert_eq!(part.operations.len(), 1, "{subject}");
            assert_eq!(part.operations[0].names, operation.names, "{subject}");
            assert_eq!(part.operations[0].parameters.len(), operation.parameters.len(), "{subject}");
            // The spec is valid: no reference is dangling.
            let text = spec_text(&part);
            let read =
                asmx_codegen::load("part.xml", text.as_bytes()).unwrap_or_else(|error| panic!("{subject}: {error}"));
            assert_eq!(types(&read), types(&part), "{subject}");
            assert_eq!(only(part.clone(), ["*"]).unwrap(), part, "{subject}");
            // Names still mean the same types.
            for named in &part.types {
                let before = service.types.iter().find(|old| old.rust_name == named.rust_name).unwrap();
                assert_eq!((&named.name, &named.namespace), (&before.name, &before.namespace), "{subject}");
                let base = |service: &Service, kind: &NamedTypeKind| match kind {
                    NamedTypeKind::Structure(structure) => {
                        structure.base.map(|base| service.types[base].rust_name.clone())
                    }
                    NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_) => None,
                };
                assert_eq!(base(&part, &named.kind), base(&service, &before.kind), "{subject}");
            }
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn the_report_of_a_part_tells_what_was_not_asked_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wsdl");
    let full = import(&Folder::new(&folder), "simple.wsdl").unwrap();
    assert_eq!(full.clone().only::<&str>([]).unwrap().report, full.report);
    let first = full.service.operations[0].name.clone();
    let part = full.clone().only([&first]).unwrap();
    let imported: Vec<&str> =
        part.report.operations.iter().filter(|entry| entry.is_imported).map(|entry| entry.name.as_str()).collect();
    assert_eq!(imported, [&first]);
    assert_eq!(part.report.operations.len(), full.report.operations.len());
    let left_out = part.report.operations.iter().filter(|entry| entry.outcome == "left out: not asked for");
    assert_eq!(left_out.count(), full.service.operations.len() - 1);
    let needed: BTreeSet<&str> = types(&part.service).into_iter().collect();
    for entry in &part.report.types {
        let is_named = full.service.types.iter().any(|named| named.name == entry.name);
        assert_eq!(entry.is_imported, !is_named || needed.contains(entry.name.as_str()), "{}", entry.name);
    }
    let proposals = format!("{:?}", part.report.proposals);
    for operation in full.service.operations.iter().filter(|operation| operation.name != first) {
        assert!(!proposals.contains(&operation.name), "{proposals}");
    }
}

/// A session needs both headers: with one alone the spec would have a mistake.
#[test]
fn a_header_of_a_session_has_its_role_only_with_both_messages() {
    let header = |direction: &str| {
        format!("<header name=\"Cart\" type=\"string\" direction=\"{direction}\" secret=\"true\" role=\"session\"/>")
    };
    let spec = format!(
        "<service name=\"S\" path=\"/s.asmx\" namespace=\"urn:s\"><doc>S.</doc><area name=\"all\" title=\"All\">\
         <operation name=\"Open\" effect=\"send\" result=\"none\"><doc>O.</doc>{}</operation>\
         <operation name=\"List\" effect=\"read\" result=\"none\"><doc>L.</doc>{}</operation></area></service>",
        header("out"),
        header("in")
    );
    let service = asmx_codegen::load("s.xml", spec.as_bytes()).unwrap();
    let both = only(service.clone(), ["Open", "List"]).unwrap();
    assert_eq!(both, service);
    for (name, count) in [("Open", 0), ("List", 1)] {
        let single = only(service.clone(), [name]).unwrap();
        let messages = &single.operations[0].messages;
        assert_eq!(messages.request_headers.len(), count);
        let mut headers = messages.request_headers.iter().chain(&messages.response_headers);
        assert!(headers.all(|header| header.role.is_none() && header.secret));
        asmx_codegen::load("s.xml", spec_text(&single).as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    }
}
