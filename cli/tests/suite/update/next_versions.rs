//! Random next versions of services, in randomly edited specs.

use std::collections::BTreeMap;

use asmx_codegen::model::{
    Column, DataSetTable, DataSetType, DeclaredTable, Effect, EnumerationValue, Limit, Mapping, Member, NamedType,
    NamedTypeKind, Namespace, Operation, OperationNames, Place, Presence, Role, Scalar, Service, Style, Transport,
    Type,
};
use asmx_codegen::resolve::{outputs_of, word_for};
use asmx_import::import_file;
use asmx_import::spec_text;
use asmx_types::xml_name::encode_local_name;
use proptest::prelude::*;

use super::{imported, stays, updated, wire};
use crate::as_document::loaded;
use crate::models::{self, same};

/// A pseudo-random sequence with a seed.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % most.max(1) as u64).unwrap()
    }

    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// The service with only the operations that `is_kept` accepts.
pub fn only(service: &Service, mut is_kept: impl FnMut(usize) -> bool) -> Service {
    let mut service = service.clone();
    let mut numbers = BTreeMap::new();
    let (operations, areas) = (std::mem::take(&mut service.operations), std::mem::take(&mut service.areas));
    let retained: Vec<(usize, Operation)> = operations.into_iter().enumerate().filter(|(at, _)| is_kept(*at)).collect();
    let mut area_numbers = BTreeMap::new();
    for (at, mut operation) in retained {
        numbers.insert(at, service.operations.len());
        operation.area = *area_numbers.entry(operation.area).or_insert_with_key(|area| {
            service.areas.push(areas[*area].clone());
            service.areas.len() - 1
        });
        service.operations.push(operation);
    }
    for operation in &mut service.operations {
        operation.variant_of = operation.variant_of.and_then(|original| numbers.get(&original).copied());
    }
    service
}

/// Random changes of messages, as in a next version.
pub fn next_version(service: &mut Service, chance: &mut Chance) {
    if chance.once_in(5) {
        "/moved.asmx".clone_into(&mut service.path);
    }
    let string = |name: String| Member::element(&name, Type::Scalar(Scalar::String), Presence::Optional);
    for (number, named) in service.types.iter_mut().enumerate() {
        match &mut named.kind {
            NamedTypeKind::Enumeration(enumeration) => {
                let value =
                    |name: &str| EnumerationValue { name: name.to_owned(), variant: String::new(), doc: Vec::new() };
                match chance.below(5) {
                    0 => enumeration.values.push(value("Newest")),
                    1 => enumeration.values.insert(0, value("First")),
                    2 if enumeration.values.len() > 1 => drop(enumeration.values.remove(0)),
                    3 => enumeration.values.reverse(),
                    _ => {}
                }
            }
            NamedTypeKind::Structure(structure) => {
                let has_elements =
                    structure.members.iter().all(|member| !matches!(member.place, Place::Text | Place::Mixed));
                let is_element = |member: &Member| member.place == Place::Element;
                match chance.below(4) {
                    0 if has_elements && structure.members.iter().any(is_element) => {
                        let at = structure.members.iter().position(is_element).unwrap();
                        structure.members.insert(at, string(format!("Added{number}")));
                    }
                    1 if !structure.members.is_empty() => {
                        structure.members.remove(chance.below(structure.members.len()));
                    }
                    _ => {}
                }
            }
            NamedTypeKind::DataSet(data_set) => next_data_set(data_set, chance),
        }
    }
    for (number, operation) in service.operations.iter_mut().enumerate() {
        let is_wrapped = operation.messages.style == Style::Wrapped;
        match chance.below(12) {
            0 if is_wrapped => operation.parameters.push(string(format!("Last{number}"))),
            1 if is_wrapped => operation.parameters.insert(0, string(format!("First{number}"))),
            2 if is_wrapped && !operation.parameters.is_empty() => {
                operation.parameters.remove(chance.below(operation.parameters.len()));
            }
            3 if is_wrapped => operation.parameters.reverse(),
            4 if is_wrapped => {
                for member in &mut operation.parameters {
                    if member.kind == Type::Scalar(Scalar::Int) && member.place == Place::Element {
                        member.kind = Type::Scalar(Scalar::Long);
                    }
                }
            }
            5 if word_for(&operation.outputs) == Some("string") => turn(operation, "dataset"),
            6 if word_for(&operation.outputs) == Some("dataset") => turn(operation, "string"),
            7 => operation.messages.action = Some("urn:changed".to_owned()),
            8 if operation.transports.offers(Transport::Soap11) => {
                let offered = operation.transports.offers(Transport::Soap12);
                operation.transports = operation.transports.with(Transport::Soap12, !offered);
            }
            9 => operation.messages.request_headers.truncate(1),
            10 => operation.messages.request_headers.clear(),
            _ => {}
        }
        if word_for(&operation.outputs) == Some("string") {
            operation.table = None;
        }
    }
}

