//! Guesses which areas, ports, operations, types and members were renamed, where names on the wire do not say what is the same.

use std::mem::discriminant;

use crate::matching::{self, Matcher, Matching};
use asmx_codegen::diagnostic::nearest;
use asmx_codegen::model::{Area, Member, NamedType, NamedTypeKind, Operation, PartMut, Port, Service, Walk as _};

/// The types: those of a name, in the same namespace or not; those that `rust` keeps together; those of the same content.
pub(super) fn types(old: &Service, new: &Service) -> Matching {
    let (olds, news) = (&old.types, &new.types);
    let tag = |named: &NamedType| discriminant(&named.kind);
    let mut matching = Matcher::new(olds, news)
        .with(matching::types(old, new).pairs())
        .by(|named| Some((&named.name, &named.namespace)))
        .by(|named| Some((&named.name, tag(named))))
        .by(|named| Some((&named.rust_name, tag(named))))
        .found;
    // A type that holds a renamed one is seen to be the same when that is.
    while !matching.is_whole() {
        let known = matching.clone();
        let number_of_old = |number: usize| known.new_number(number).unwrap_or(news.len() + number);
        let number_of_new =
            |number: usize| known.old_number(number).map_or(news.len() + olds.len() + number, |_| number);
        matching.by_key(
            |number| olds.get(number).map(|named| content(named, number, &number_of_old)),
            |number| news.get(number).map(|named| content(named, number, &number_of_new)),
        );
        if matching.gone().len() == known.gone().len() {
            break;
        }
    }
    matching
}

/// What is in a type, without words: the same text for the same content.
fn content(named: &NamedType, own: usize, number: &dyn Fn(usize) -> usize) -> String {
    let mut named = named.renumbered(&|other| if other == own { usize::MAX } else { number(other) });
    match &mut named.kind {
        NamedTypeKind::Enumeration(kind) => kind.values.iter_mut().for_each(|value| value.doc.clear()),
        NamedTypeKind::Structure(kind) => kind.members.walk_mut(&mut |part| {
            if let PartMut::Member(member) = part {
                member.doc.clear();
                member.undocumented.clear();
            }
        }),
        NamedTypeKind::DataSet(kind) => {
            for table in &mut kind.tables {
                table.doc.clear();
                table.table.row.clear();
                table.table.columns.iter_mut().for_each(|column| column.doc.clear());
            }
        }
    }
    format!("{:?}", named.kind)
}

/// The operations: those of a name; those that `rust` keeps together; those of which all but the name is the same. Types of both have the
/// same numbers.
pub(super) fn operations(old: &Service, new: &Service) -> Matching {
    let (olds, news) = (&old.operations, &new.operations);
    let matcher =
        Matcher::new(olds, news).by(|operation| Some(&operation.name)).by(|operation| Some(&operation.names.request));
    let mut matching = matcher.found;
    if matching.is_whole() {
        return matching;
    }
    let whole = |service: &Service, number: usize| {
        let operation = service.operations.get(number).filter(|operation| !operation.doc.is_empty())?;
        Some(format!("{:?}", without_names(service, operation)))
    };
    matching.by_key(|number| whole(old, number), |number| whole(new, number));
    // Operations without words, or with other words, are often equal in all else: their names have to be near too.
    let wordless = |service: &Service, number: usize| {
        let operation = without_names(service, service.operations.get(number)?);
        Some(format!("{:?}", Operation { doc: Vec::new(), ..operation }))
    };
    let mut found = matching.clone();
    found.by_key(|number| wordless(old, number), |number| wordless(new, number));
    for (number, other) in found.pairs() {
        let (Some(one), Some(two)) = (olds.get(number), news.get(other)) else { continue };
        if nearest(&one.name, [two.name.as_str()]).is_some() {
            matching.pair(number, other);
        }
    }
    matching
}

/// An operation without what is named after it, and without what else says where it stands.
fn without_names(service: &Service, operation: &Operation) -> Operation {
    let mut operation = operation.clone();
    let usual = format!("{}Result", operation.name);
    operation.name.clear();
    operation.names.request.clear();
    operation.names.method.clear();
    operation.names.descriptor.clear();
    operation.names.output = None;
    operation.variant_of = None;
    operation.ports.retain(|port| *port < service.ports.len());
    operation.area = 0;
    if let Some(result) = operation.outputs.iter_mut().find(|output| output.name == usual) {
        result.name.clear();
        result.field.clear();
    }
    if let Some(table) = &mut operation.table {
        table.row.clear();
    }
    operation
}

/// The areas: those of a name, and those that have the same operations.
pub(super) fn areas(old: &Service, new: &Service, operations: &Matching) -> Matching {
    let mut matching = Matcher::new(&old.areas, &new.areas).by(|area: &Area| Some(&area.name)).found;
    let of_area = |service: &Service, area: usize| -> Vec<usize> {
        let all = service.operations.iter().enumerate();
        all.filter(|(_, operation)| operation.area == area).map(|(number, _)| number).collect()
    };
    for area in matching.gone() {
        let all = of_area(old, area);
        let kept: Vec<usize> = all.iter().filter_map(|number| operations.new_number(*number)).collect();
        let areas = || kept.iter().filter_map(|number| new.operations.get(*number)).map(|operation| operation.area);
        let Some(target) = areas().next().filter(|target| areas().all(|area| area == *target)) else { continue };
        // It is new, and nothing else of the old version is in it.
        let is_of_it = |number: &usize| operations.old_number(*number).is_none_or(|old| all.contains(&old));
        if of_area(new, target).iter().all(is_of_it) {
            matching.pair(area, target);
        }
    }
    matching
}

/// The ports: those of a name, and those that speak the same transport at the same path.
pub(super) fn ports(old: &Service, new: &Service) -> Matching {
    Matcher::new(&old.ports, &new.ports)
        .by(|port: &Port| Some((&port.name, port.transport)))
        .by(|port| Some((port.transport, &port.path)))
        .found
}

/// The members: those of a name, and then those that differ in little.
pub(super) fn members(old: &[Member], new: &[Member]) -> Matching {
    fn named(member: &Member) -> Option<&Member> {
        Some(member).filter(|member| !member.name.is_empty())
    }
    // Choices have no names but their fields.
    let matcher = Matcher::new(old, new)
        .by(|member| Some((discriminant(&member.place), &member.namespace, &member.name, &member.field)))
        .with(matching::members(old, new).pairs());
    if matcher.found.is_whole() {
        return matcher.found;
    }
    matcher
        .by(|member| Some(named(member)?.name.to_lowercase()))
        .by(|member| Some(&named(member)?.field))
        .by(|member| Some(Member { name: String::new(), field: String::new(), ..named(member)?.clone() }))
        .by_place(|one, two| {
            named(one).is_some()
                && named(two).is_some()
                && (&one.kind, one.presence, &one.place, one.role) == (&two.kind, two.presence, &two.place, two.role)
        })
        .found
}
