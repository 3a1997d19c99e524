//! Reduces services to what a WSDL document can declare, for tests of this crate and of the command.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use asmx_codegen::load;
use asmx_codegen::model::{Area, ArrayType, Effect, Member, NamedTypeKind, Place, Presence, Service, Style, Type};
use asmx_import::Documents;

/// Read while the tests run: an edit of a spec compiles none of them again.
pub static SPECS: LazyLock<[String; 5]> = LazyLock::new(|| {
    let files = [
        "spec/email-campaign.xml",
        "tests/second-service/spec/library-catalogue.xml",
        "tests/second-service/spec/depot.xml",
        "tests/second-service/spec/stock.xml",
        "tests/documents/spec/library.xml",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join(files[0]).exists()).unwrap();
    files.map(|file| fs::read_to_string(root.join(file)).unwrap())
});

pub fn loaded(text: &str) -> Service {
    load("spec.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

/// Facts that a WSDL document cannot declare get the importer's defaults.
pub fn as_a_document_says_it(service: &Service) -> Service {
    let mut service = service.clone();
    service.undocumented.clear();
    service.areas = vec![Area { name: String::new(), title: String::new(), doc: Vec::new() }];
    let common = std::mem::take(&mut service.common);
    for named in &mut service.types {
        named.rust_name.clear();
        match &mut named.kind {
            NamedTypeKind::Structure(structure) => {
                structure.members.iter_mut().for_each(|member| deeply(member, &mut without_annotations));
            }
            NamedTypeKind::Enumeration(enumeration) => {
                enumeration.values.iter_mut().for_each(|value| value.variant.clear());
            }
            NamedTypeKind::DataSet(data_set) => {
                for table in &mut data_set.tables {
                    table.method.clear();
                    table.table.row.clear();
                    table.table.undeclared.clear();
                    for column in &mut table.table.columns {
                        column.field.clear();
                        column.scale = None;
                    }
                }
            }
        }
    }
    for operation in &mut service.operations {
        operation.names.request.clear();
        operation.names.method.clear();
        operation.names.descriptor.clear();
        operation.names.output = None;
        operation.area = 0;
        operation.effect = Effect::Write;
        operation.parameters.splice(..0, common.clone());
        operation.limits.clear();
        operation.undocumented.clear();
        operation.variant_of = None;
        operation.deprecated = None;
        operation.table = None;
        operation.result_doc.clear();
        operation.on_contradiction = None;
        operation.rows = None;
        let messages = &mut operation.messages;
        // Each element of a bare request is there.
        let always = operation
            .parameters
            .iter_mut()
            .filter(|part| messages.style == Style::Bare && part.place == Place::Element);
        always.for_each(|part| {
            part.presence = if part.presence.is_nullable() { Presence::Nullable } else { Presence::Required };
        });
        let parts = operation.parameters.iter_mut().chain(&mut operation.outputs);
        parts
            .chain(&mut messages.request_headers)
            .chain(&mut messages.response_headers)
            .for_each(|member| deeply(member, &mut without_annotations));
    }
    service.standalone_arrays.iter_mut().for_each(|array| each_member_of_array(array, &mut without_annotations));
    in_order_of_use(service)
}

/// Removes facts that only specs declare.
fn without_annotations(member: &mut Member) {
    member.undocumented.clear();
    member.facets.remove_annotations();
    member.field.clear();
}

/// Visits every member that a type declares itself.
fn each_member(kind: &mut Type, act: &mut impl FnMut(&mut Member)) {
    match kind {
        Type::Array(array) => each_member_of_array(array, act),
        Type::List(item) => each_member(item, act),
        _ => {}
    }
}

fn each_member_of_array(array: &mut ArrayType, act: &mut impl FnMut(&mut Member)) {
    each_member(&mut array.item, act);
    array.alternatives.iter_mut().for_each(|alternative| deeply(alternative, act));
}

/// Visits a member and the members of its type.
fn deeply(member: &mut Member, act: &mut impl FnMut(&mut Member)) {
    act(member);
    if let Place::Choice(alternatives) = &mut member.place {
        for alternative in alternatives {
            deeply(alternative, act);
        }
    }
    each_member(&mut member.kind, act);
}

fn renumber(kind: &mut Type, number: &mut impl FnMut(usize) -> usize) {
    match kind {
        Type::Named(index) => *index = number(*index),
        Type::List(item) => renumber(item, number),
        Type::Array(array) => renumber_array(array, number),
        _ => {}
    }
}

fn renumber_array(array: &mut ArrayType, number: &mut impl FnMut(usize) -> usize) {
    renumber(&mut array.item, number);
    for alternative in &mut array.alternatives {
        renumber_member(alternative, number);
    }
}

fn renumber_member(member: &mut Member, number: &mut impl FnMut(usize) -> usize) {
    renumber(&mut member.kind, number);
    if let Place::Choice(alternatives) = &mut member.place {
        for alternative in alternatives {
            renumber_member(alternative, number);
        }
    }
}

/// Sorts types by first use, unused ones by name. An unnamed type loses its name, and disappears if it is unused.
fn in_order_of_use(mut service: Service) -> Service {
    service.operations.sort_by(|left, right| left.name.cmp(&right.name));
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut order: Vec<usize> = Vec::new();
    let mut number = |index: usize| {
        *numbers.entry(index).or_insert_with(|| {
            order.push(index);
            order.len() - 1
        })
    };
    for operation in &mut service.operations {
        let messages = &mut operation.messages;
        let parts = operation.parameters.iter_mut().chain(&mut operation.outputs);
        for member in parts.chain(&mut messages.request_headers).chain(&mut messages.response_headers) {
            renumber_member(member, &mut number);
        }
    }
    let mut named_types: Vec<usize> =
        (0..service.types.len()).filter(|index| !service.types[*index].anonymous).collect();
    named_types.sort_by_key(|index| (service.types[*index].name.clone(), service.types[*index].namespace.clone()));
    let (mut types, mut done) = (Vec::new(), 0);
    loop {
        if done == order.len() {
            // Unused types.
            let Some(next) = named_types.iter().find(|index| !numbers.contains_key(index)) else { break };
            numbers.insert(*next, order.len());
            order.push(*next);
        }
        let mut named = service.types[order[done]].clone();
        done += 1;
        let mut number = |index: usize| {
            *numbers.entry(index).or_insert_with(|| {
                order.push(index);
                order.len() - 1
            })
        };
        if named.anonymous {
            named.name.clear();
        }
        if let NamedTypeKind::Structure(structure) = &mut named.kind {
            structure.base = structure.base.map(&mut number);
            structure.members.iter_mut().for_each(|member| renumber_member(member, &mut number));
        }
        types.push(named);
    }
    service.types = types;
    for array in &mut service.standalone_arrays {
        renumber_array(array, &mut |index| numbers[&index]);
    }
    service.standalone_arrays.sort_by_key(|array| (array.name.clone(), format!("{array:?}")));
    service
}

/// Removes the digits that distinguish arrays of one name.
pub fn without_digits(service: &mut Service) {
    let names: Vec<String> = service.types.iter().map(|named| named.name.clone()).collect();
    let mut forget = |member: &mut Member| forget_digits(&mut member.kind, &names);
    for named in &mut service.types {
        if let NamedTypeKind::Structure(structure) = &mut named.kind {
            structure.members.iter_mut().for_each(|member| deeply(member, &mut forget));
        }
    }
    for operation in &mut service.operations {
        let messages = &mut operation.messages;
        let parts = operation.parameters.iter_mut().chain(&mut operation.outputs);
        let parts = parts.chain(&mut messages.request_headers).chain(&mut messages.response_headers);
        parts.for_each(|member| deeply(member, &mut forget));
    }
    for array in &mut service.standalone_arrays {
        each_member_of_array(array, &mut forget);
        forget_digits(&mut array.item, &names);
    }
}

fn forget_digits(kind: &mut Type, names: &[String]) {
    let Type::Array(array) = kind else { return };
    forget_digits(&mut array.item, names);
    let mut item = &array.item;
    while let Type::List(inner) = item {
        item = inner;
    }
    let item = match item {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(index) => names[*index].clone(),
        Type::Array(inner) => inner.name.clone().unwrap_or_default(),
        Type::Any => "anyType".to_owned(),
        Type::Xml(kind) => kind.name().to_owned(),
        Type::List(_) => unreachable!("taken apart above"),
    };
    let default_name = asmx_types::rules::array_name(&item);
    let name = array.name.clone().unwrap_or_else(|| default_name.clone());
    if name.trim_end_matches(|letter: char| letter.is_ascii_digit())
        == default_name.trim_end_matches(|letter: char| letter.is_ascii_digit())
    {
        array.name = Some(default_name);
    }
}

pub struct OneDocument(pub String);

impl Documents for OneDocument {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        (name == "service.wsdl").then(|| self.0.clone().into_bytes())
    }
}
