//! Pairs types. Rust names and documentation come from the spec, everything else from the document.

use std::collections::{BTreeMap, HashMap};

use asmx_codegen::model::{
    DataSetTable, DataSetType, Enumeration, Mapping, NamedType, NamedTypeKind, Scalar, Service, Structure,
};
use asmx_import::import::rust_names;
use asmx_review::matching;

use super::members::Overlay;

/// Indices of the new model's types: first the surviving types of the spec in their order, then new ones.
pub(super) struct Numbers {
    /// The old index of each new type.
    pub(super) old: Vec<Option<usize>>,
    /// The new index of each type of the spec.
    of_old: Vec<Option<usize>>,
    /// The new index of each type of the document.
    of_document: Vec<usize>,
}

impl Numbers {
    pub(super) fn new(old: &Service, new: &Service) -> Self {
        let found = matching::types(old, new).old_of;
        let mut from = vec![None; old.types.len()];
        for (number, found) in found.iter().enumerate() {
            if let Some(slot) = found.and_then(|found| from.get_mut(found)) {
                *slot = Some(number);
            }
        }
        let kept: Vec<usize> =
            (0..old.types.len()).filter(|number| from.get(*number).copied().flatten().is_some()).collect();
        let mut numbers = Self {
            old: kept.iter().copied().map(Some).collect(),
            of_old: vec![None; old.types.len()],
            of_document: vec![0; new.types.len()],
        };
        for (place, number) in kept.iter().enumerate() {
            if let Some(slot) = numbers.of_old.get_mut(*number) {
                *slot = Some(place);
            }
        }
        for (document, found) in found.iter().enumerate() {
            let place = found.and_then(|found| numbers.of_old.get(found).copied().flatten());
            let place = place.unwrap_or_else(|| {
                numbers.old.push(None);
                numbers.old.len() - 1
            });
            if let Some(slot) = numbers.of_document.get_mut(document) {
                *slot = place;
            }
        }
        numbers
    }

    /// The new index of a type of the spec; an unused index if it is gone.
    pub(super) fn of_old(&self, number: usize) -> usize {
        self.of_old.get(number).copied().flatten().unwrap_or(self.old.len() + number)
    }

    pub(super) fn of_document(&self, number: usize) -> usize {
        self.of_document.get(number).copied().unwrap_or_default()
    }
}

/// The types of the new model. Both services already use its indices.
pub(super) fn merged(old: &Service, new: &Service, numbers: &Numbers, overlay: &Overlay) -> Vec<NamedType> {
    let mut of_new: BTreeMap<usize, &NamedType> = BTreeMap::new();
    for (number, named) in new.types.iter().enumerate() {
        of_new.insert(numbers.of_document(number), named);
    }
    let all = numbers.old.iter().enumerate().filter_map(|(place, from)| {
        let named = (*of_new.get(&place)?).clone();
        let old = from.and_then(|number| old.types.get(number));
        Some(old.map_or_else(|| forgotten(named.clone()), |old| one(old, named.clone(), overlay)))
    });
    all.collect()
}

fn forgotten(mut named: NamedType) -> NamedType {
    rust_names::forget_type(&mut named);
    named
}

fn one(old: &NamedType, new: NamedType, overlay: &Overlay) -> NamedType {
    let mut new = forgotten(new);
    let kind = match (&old.kind, new.kind) {
        (NamedTypeKind::Structure(old), NamedTypeKind::Structure(new)) => {
            NamedTypeKind::Structure(Structure { members: overlay.only_members(&old.members, new.members), ..new })
        }
        (NamedTypeKind::Enumeration(old), NamedTypeKind::Enumeration(new)) => {
            let words: HashMap<&str, _> = old.values.iter().map(|value| (value.name.as_str(), value)).collect();
            let values = new.values.into_iter().map(|mut value| {
                if let Some(old) = words.get(value.name.as_str()) {
                    value.variant.clone_from(&old.variant);
                    if !old.doc.is_empty() {
                        value.doc.clone_from(&old.doc);
                    }
                }
                value
            });
            NamedTypeKind::Enumeration(Enumeration { values: values.collect(), ..new })
        }
        (NamedTypeKind::DataSet(old), NamedTypeKind::DataSet(new)) => NamedTypeKind::DataSet(data_set(old, new)),
        (_, kind) => kind,
    };
    if !old.doc.is_empty() {
        new.doc.clone_from(&old.doc);
    }
    // An unnamed wire type has the spec's name.
    let name = if old.anonymous && new.anonymous { old.name.clone() } else { new.name };
    NamedType { name, rust_name: old.rust_name.clone(), kind, ..new }
}

/// The document's tables, with documentation and names of the spec's tables of equal name.
fn data_set(old: &DataSetType, mut new: DataSetType) -> DataSetType {
    let words: HashMap<&str, &DataSetTable> = old.tables.iter().map(|table| (table.name(), table)).collect();
    for table in &mut new.tables {
        if let Some(old) = words.get(table.name()) {
            table_words(old, table);
        }
    }
    new
}

fn table_words(old: &DataSetTable, new: &mut DataSetTable) {
    new.method.clone_from(&old.method);
    new.table.row.clone_from(&old.table.row);
    if !old.doc.is_empty() {
        new.doc.clone_from(&old.doc);
    }
    let words: HashMap<&str, _> = old.table.columns.iter().map(|column| (column.name.as_str(), column)).collect();
    for column in &mut new.table.columns {
        let Some(old) = words.get(column.name.as_str()) else { continue };
        column.field.clone_from(&old.field);
        if !old.doc.is_empty() {
            column.doc.clone_from(&old.doc);
        }
        // A schema cannot declare that the text of a row is a GUID.
        if column.mapping == Mapping::SimpleContent && (old.kind, column.kind) == (Scalar::Guid, Scalar::String) {
            column.kind = Scalar::Guid;
        }
        column.scale = old.scale.or(column.scale).filter(|_| column.kind == Scalar::Decimal);
    }
}
