//! Descriptors of a spec, made at run time: they are those that were generated from it, but that every operation returns a message.

use std::path::Path;

use asmx_document::Document;
use asmx_runtime::{ArrayType, DeclaredColumn, Member, Operation, ResultShape, Service, Type, XmlKind, plain_text};

fn members(made: &[Member], generated: &[Member], place: &str) {
    assert_eq!(names(made), names(generated), "{place}");
    for (made, generated) in made.iter().zip(generated) {
        let place = format!("{place}.{}", made.name);
        assert_eq!(made.presence, generated.presence, "{place}");
        assert_eq!(
            (made.secret, made.role, made.repeated),
            (generated.secret, generated.role, generated.repeated),
            "{place}"
        );
        assert_eq!(plain_text(made.doc), plain_text(generated.doc), "{place}");
        types(made.kind, generated.kind, &place, 0);
    }
}

fn names(members: &[Member]) -> Vec<&str> {
    members.iter().map(|member| member.name).collect()
}

fn types(made: Type, generated: Type, place: &str, depth: usize) {
    match (made, generated) {
        // A type may hold itself.
        _ if depth > 3 => {}
        (Type::Structure(made), Type::Structure(generated)) => {
            assert_eq!((made.name, names(made.members())), (generated.name, names(generated.members())), "{place}");
            for (one, other) in made.members().iter().zip(generated.members()) {
                types(one.kind, other.kind, &format!("{place}.{}", one.name), depth + 1);
            }
        }
        (Type::Enumeration(made), Type::Enumeration(generated)) => {
            let meanings = |one: &asmx_runtime::Enumeration| -> Vec<(String, String)> {
                one.iter().map(|(value, meaning)| (value.to_owned(), plain_text(meaning))).collect()
            };
            assert_eq!((made.name, meanings(made)), (generated.name, meanings(generated)), "{place}");
        }
        (Type::Array(made), Type::Array(generated)) => {
            assert_eq!(
                (made.item_name, made.nullable_items),
                (generated.item_name, generated.nullable_items),
                "{place}"
            );
            types(made.item, generated.item, &format!("{place}[]"), depth + 1);
        }
        (made, generated) => assert_eq!(made, generated, "{place}"),
    }
}

static INTEGERS: ArrayType = ArrayType::new(Type::INT, "int");

/// The type of the result that an operation of that shape returns.
fn returned(shape: ResultShape) -> Option<Type> {
    match shape {
        ResultShape::None => None,
        ResultShape::String | ResultShape::Delimited => Some(Type::STRING),
        ResultShape::DataSet => Some(Type::Xml(XmlKind::DataSet)),
        ResultShape::TypedDataSet(data_set) => Some(Type::DataSet(data_set)),
        ResultShape::Xml => Some(Type::Xml(XmlKind::Content)),
        ResultShape::Integers => Some(Type::Array(&INTEGERS)),
        ResultShape::Typed(kind) => Some(kind),
        ResultShape::Message => panic!("generated operations return no message"),
    }
}

fn operations(made: &Operation, generated: &Operation) {
    let place = made.name;
    assert_eq!(made.name, generated.name);
    assert_eq!((made.area, made.effect), (generated.area, generated.effect), "{place}");
    assert_eq!(plain_text(made.doc), plain_text(generated.doc), "{place}");
    members(made.parameters, generated.parameters, place);
    assert_eq!(
        (made.table, made.record_limit, made.open),
        (generated.table, generated.record_limit, generated.open),
        "{place}"
    );
    assert_eq!(
        (made.limit, made.variant_of, made.deprecated),
        (generated.limit, generated.variant_of, generated.deprecated),
        "{place}"
    );
    let columns = |columns: &[DeclaredColumn]| -> Vec<_> {
        columns.iter().map(|column| (column.name, column.kind, column.required, plain_text(column.doc))).collect()
    };
    assert_eq!(columns(made.columns), columns(generated.columns), "{place}");
    for transport in asmx_runtime::Transport::ALL {
        assert_eq!(made.offered_over(transport), generated.offered_over(transport), "{place} over {transport}");
    }
    assert_eq!(made.result, ResultShape::Message, "{place}");
    let outputs: Vec<_> = made.outputs.iter().map(|output| output.name.to_owned()).collect();
    match returned(generated.result) {
        None => assert!(outputs.is_empty(), "{place}"),
        Some(kind) => {
            assert_eq!(outputs, [generated.result_element_name()], "{place}");
            types(made.outputs[0].kind, kind, place, 0);
            assert_eq!(made.outputs[0].kind.name(), kind.name(), "{place}");
        }
    }
}

fn check(spec: &str, generated: &'static Service) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(spec);
    let made = Document::open(path).unwrap().service();
    assert_eq!((made.name, made.path, made.namespace), (generated.name, generated.path, generated.namespace));
    assert_eq!(plain_text(made.doc), plain_text(generated.doc));
    assert_eq!(made.wsdl, generated.wsdl);
    members(made.common, generated.common, made.name);
    let areas = |service: &Service| -> Vec<_> {
        service.areas.iter().map(|area| (area.name, area.title, plain_text(area.doc))).collect()
    };
    assert_eq!(areas(made), areas(generated));
    assert_eq!(made.operations.len(), generated.operations.len());
    made.operations.iter().zip(generated.operations).for_each(|(made, generated)| operations(made, generated));
}

#[test]
fn descriptors_of_specs_are_those_that_were_generated() {
    check("spec/email-campaign.xml", &email_campaign_client::EMAIL_CAMPAIGN);
    check("tests/second-service/spec/library-catalogue.xml", &second_service::LIBRARY_CATALOGUE);
}