fn turn(operation: &mut Operation, word: &str) {
    operation.outputs = outputs_of(word, &operation.outputs[0].name).unwrap();
}

/// Adds and removes tables and columns.
fn next_data_set(data_set: &mut DataSetType, chance: &mut Chance) {
    let column = |name: &str| Column {
        name: name.to_owned(),
        field: String::new(),
        kind: Scalar::Int,
        required: false,
        scale: None,
        mapping: Mapping::Attribute,
        doc: Vec::new(),
    };
    match chance.below(5) {
        0 if data_set.tables.len() > 1 => drop(data_set.tables.remove(0)),
        1 => data_set.tables.reverse(),
        2 => data_set.tables.insert(
            0,
            DataSetTable {
                table: DeclaredTable {
                    name: Some("Newest".to_owned()),
                    row: String::new(),
                    undeclared: String::new(),
                    columns: vec![column("First"), column("new")],
                },
                method: String::new(),
                doc: Vec::new(),
            },
        ),
        _ => {}
    }
    for table in &mut data_set.tables {
        let columns = &mut table.table.columns;
        match chance.below(5) {
            0 if columns.len() > 1 => drop(columns.remove(0)),
            1 => columns.reverse(),
            2 => columns.push(column("Added")),
            3 => columns.insert(0, column("with space")),
            _ => {}
        }
    }
}

/// Random edits of members, headers and typed DataSets that only people make.
fn edited_types(service: &mut Service, chance: &mut Chance) {
    for named in &mut service.types {
        let NamedTypeKind::DataSet(data_set) = &mut named.kind else { continue };
        for (number, table) in data_set.tables.iter_mut().enumerate() {
            if chance.once_in(2) {
                (table.method, table.table.row) =
                    (format!("by_hand{number}"), format!("{}Rows{number}", named.rust_name));
                table.doc = vec!["A table.".to_owned()];
            }
            for (index, column) in table.table.columns.iter_mut().enumerate() {
                if chance.once_in(2) {
                    (column.field, column.doc) = (format!("by_hand{index}"), vec!["A column.".to_owned()]);
                }
            }
        }
    }
    for named in &mut service.types {
        if let NamedTypeKind::Structure(structure) = &mut named.kind {
            structure.members.iter_mut().for_each(|member| give_role(member, chance));
        }
    }
    let mut headers: BTreeMap<(String, Namespace), Member> = BTreeMap::new();
    for messages in service.operations.iter_mut().map(|operation| &mut operation.messages) {
        for header in messages.request_headers.iter_mut().chain(&mut messages.response_headers) {
            let known = headers.entry((header.name.clone(), header.namespace.clone())).or_insert_with(|| {
                let mut header = header.clone();
                give_role(&mut header, chance);
                header
            });
            (header.role, header.secret) = (known.role, known.secret);
        }
    }
    // Headers of requests and responses may be paired by name.
    for messages in service.operations.iter_mut().map(|operation| &mut operation.messages) {
        for header in &mut messages.request_headers {
            let answered = messages.response_headers.iter_mut().find(|candidate| *candidate == header);
            if let Some(answered) = answered.filter(|_| header.role.is_none() && chance.once_in(2)) {
                (header.role, header.secret) = (Some(Role::Session), true);
                (answered.role, answered.secret) = (Some(Role::Session), true);
            }
        }
    }
}

fn give_role(member: &mut Member, chance: &mut Chance) {
    let is_text = matches!(member.place, Place::Element | Place::Attribute) && !member.repeated;
    let roles = [Role::Username, Role::Password, Role::Key, Role::Token];
    if is_text && member.kind == Type::Scalar(Scalar::String) && chance.once_in(2) {
        let role = roles[chance.below(roles.len())];
        (member.role, member.secret) = (Some(role), member.secret || role.is_secret());
    }
}

