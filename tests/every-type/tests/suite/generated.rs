//! Descriptors of a spec, made at run time: they are those that were generated from it, but that every operation returns a message.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use asmx_document::Document;
use asmx_runtime::descriptors::Facets;
use asmx_runtime::descriptors::{ArrayType, DeclaredColumn, Name, Namespace, Place, Structure, plain_text};
use asmx_runtime::{Member, Operation, Service, Transport, Type};

use crate::cases::{Set, Source, document};

/// All that descriptors say, as text. Structures are told where they are first met: a type may hold itself.
#[derive(Default)]
struct Description {
    text: String,
    known: HashSet<(Namespace, &'static str)>,
}

impl Description {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn member(&mut self, place: &str, member: &'static Member) {
        let Member { name, namespace, facets, .. } = member;
        let Facets { presence, repeated, default, part, content, scale, end, resolution, secret, role } = facets;
        let (of, place) = (place, format!("{place}.{name}"));
        let kind = std::mem::discriminant(&member.place);
        self.line(&format!(
            "{place}: {namespace:?} {presence:?} repeated {repeated} default {default:?} part {part:?} content {content:?} scale {scale:?} \
             end {end:?} {resolution:?} secret {secret} role {role:?} {kind:?} {:?}",
            plain_text(member.doc)
        ));
        match member.place {
            Place::Choice(alternatives) => self.members(&format!("{of}.choice"), alternatives),
            Place::AnyAttributes | Place::AnyElements | Place::Mixed => {}
            Place::Element | Place::Attribute | Place::Text => self.kind(&place, member.kind),
        }
    }

    fn members(&mut self, place: &str, members: &'static [Member]) {
        for member in members {
            self.member(place, member);
        }
    }

    fn kind(&mut self, place: &str, kind: Type) {
        let name = |kind: Type| format!("{:?} {}", kind.namespace(), kind.name());
        match kind {
            Type::Structure(structure) => self.structure(place, structure),
            Type::Enumeration(enumeration) => {
                let meanings = enumeration.iter().map(|(value, meaning)| (value, plain_text(meaning)));
                let meanings: Vec<_> = meanings.collect();
                self.line(&format!("{place} is one of {} flags {} {meanings:?}", name(kind), enumeration.flags));
            }
            Type::Array(array) => self.array(place, array),
            Type::List(list) => self.kind(&format!("{place} is a list,"), list.item),
            Type::DataSet(data_set) => {
                self.line(&format!("{place} is {} with {:?}", name(kind), plain_text(data_set.doc)));
                for table in data_set.tables {
                    self.line(&format!("{place} has {:?} {:?}", table.name, plain_text(table.doc)));
                    self.columns(&format!("{place}.{:?}", table.name), table.columns);
                }
            }
            Type::Scalar(_) | Type::Any | Type::Xml(_) => self.line(&format!("{place} is {}", name(kind))),
        }
    }

    fn columns(&mut self, place: &str, columns: &[DeclaredColumn]) {
        for column in columns {
            let DeclaredColumn { name, kind, required, mapping, scale, .. } = column;
            self.line(&format!(
                "{place} has {name} {kind:?} {required} {mapping:?} scale {scale:?} {:?}",
                plain_text(column.doc)
            ));
        }
    }

    fn array(&mut self, place: &str, array: &'static ArrayType) {
        let ArrayType { item_name, item_namespace, nullable_items, name, namespace, .. } = array;
        self.line(&format!(
            "{place} is an array {name:?} {namespace:?} of {item_name} {item_namespace:?} nullable {nullable_items}"
        ));
        if array.alternatives.is_empty() {
            self.kind(&format!("{place}[]"), array.item);
        } else {
            self.members(&format!("{place}[]"), array.alternatives);
        }
    }

    fn structure(&mut self, place: &str, structure: &'static Structure) {
        let Structure { name, namespace, is_abstract, .. } = structure;
        let name_of = |structure: &Structure| (structure.namespace, structure.name);
        let derived: Vec<_> = structure.derived().iter().map(|derived| name_of(derived)).collect();
        let base = structure.base().map(name_of);
        self.line(&format!("{place} is a {name} {namespace:?} abstract {is_abstract} of {base:?} above {derived:?}"));
        // A structure without a name is listed at each of its places.
        if name.is_empty() || self.known.insert((*namespace, *name)) {
            self.members(&format!("{namespace:?} {name}"), structure.members());
            for derived in structure.derived() {
                self.structure("derived", derived);
            }
        }
    }

