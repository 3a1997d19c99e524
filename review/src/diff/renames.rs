//! Pairs the areas, ports, operations and types of two versions, also those that were renamed.

use super::alignment::Alignment;
use crate::diagnostic::nearest;
use crate::model::matching::Matches;
use crate::model::{NamedType, NamedTypeKind, Operation, PartMut, Service, Walk as _};

/// The types: those of a name, in the same namespace or not; those that `rust` keeps together; those of the same content.
pub(super) fn types(old: &Service, new: &Service) -> Alignment {
    let (olds, news) = (&old.types, &new.types);
    let mut alignment = Alignment::of(olds.len(), Matches::new(old, new).found);
    let tag = |named: &NamedType| std::mem::discriminant(&named.kind);
    alignment.by(
        |number| olds.get(number).map(|named| (&named.name, &named.namespace)),
        |number| news.get(number).map(|named| (&named.name, &named.namespace)),
    );
    alignment.by(
        |number| olds.get(number).map(|named| (&named.name, tag(named))),
        |number| news.get(number).map(|named| (&named.name, tag(named))),
    );
    alignment.by(
        |number| olds.get(number).map(|named| (&named.rust_name, tag(named))),
        |number| news.get(number).map(|named| (&named.rust_name, tag(named))),
    );
    // What holds a renamed type is seen to be the same when that is.
    while !alignment.is_whole() {
        let known = alignment.clone();
        let number_of_old = |number: usize| known.new_of.get(number).copied().flatten().unwrap_or(news.len() + number);
        let number_of_new = |number: usize| {
            let is_known = known.old_of.get(number).is_some_and(Option::is_some);
            if is_known { number } else { news.len() + olds.len() + number }
        };
        let before = alignment.gone().len();
        alignment.by(
            |number| olds.get(number).map(|named| content(named, number, &number_of_old)),
            |number| news.get(number).map(|named| content(named, number, &number_of_new)),
        );
        if alignment.gone().len() == before {
            break;
        }
    }
    alignment
}

/// What is in a type, without words: the same text for the same content.
fn content(named: &NamedType, own: usize, number: &dyn Fn(usize) -> usize) -> String {
    let mut named = named.clone();
    named.renumber(&|other| if other == own { usize::MAX } else { number(other) });
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
pub(super) fn operations(old: &Service, new: &Service) -> Alignment {
    let (olds, news) = (&old.operations, &new.operations);
    let mut alignment = Alignment::new(olds.len(), news.len());
    let name = |operations: &'_ [Operation], number: usize| operations.get(number).map(|one| one.name.clone());
    alignment.by(|number| name(olds, number), |number| name(news, number));
    let rust = |operations: &'_ [Operation], number: usize| operations.get(number).map(|one| one.names.request.clone());
    alignment.by(|number| rust(olds, number), |number| rust(news, number));
    if alignment.is_whole() {
        return alignment;
    }
    let whole = |service: &Service, number: usize| {
        let operation = service.operations.get(number).filter(|operation| !operation.doc.is_empty())?;
        Some(format!("{:?}", without_names(service, operation)))
    };
    alignment.by(|number| whole(old, number), |number| whole(new, number));
    // Operations without words, or with other words, are often alike: their names have to be alike too.
    let alike = |service: &Service, number: usize| {
        let operation = without_names(service, service.operations.get(number)?);
        Some(format!("{:?}", Operation { doc: Vec::new(), ..operation }))
    };
    let mut found = alignment.clone();
    found.by(|number| alike(old, number), |number| alike(new, number));
    for number in alignment.gone() {
        let other = found.new_of.get(number).copied().flatten();
        let (Some(one), Some(two)) = (olds.get(number), other.and_then(|other| news.get(other))) else { continue };
        if nearest(&one.name, [two.name.as_str()]).is_some() {
            alignment.pair(number, other.unwrap_or_default());
        }
    }
    alignment
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
    if let Some(table) = &mut operation.result.table {
        table.row.clear();
    }
    operation
}

/// The areas: those of a name, and those that have the same operations.
pub(super) fn areas(old: &Service, new: &Service, operations: &Alignment) -> Alignment {
    let mut alignment = Alignment::new(old.areas.len(), new.areas.len());
    alignment.by(
        |number| old.areas.get(number).map(|area| &area.name),
        |number| new.areas.get(number).map(|area| &area.name),
    );
    if alignment.is_whole() {
        return alignment;
    }
    let of_area = |service: &Service, area: usize| -> Vec<usize> {
        let all = service.operations.iter().enumerate();
        all.filter(|(_, operation)| operation.area == area).map(|(number, _)| number).collect()
    };
    for area in alignment.gone() {
        let all = of_area(old, area);
        let kept: Vec<usize> =
            all.iter().filter_map(|number| operations.new_of.get(*number).copied().flatten()).collect();
        let areas = || kept.iter().filter_map(|number| new.operations.get(*number)).map(|operation| operation.area);
        let Some(target) = areas().next().filter(|target| areas().all(|area| area == *target)) else { continue };
        // It is one that has come, and nothing else of the old version is in it.
        let is_of_it =
            |number: &usize| operations.old_of.get(*number).copied().flatten().is_none_or(|old| all.contains(&old));
        if of_area(new, target).iter().all(is_of_it) {
            alignment.pair(area, target);
        }
    }
    alignment
}

/// The ports: those of a name, and those that speak the same transport at the same path.
pub(super) fn ports(old: &Service, new: &Service) -> Alignment {
    let mut alignment = Alignment::new(old.ports.len(), new.ports.len());
    let name =
        |service: &Service, number: usize| service.ports.get(number).map(|port| (port.name.clone(), port.transport));
    alignment.by(|number| name(old, number), |number| name(new, number));
    let place =
        |service: &Service, number: usize| service.ports.get(number).map(|port| (port.transport, port.path.clone()));
    alignment.by(|number| place(old, number), |number| place(new, number));
    alignment
}
