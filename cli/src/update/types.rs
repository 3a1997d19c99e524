//! Pairs types. Rust names and documentation come from the spec, everything else from the document.

use std::collections::HashMap;

use asmx_codegen::model::{
    Column, DataSetTable, DataSetType, Mapping, NamedType, NamedTypeKind, Scalar, Service, Structure, Walk as _,
};
use asmx_import::import::rust_names;
use asmx_review::matching::{self, Matching};

use super::members::{Overlay, describe};

/// The document with the types of the spec first, in their order; new ones follow.
pub(super) fn sorted(old: &Service, new: &Service) -> Service {
    let pairs = matching::types(old, new);
    let mut order: Vec<(usize, &NamedType)> = new.types.iter().enumerate().collect();
    order.sort_by_key(|(number, _)| pairs.old_number(*number).unwrap_or(usize::MAX));
    let positions: HashMap<usize, usize> =
        order.iter().enumerate().map(|(position, (number, _))| (*number, position)).collect();
    let types = order.into_iter().map(|(_, named)| named.clone()).collect();
    let mut service = Service { types, ..new.clone() };
    service.renumber(&|number| positions.get(&number).copied().unwrap_or_default());
    service
}

/// The types of the new model. References in both services already have the numbers of the new one.
pub(super) fn merged(old: &Service, new: &Service, matching: &Matching, overlay: &Overlay) -> Vec<NamedType> {
    let merged = new.types.iter().zip(&matching.old_of).map(|(new, from)| {
        let new = unnamed(new.clone());
        match from.and_then(|number| old.types.get(number)) {
            Some(old) => one(old, new, overlay),
            None => new,
        }
    });
    merged.collect()
}

fn unnamed(mut named: NamedType) -> NamedType {
    rust_names::forget_type(&mut named);
    named
}

fn one(old: &NamedType, mut new: NamedType, overlay: &Overlay) -> NamedType {
    let kind = match (&old.kind, new.kind) {
        (NamedTypeKind::Structure(old), NamedTypeKind::Structure(new)) => {
            NamedTypeKind::Structure(Structure { members: overlay.only_members(&old.members, new.members), ..new })
        }
        (NamedTypeKind::Enumeration(old), NamedTypeKind::Enumeration(mut new)) => {
            let values: HashMap<&str, _> = old.values.iter().map(|value| (value.name.as_str(), value)).collect();
            for value in &mut new.values {
                if let Some(old) = values.get(value.name.as_str()) {
                    value.variant.clone_from(&old.variant);
                    describe(&mut value.doc, &old.doc);
                }
            }
            NamedTypeKind::Enumeration(new)
        }
        (NamedTypeKind::DataSet(old), NamedTypeKind::DataSet(new)) => NamedTypeKind::DataSet(data_set(old, new)),
        (_, kind) => kind,
    };
    describe(&mut new.doc, &old.doc);
    // An unnamed wire type has the spec's name.
    let name = if old.anonymous && new.anonymous { old.name.clone() } else { new.name };
    NamedType { name, rust_name: old.rust_name.clone(), kind, ..new }
}

/// The document's tables, with documentation and names of the spec's tables of equal name.
fn data_set(old: &DataSetType, mut new: DataSetType) -> DataSetType {
    let tables: HashMap<&str, &DataSetTable> = old.tables.iter().map(|table| (table.name(), table)).collect();
    for new in &mut new.tables {
        if let Some(old) = tables.get(new.name()) {
            new.method.clone_from(&old.method);
            new.table.row.clone_from(&old.table.row);
            describe(&mut new.doc, &old.doc);
            merge_columns(&old.table.columns, &mut new.table.columns);
        }
    }
    new
}

fn merge_columns(old: &[Column], new: &mut [Column]) {
    let columns: HashMap<&str, &Column> = old.iter().map(|column| (column.name.as_str(), column)).collect();
    for column in new {
        let Some(old) = columns.get(column.name.as_str()) else { continue };
        column.field.clone_from(&old.field);
        describe(&mut column.doc, &old.doc);
        // A schema cannot declare that the text of a row is a GUID.
        if column.mapping == Mapping::SimpleContent && (old.kind, column.kind) == (Scalar::Guid, Scalar::String) {
            column.kind = Scalar::Guid;
        }
        column.scale = old.scale.or(column.scale).filter(|_| column.kind == Scalar::Decimal);
    }
}