    fn operation(&mut self, operation: &'static Operation) {
        let place = operation.name;
        let Operation { area, effect, table, rows, record_limit, open, limit, variant_of, deprecated, ports, .. } =
            operation;
        self.line(&format!(
            "{place}: {area} {effect:?} {table:?} rows {rows:?} {record_limit:?} {open} {limit:?} {variant_of:?} {deprecated:?} {ports:?} {:?}",
            plain_text(operation.doc)
        ));
        self.columns(place, operation.columns);
        let offered = Transport::ALL.into_iter().filter(|transport| operation.offered_over(*transport));
        self.line(&format!("{place} over {:?}", offered.collect::<Vec<_>>()));
        let messages = operation.messages;
        let wrapper = |name: Option<Name>| name.map(|name| (name.name, name.namespace));
        self.line(&format!(
            "{place} as {:?} {:?} {:?} {:?} {:?} one way {}",
            messages.style,
            wrapper(messages.request),
            wrapper(messages.response),
            messages.action,
            messages.location,
            messages.one_way
        ));
        self.members(place, operation.parameters);
        self.members(&format!("{place} takes"), messages.request_headers);
        self.members(&format!("{place} answers"), messages.response_headers);
        self.members(&format!("{place} returns"), operation.outputs);
    }

    fn service(mut self, service: &'static Service) -> String {
        let (name, path, namespace, ports) = (service.name, service.path, service.namespace, service.ports);
        self.line(&format!("{name} {path} {namespace:?} {ports:?} {:?}", plain_text(service.doc)));
        for area in service.areas {
            self.line(&format!("{} {} {:?}", area.name, area.title, plain_text(area.doc)));
        }
        self.members("common", service.common);
        service.operations.iter().for_each(|operation| self.operation(operation));
        self.text
    }
}

/// The lines that differ.
fn differences(made: &str, generated: &str) -> String {
    let mut text = String::new();
    for (made, generated) in made.lines().zip(generated.lines()).filter(|(made, generated)| made != generated).take(8) {
        writeln!(text, "made:      {made}\ngenerated: {generated}").unwrap();
    }
    text
}

fn check(spec: &str, generated: &'static Service) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(spec);
    let made = Document::open(path).unwrap().service();
    assert_eq!(made.wsdl.text(), generated.wsdl.text());
    let (actual, expected) = (Description::default().service(made), Description::default().service(generated));
    assert!(actual.lines().count() > 10, "{actual}");
    assert!(actual == expected, "{spec}:\n{}", differences(&actual, &expected));
    // A value of any type names its type: equal names must mean equal types.
    for kind in made.types.iter().filter(|_| !generated.types.is_empty()) {
        let (namespace, name) = (kind.namespace().uri("urn:own"), kind.name());
        let found = generated.type_named("urn:own", namespace, &name);
        let describe = |kind: Type| {
            let mut description = Description::default();
            description.kind("", kind);
            description.text
        };
        assert_eq!(found.map(describe), Some(describe(*kind)), "{spec}: {namespace} {name}");
    }
}

/// A spec calls and serves as the document that it was imported from.
#[test]
fn descriptors_of_an_imported_spec_are_those_of_its_document() {
    for set in Set::ALL {
        for name in set.services() {
            let [document, spec] = [Source::Wsdl, Source::Spec].map(|source| document(set, name, source).service());
            let [expected, actual] = [document, spec].map(|service| Description::default().service(service));
            assert!(actual == expected, "{name}:\n{}", differences(&actual, &expected));
        }
    }
}

#[test]
fn descriptors_of_specs_are_those_that_were_generated() {
    check("spec/email-campaign.xml", &email_campaign_client::EMAIL_CAMPAIGN);
    check("tests/second-service/spec/library-catalogue.xml", &second_service::LIBRARY_CATALOGUE);
    check("tests/second-service/spec/stock.xml", &second_service::stock::STOCK);
    check("tests/second-service/spec/depot.xml", &second_service::depot::DEPOT);
    check("tests/second-service/spec/parcels.xml", &second_service::parcels::PARCELS);
    check("tests/second-service/spec/tables.xml", &second_service::tables::TABLES);
    check("tests/second-service/spec/typed-svc.xml", &second_service::typed_svc::TYPED_SVC);
    check("tests/second-service/spec/tables.xml", &second_service::tables::TABLES);
    check("tests/second-service/spec/typed-svc.xml", &second_service::typed_svc::TYPED_SVC);
    check("tests/second-service/spec/everything.xml", &second_service::everything::ZOO);
    check("tests/second-service/spec/zoo.xml", &second_service::zoo::ZOO);
    check("tests/second-service/spec/circle-line.xml", &second_service::circle_line::CIRCLE_LINE);
    check("tests/second-service/spec/same-names.xml", &second_service::same_names::SAME_NAMES);
}
