//! Reduces services to what a WSDL document can declare, for tests of this crate and of the command.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use asmx_codegen::load;
use asmx_codegen::model::{Area, Effect, Member, NamedTypeKind, PartMut, Place, Presence, Service, Style, Type, Walk};
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
            NamedTypeKind::Structure(_) => {}
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
    }
    each_member(&mut service, without_annotations);
    in_order_of_use(service)
}

/// Removes facts that only specs declare.
fn without_annotations(member: &mut Member) {
    member.undocumented.clear();
    member.facets.remove_annotations();
    member.field.clear();
}

fn each_member(service: &mut Service, mut act: impl FnMut(&mut Member)) {
    service.walk_mut(&mut |part| {
        if let PartMut::Member(member) = part {
            act(member);
        }
    });
}

/// Renumbers the types of a part, in the order of its walk.
fn renumber(part: &mut (impl Walk + ?Sized), mut number: impl FnMut(usize) -> usize) {
    part.walk_mut(&mut |part| {
        if let PartMut::Type(Type::Named(index)) | PartMut::Base(index) = part {
            *index = number(*index);
        }
    });
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
    renumber(service.operations.as_mut_slice(), &mut number);
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
        renumber(&mut named, &mut number);
        types.push(named);
    }
    service.types = types;
    renumber(service.standalone_arrays.as_mut_slice(), |index| numbers[&index]);
    service.standalone_arrays.sort_by_key(|array| (array.name.clone(), format!("{array:?}")));
    service
}

/// Removes the digits that distinguish arrays of one name.
pub fn without_digits(service: &mut Service) {
    let names: Vec<String> = service.types.iter().map(|named| named.name.clone()).collect();
    each_member(service, |member| forget_digits(&mut member.kind, &names));
    for array in &mut service.standalone_arrays {
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
    let stem = |name: &str| name.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned();
    if stem(&name) == stem(&default_name) {
        array.name = Some(default_name);
    }
}

pub struct OneDocument(pub String);

impl Documents for OneDocument {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        (name == "service.wsdl").then(|| self.0.clone().into_bytes())
    }
}
