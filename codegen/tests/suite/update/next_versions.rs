//! Next versions of services made by chance, in specs that were edited by chance.

use std::collections::BTreeMap;

use asmx_codegen::import_file;
use asmx_codegen::model::{
    Effect, EnumerationValue, Limit, Member, NamedTypeKind, Operation, OperationNames, Place, Presence, ResultKind,
    Role, Scalar, Service, Style, Type,
};
use asmx_codegen::spec_text;
use asmx_types::xml_name::encode_local_name;
use proptest::prelude::*;

use super::{imported, stays, updated, wire};
use crate::models::{self, same};
use crate::spec_text::loaded;

/// Numbers by chance: the same number, the same chances.
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

/// The service without the operations that are not kept.
pub fn only(service: &Service, mut is_kept: impl FnMut(usize) -> bool) -> Service {
    let mut service = service.clone();
    let mut numbers = BTreeMap::new();
    let (operations, areas) = (std::mem::take(&mut service.operations), std::mem::take(&mut service.areas));
    let kept: Vec<(usize, Operation)> = operations.into_iter().enumerate().filter(|(at, _)| is_kept(*at)).collect();
    let mut area_numbers = BTreeMap::new();
    for (at, mut operation) in kept {
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

/// Changes of the wire, as the next version of a service has them.
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
                let has_elements = structure.members.iter().all(|one| !matches!(one.place, Place::Text | Place::Mixed));
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
            5 if operation.result.kind == ResultKind::String => operation.result.kind = ResultKind::DataSet,
            6 if operation.result.kind == ResultKind::DataSet => operation.result.kind = ResultKind::String,
            7 => operation.messages.action = Some("urn:changed".to_owned()),
            8 if operation.transports.soap11 => operation.transports.soap12 = !operation.transports.soap12,
            9 => operation.messages.request_headers.truncate(1),
            10 => operation.messages.request_headers.clear(),
            _ => {}
        }
        if operation.result.kind == ResultKind::String {
            operation.result.table = None;
        }
    }
}

/// What people write and no document says.
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
            };
            if let Some(table) = &mut operation.result.table {
                table.row = format!("ByHand{number}Row");
            }
        }
        for (place, member) in
            operation.parameters.iter_mut().enumerate().filter(|(_, one)| one.place == Place::Element)
        {
            if chance.once_in(4) {
                (member.field, member.secret) = (format!("by_hand{place}"), !member.secret);
                member.doc = vec!["A parameter.".to_owned()];
            }
        }
    }
}

/// The next version of a service, in a spec that people have edited: the wire is the document's, the words are the spec's.
fn goes_on(all: &Service, seed: u64) {
    let mut chance = Chance::new(seed);
    let mut old = only(all, |at| at == 0 || !chance.once_in(5));
    edited(&mut old, &mut chance);
    let mut new = only(all, |at| at == 0 || !chance.once_in(5));
    if chance.once_in(2)
        && all.common.is_empty()
        && all.operations.iter().all(|one| one.messages.style == Style::Wrapped)
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
    let told = update.changes.to_string();
    assert_eq!(update.changes.all.is_empty(), update.text == spec, "{told}");
    for before in &old.operations {
        let Some(after) = found.operations.iter().find(|operation| operation.name == before.name) else {
            assert!(told.contains(&*encode_local_name(&before.name)), "{} is gone\n{told}", before.name);
            continue;
        };
        assert_eq!((&after.names, after.effect), (&before.names, before.effect));
        assert_eq!((&after.limits, &after.undocumented), (&before.limits, &before.undocumented));
        assert_eq!(after.deprecated, before.deprecated);
        assert_eq!(found.areas[after.area], old.areas[before.area]);
        assert!(before.doc.is_empty() || after.doc == before.doc, "{told}");
        for one in before.parameters.iter().filter(|one| one.place == Place::Element) {
            if let Some(other) = after.parameters.iter().find(|other| other.name == one.name) {
                assert_eq!((&other.field, other.secret), (&one.field, one.secret), "{told}\n{}", update.text);
                assert!(one.doc.is_empty() || one.doc == other.doc, "{told}");
            }
        }
    }
    for after in &found.operations {
        let is_new = old.operations.iter().all(|operation| operation.name != after.name);
        assert!(
            !is_new || (told.contains(&*encode_local_name(&after.name)) && after.effect == Effect::Write),
            "{} is new\n{told}",
            after.name
        );
    }
    stays(&update.text, &import);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_next_version_has_the_wire_of_the_document_and_the_words_of_the_spec(seed in any::<u64>()) {
        goes_on(&models::service_of_a_document(seed), seed);
    }
}

/// An output where specs are usually written with a result.
#[test]
fn a_next_version_that_went_wrong_once_is_right() {
    let seed = 5_239_332_994_833_202_224;
    goes_on(&models::service_of_a_document(seed), seed);
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

/// What every operation takes, as a person says it.
fn credentials() -> Vec<Member> {
    let of = |name: &str, role: Role| Member {
        field: name.to_lowercase(),
        role: Some(role),
        secret: true,
        ..Member::element(name, Type::Scalar(Scalar::String), Presence::Optional)
    };
    vec![of("Caller", Role::Username), of("Phrase", Role::Password)]
}
