//! Descriptors of models that no spec of one's own describes: derived types, types that hold themselves, arrays of one name.

use asmx_codegen::model::{self, ArrayType, Member, NamedType, NamedTypeKind, Presence, Scalar, Structure};
use asmx_document::{Document, DocumentError, documentation};
use asmx_runtime::{Operation, Service, Type};

const SPEC: &str = r#"<service name="Zoo" path="/zoo.asmx" namespace="urn:zoo"><doc>A zoo.</doc>
  <area name="all" title="All"><doc>All.</doc><operation name="Count" effect="read"><doc>Counts.</doc><result type="int"/></operation></area>
</service>"#;

fn structure(name: &str, base: Option<usize>, members: Vec<Member>) -> NamedType {
    NamedType {
        name: name.to_owned(),
        namespace: model::Namespace::Service,
        anonymous: false,
        rust_name: name.to_owned(),
        doc: Vec::new(),
        kind: NamedTypeKind::Structure(Structure { members, base, is_abstract: false }),
    }
}

fn element(name: &str, kind: model::Type) -> Member {
    Member::element(name, kind, Presence::Optional)
}

/// The descriptors of a service whose one operation takes a value of its first type.
fn made(types: Vec<NamedType>) -> (&'static Service, &'static Operation) {
    let mut model = model();
    model.types = types;
    let operation = &mut model.operations[0];
    operation.parameters = vec![element("item", model::Type::Named(0))];
    let service = asmx_document::service(&model);
    (service, service.operations[0])
}