/// Random edits that only people make.
fn edited(service: &mut Service, chance: &mut Chance) {
    for (number, operation) in service.operations.iter_mut().enumerate() {
        if chance.once_in(2) {
            operation.effect = [Effect::Read, Effect::Write, Effect::Send][chance.below(3)];
        }
        if chance.once_in(2) {
            operation.doc = vec![format!("Written by hand, {number}."), "Twice.".to_owned()];
            operation.undocumented = vec!["What it costs.".to_owned()];
            operation.limits = vec![Limit { records: Some(5), doc: vec!["At most five.".to_owned()] }];
        }
        if chance.once_in(4) {
            operation.deprecated = Some("Use another one.".to_owned());
        }
        if chance.once_in(4) {
            operation.names = OperationNames {
                request: format!("ByHand{number}"),
                method: format!("by_hand{number}"),
                descriptor: format!("BY_HAND{number}"),
                output: None,
            };
            if let Some(table) = &mut operation.table {
                table.row = format!("ByHand{number}Row");
            }
        }
        for (index, member) in
            operation.parameters.iter_mut().enumerate().filter(|(_, parameter)| parameter.place == Place::Element)
        {
            if chance.once_in(4) {
                (member.field, member.secret) = (format!("by_hand{index}"), !member.secret);
                member.doc = vec!["A parameter.".to_owned()];
            }
        }
    }
}

/// Updates an edited spec to the next version: messages are the document's, the rest is the spec's.
fn goes_on(all: &Service, seed: u64) {
    let mut chance = Chance::new(seed);
    let mut old = only(all, |at| at == 0 || !chance.once_in(5));
    edited(&mut old, &mut chance);
    edited_types(&mut old, &mut chance);
    old.name_outputs();
    let mut new = only(all, |at| at == 0 || !chance.once_in(5));
    if chance.once_in(2)
        && all.common.is_empty()
        && all.operations.iter().all(|operation| operation.messages.style == Style::Wrapped)
    {
        old.common = credentials();
        new.operations.iter_mut().for_each(|operation| drop(operation.parameters.splice(..0, credentials())));
    }
    next_version(&mut new, &mut chance);
    let (spec, import) = (spec_text(&old), imported(&new));
    let old = loaded(&spec);
    let update = updated(&spec, &import);
    let found = loaded(&update.text);
    same(&wire(&found), &wire(&import.service), &format!("{spec}\n{}\n{}", update.changes, update.text));
    let report = update.changes.to_string();
    assert_eq!(update.changes.all.is_empty(), update.text == spec, "{report}");
    for before in &old.operations {
        let Some(after) = found.operations.iter().find(|operation| operation.name == before.name) else {
            assert!(report.contains(&*encode_local_name(&before.name)), "{} is gone\n{report}", before.name);
            continue;
        };
        // The document decides whether outputs need a struct.
        assert_eq!(
            OperationNames { output: None, ..after.names.clone() },
            OperationNames { output: None, ..before.names.clone() }
        );
        assert_eq!(after.effect, before.effect);
        assert_eq!((&after.limits, &after.undocumented), (&before.limits, &before.undocumented));
        assert_eq!(after.deprecated, before.deprecated);
        assert_eq!(found.areas[after.area], old.areas[before.area]);
        assert!(before.doc.is_empty() || after.doc == before.doc, "{report}");
        for parameter in before.parameters.iter().filter(|parameter| parameter.place == Place::Element) {
            if let Some(other) = after.parameters.iter().find(|other| other.name == parameter.name) {
                assert_eq!(
                    (&other.field, other.secret),
                    (&parameter.field, parameter.secret),
                    "{report}\n{}",
                    update.text
                );
                assert!(parameter.doc.is_empty() || parameter.doc == other.doc, "{report}");
            }
        }
    }
    keeps_the_words_of_types(&old, &found, &report);
    keeps_the_roles_of_headers(&old, &found, &report);
    for after in &found.operations {
        let is_new = old.operations.iter().all(|operation| operation.name != after.name);
        assert!(
            !is_new || (report.contains(&*encode_local_name(&after.name)) && after.effect == Effect::Write),
            "{} is new\n{report}",
            after.name
        );
    }
    stays(&update.text, &import);
}

