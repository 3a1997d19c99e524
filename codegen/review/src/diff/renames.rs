//! Guesses which areas, ports, operations, types and members were renamed.

use std::mem::discriminant;

use crate::matching::{self, Matcher, Matching};
use asmx_codegen::diagnostic::nearest;
use asmx_codegen::model::{Area, Member, NamedType, NamedTypeKind, Operation, PartMut, Port, Service, Walk as _};

/// Pairs types by name, by Rust name, or by content.
pub(super) fn types(old: &Service, new: &Service) -> Matching {
    let (olds, news) = (&old.types, &new.types);
    let tag = |named: &NamedType| discriminant(&named.kind);
    let mut matching = Matcher::new(olds, news)
        .with(matching::types(old, new).pairs())
        .by(|named| Some((&named.name, &named.namespace)))
        .by(|named| Some((&named.name, tag(named))))
        .by(|named| Some((&named.rust_name, tag(named))))
        .found;
    // A type that contains a renamed type matches once that type is paired.
    while !matching.is_complete() {
        let known = matching.clone();
        let number_of_old = |number: usize| known.new_number(number).unwrap_or(news.len() + number);
        let number_of_new =
            |number: usize| known.old_number(number).map_or(news.len() + olds.len() + number, |_| number);
        matching.by_key(
            |number| olds.get(number).map(|named| content(named, number, &number_of_old)),
            |number| news.get(number).map(|named| content(named, number, &number_of_new)),
        );
        if matching.removed().len() == known.removed().len() {
            break;
        }
    }
    matching
}

/// The content of a type without documentation, as text.
fn content(named: &NamedType, own: usize, number: &dyn Fn(usize) -> usize) -> String {
    let mut named = named.renumbered(&|other| if other == own { usize::MAX } else { number(other) });
    match &mut named.kind {
        NamedTypeKind::Enumeration(kind) => kind.values.iter_mut().for_each(|value| value.doc.clear()),
        NamedTypeKind::Structure(kind) => kind.members.walk_mut(&mut |part| {
            if let PartMut::Member(member) = part {
                member.forget_words();
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

/// Pairs operations by name, by Rust name, or by everything except the name. Types have common numbers.
pub(super) fn operations(old: &Service, new: &Service) -> Matching {
    let (olds, news) = (&old.operations, &new.operations);
    let matcher =
        Matcher::new(olds, news).by(|operation| Some(&operation.name)).by(|operation| Some(&operation.names.request));
    let mut matching = matcher.found;
    if matching.is_complete() {
        return matching;
    }
    let complete = |service: &Service, number: usize| {
        let operation = service.operations.get(number).filter(|operation| !operation.doc.is_empty())?;
        Some(format!("{:?}", without_names(service, operation)))
    };
    matching.by_key(|number| complete(old, number), |number| complete(new, number));
    // Operations often differ only in documentation, so these must also have similar names.
    let undocumented = |service: &Service, number: usize| {
        let operation = without_names(service, service.operations.get(number)?);
        Some(format!("{:?}", Operation { doc: Vec::new(), ..operation }))
    };
    let mut found = matching.clone();
    found.by_key(|number| undocumented(old, number), |number| undocumented(new, number));
    for (number, other) in found.pairs() {
        let (Some(old_operation), Some(new_operation)) = (olds.get(number), news.get(other)) else { continue };
        if nearest(&old_operation.name, [new_operation.name.as_str()]).is_some() {
            matching.pair(number, other);
        }
    }
    matching
}

/// An operation without its name, names derived from it, and its place.
fn without_names(service: &Service, operation: &Operation) -> Operation {
    let mut operation = operation.clone();
    let default = format!("{}Result", operation.name);
    operation.name.clear();
    operation.names.request.clear();
    operation.names.method.clear();
    operation.names.descriptor.clear();
    operation.names.output = None;
    operation.variant_of = None;
    operation.ports.retain(|port| *port < service.ports.len());
    operation.area = 0;
    if let Some(result) = operation.outputs.iter_mut().find(|output| output.name == default) {
        result.name.clear();
        result.field.clear();
    }
    if let Some(table) = &mut operation.table {
        table.row.clear();
    }
    operation
}

/// Pairs areas by name, or by their operations.
pub(super) fn areas(old: &Service, new: &Service, operations: &Matching) -> Matching {
    let mut matching = Matcher::new(&old.areas, &new.areas).by(|area: &Area| Some(&area.name)).found;
    let of_area = |service: &Service, area: usize| -> Vec<usize> {
        let all = service.operations.iter().enumerate();
        all.filter(|(_, operation)| operation.area == area).map(|(number, _)| number).collect()
    };
    for area in matching.removed() {
        let all = of_area(old, area);
        let paired: Vec<usize> = all.iter().filter_map(|number| operations.new_number(*number)).collect();
        let areas = || paired.iter().filter_map(|number| new.operations.get(*number)).map(|operation| operation.area);
        let Some(target) = areas().next().filter(|target| areas().all(|area| area == *target)) else { continue };
        // The target area must contain no operation of another old area.
        let is_of_it = |number: &usize| operations.old_number(*number).is_none_or(|old| all.contains(&old));
        if of_area(new, target).iter().all(is_of_it) {
            matching.pair(area, target);
        }
    }
    matching
}

/// Pairs ports by name, or by transport and path.
pub(super) fn ports(old: &Service, new: &Service) -> Matching {
    Matcher::new(&old.ports, &new.ports)
        .by(|port: &Port| Some((&port.name, port.transport)))
        .by(|port| Some((port.transport, &port.path)))
        .found
}

/// Pairs members by name, then by small differences.
pub(super) fn members(old: &[Member], new: &[Member]) -> Matching {
    fn named(member: &Member) -> Option<&Member> {
        Some(member).filter(|member| !member.name.is_empty())
    }
    // A choice has only its field as a name.
    let matcher = Matcher::new(old, new)
        .by(|member| Some((discriminant(&member.place), &member.namespace, &member.name, &member.field)))
        .with(matching::members(old, new).pairs());
    if matcher.found.is_complete() {
        return matcher.found;
    }
    matcher
        .by(|member| Some(named(member)?.name.to_lowercase()))
        .by(|member| Some(&named(member)?.field))
        .by(|member| Some(Member { name: String::new(), field: String::new(), ..named(member)?.clone() }))
        .by_position(|old, new| {
            named(old).is_some()
                && named(new).is_some()
                && (&old.kind, old.presence, &old.place, old.role) == (&new.kind, new.presence, &new.place, new.role)
        })
        .found
}