fn model() -> model::Service {
    asmx_codegen::load("zoo.xml", SPEC.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn names(members: &[asmx_runtime::Member]) -> Vec<&'static str> {
    members.iter().map(|member| member.name).collect()
}

#[test]
fn members_of_the_base_come_first_and_all_descendants_are_known() {
    let string = || model::Type::Scalar(Scalar::String);
    let (_, operation) = made(vec![
        structure("Animal", None, vec![element("Name", string())]),
        structure("Puppy", Some(2), vec![element("Toy", string())]),
        structure("Dog", Some(0), vec![element("Tricks", string())]),
    ]);
    let Type::Structure(animal) = operation.parameters[0].kind else { panic!("a structure") };
    let derived: Vec<_> = animal.derived().iter().map(|derived| derived.name).collect();
    assert_eq!((names(animal.members()), derived), (vec!["Name"], vec!["Puppy", "Dog"]));
    let puppy = animal.derived()[0];
    assert_eq!(names(puppy.members()), ["Name", "Tricks", "Toy"]);
    assert_eq!(puppy.base().map(|base| base.name), Some("Dog"));
    assert!(std::ptr::eq(puppy.base().unwrap(), animal.derived()[1]));
}

#[test]
fn a_type_that_holds_itself_is_one_type() {
    let nodes = model::Type::Array(Box::new(ArrayType::of(model::Type::Named(0), "Node", true)));
    let members = vec![element("Next", model::Type::Named(0)), element("Children", nodes)];
    let (service, operation) = made(vec![structure("Node", None, members)]);
    let Type::Structure(node) = operation.parameters[0].kind else { panic!("a structure") };
    let Type::Structure(next) = node.members()[0].kind else { panic!("a structure") };
    let Type::Array(children) = node.members()[1].kind else { panic!("an array") };
    let Type::Structure(child) = children.item else { panic!("a structure") };
    assert!(std::ptr::eq(node, next) && std::ptr::eq(node, child));
    let named = |name: &str| service.type_named("urn:zoo", "urn:zoo", name);
    assert!(matches!(named("Node"), Some(Type::Structure(found)) if std::ptr::eq(found, node)));
    assert!(matches!(named("ArrayOfNode"), Some(Type::Array(found)) if std::ptr::eq(found, children)));
    assert_eq!(named("Other"), None);
    assert_eq!(service.type_named("urn:zoo", "http://www.w3.org/2001/XMLSchema", "int"), Some(Type::INT));
}

#[test]
fn arrays_that_would_have_one_name_are_told_apart() {
    let array =
        |nullable| model::Type::Array(Box::new(ArrayType::of(model::Type::Scalar(Scalar::Int), "int", nullable)));
    let members = vec![element("Plain", array(false)), element("Gaps", array(true)), element("Again", array(true))];
    let (_, operation) = made(vec![structure("Box", None, members)]);
    let Type::Structure(holder) = operation.parameters[0].kind else { panic!("a structure") };
    let [first, gaps, again] = holder.members() else { panic!("three members") };
    assert_eq!((first.kind.name(), gaps.kind.name()), ("ArrayOfInt".to_owned(), "ArrayOfInt1".to_owned()));
    let (Type::Array(gaps), Type::Array(again)) = (gaps.kind, again.kind) else { panic!("arrays") };
    assert!(std::ptr::eq(gaps, again), "an array type exists once");
}

#[test]
fn a_value_of_any_type_may_be_an_array_that_nothing_declares() {
    let named = |service: &'static Service, name: &str| service.type_named("urn:zoo", "urn:zoo", name);
    let service = made(vec![structure("Thing", None, vec![element("Name", model::Type::Scalar(Scalar::String))])]).0;
    assert_eq!(named(service, "ArrayOfThing"), None);
    let (service, _) = made(vec![structure("Thing", None, vec![element("Value", model::Type::Any)])]);
    for (name, item, nullable) in
        [("ArrayOfInt", "int", false), ("ArrayOfString", "string", true), ("ArrayOfThing", "Thing", true)]
    {
        let Some(Type::Array(array)) = named(service, name) else { panic!("no {name}") };
        assert_eq!((array.item_name, array.nullable_items), (item, nullable), "{name}");
    }
}

#[test]
fn an_operation_of_several_ports_is_found_by_one() {
    let mut model = model();
    let mut second = model.operations[0].clone();
    second.parameters = vec![element("item", model::Type::Scalar(Scalar::Int))];
    let port = |name: &str| model::Port {
        name: name.to_owned(),
        transport: model::Transport::Soap11,
        path: "/zoo.asmx".to_owned(),
    };
    model.ports = vec![port("First"), port("Second")];
    model.operations[0].ports = vec![0];
    second.ports = vec![1];
    model.operations.push(second);
    let document = Document::from(&model);
    let parameters = |port| document.operation("Count", port).map(|operation| operation.parameters.len());
    assert_eq!(
        [parameters(None), parameters(Some("First")), parameters(Some("Second")), parameters(Some("Third"))],
        [Some(0), Some(0), Some(1), None]
    );
}

#[test]
fn errors_tell_the_file_and_the_line() {
    let error = Document::open("/no/such/file.wsdl").unwrap_err();
    assert!(matches!(error, DocumentError::Unreadable { .. }));
    assert!(error.to_string().starts_with("cannot read /no/such/file.wsdl: "), "{error}");
    let error = Document::read("zoo.xml", SPEC.replace("\"int\"", "\"itn\"").as_bytes()).unwrap_err();
    assert!(error.to_string().contains("zoo.xml:2:") && error.to_string().contains("`itn`"), "{error}");
}

#[test]
fn an_operation_without_documentation_has_none_and_one_that_repeats_its_name_has_it() {
    for (doc, expected) in [("", ""), ("<doc>The operation Find.</doc>", "The operation Find.")] {
        let spec = format!(
            "<service name=\"Shop\" path=\"/shop.asmx\" imported=\"true\"><area name=\"a\" title=\"A\">\
             <operation name=\"Find\" result=\"none\" effect=\"read\">{doc}</operation></area></service>"
        );
        let document = Document::read("shop.xml", spec.as_bytes()).unwrap();
        assert_eq!(documentation(document.operation("Find", None).unwrap()), expected);
        assert_eq!(document.service().doc, "");
    }
}

#[test]
fn a_document_that_is_read_again_has_the_same_descriptors() {
    let read = |spec: &str| Document::read("zoo.xml", spec.as_bytes()).unwrap();
    let (first, again) = (read(SPEC), read(SPEC));
    assert!(std::ptr::eq(first.service(), again.service()) && std::ptr::eq(first.ports(), again.ports()));
    let (words, types) = (SPEC.replace("Counts.", "Counts all."), SPEC.replace("\"int\"", "\"long\""));
    for other in [read(&words), read(&types)] {
        assert!(!std::ptr::eq(first.service(), other.service()));
    }
}