fn keeps_the_words_of_types(old: &Service, found: &Service, report: &str) {
    let is_same = |first: &NamedType, second: &NamedType| {
        !first.anonymous && !second.anonymous && (&first.name, &first.namespace) == (&second.name, &second.namespace)
    };
    for before in &old.types {
        let Some(after) = found.types.iter().find(|after| is_same(before, after)) else { continue };
        assert_eq!(after.rust_name, before.rust_name);
        match (&before.kind, &after.kind) {
            (NamedTypeKind::DataSet(before), NamedTypeKind::DataSet(after)) => {
                for table in &before.tables {
                    let Some(other) = after.tables.iter().find(|other| other.name() == table.name()) else { continue };
                    assert_eq!((&other.method, &other.table.row), (&table.method, &table.table.row), "{report}");
                    assert!(table.doc.is_empty() || table.doc == other.doc, "{report}");
                    for column in &table.table.columns {
                        let mut columns = other.table.columns.iter();
                        let Some(other) = columns.find(|other| other.name == column.name) else { continue };
                        assert_eq!(other.field, column.field, "{report}");
                        assert!(column.doc.is_empty() || column.doc == other.doc, "{report}");
                    }
                }
            }
            (NamedTypeKind::Structure(before), NamedTypeKind::Structure(after)) => {
                for member in before.members.iter().filter(|member| member.role.is_some()) {
                    let mut members = after.members.iter();
                    let same = members.find(|other| {
                        (&other.name, &other.namespace, &other.place)
                            == (&member.name, &member.namespace, &member.place)
                    });
                    let Some(other) = same else { continue };
                    assert_eq!((other.role, other.secret), (member.role, member.secret), "{report}");
                }
            }
            _ => {}
        }
    }
}

fn keeps_the_roles_of_headers(old: &Service, found: &Service, report: &str) {
    let key = |header: &Member| (header.name.clone(), header.namespace.clone());
    let of = |operation: &Operation| -> Vec<(bool, Member)> {
        let messages = &operation.messages;
        let requests = messages.request_headers.iter().map(|header| (true, header.clone()));
        requests.chain(messages.response_headers.iter().map(|header| (false, header.clone()))).collect()
    };
    for before in &old.operations {
        let Some(after) = found.operations.iter().find(|operation| operation.name == before.name) else { continue };
        for (is_of_request, header) in of(before) {
            let after = of(after);
            let same = after.iter().find(|(is, other)| *is == is_of_request && key(other) == key(&header));
            let Some((_, other)) = same else { continue };
            let is_lost = header.role == Some(Role::Session)
                && other.role.is_none()
                && report.contains("lost the role `session`");
            assert!(other.role == header.role || is_lost, "{report}");
            assert_eq!(other.secret, header.secret, "{report}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(80), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_next_version_has_the_wire_of_the_document_and_the_words_of_the_spec(seed in any::<u64>()) {
        goes_on(&models::service_of_a_document(seed), seed);
    }
}

/// Regressions: an output where specs usually have a result; a result in the namespace of
/// the service, in a response of another.
#[test]
fn next_versions_that_went_wrong_once_are_right() {
    for seed in [5_239_332_994_833_202_224, 12_168_601_614_846_551_910] {
        goes_on(&models::service_of_a_document(seed), seed);
    }
}

#[test]
fn next_versions_of_imported_services_have_the_wire_of_the_document_and_the_words_of_the_spec() {
    for path in models::documents() {
        let service = import_file(&path).unwrap_or_else(|error| panic!("{error}")).service;
        for seed in 0..2 {
            goes_on(&service, seed);
        }
    }
}

/// Common parameters, as a person writes them.
fn credentials() -> Vec<Member> {
    let of = |name: &str, role: Role| {
        let member = Member::element(name, Type::Scalar(Scalar::String), Presence::Optional);
        let member = Member { field: name.to_lowercase(), ..member };
        member.with(|facets| (facets.role, facets.secret) = (Some(role), true))
    };
    vec![of("Caller", Role::Username), of("Phrase", Role::Password)]
}
