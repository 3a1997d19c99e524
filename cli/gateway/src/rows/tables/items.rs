//! The table of the items of an array, or of a repeated member.

use asmx_types::Type;

use super::columns::{Columns, type_name};
use super::shape::{ColumnShape, JSON, Source, TableShape};

/// The table of items of this type. `scale` is that of decimals.
pub(super) fn items(columns: Columns, item: Type, scale: Option<u8>, keys: Vec<String>) -> TableShape {
    let value = |type_name: String| ColumnShape::new("value", type_name, Vec::new());
    match item {
        Type::Structure(structure) => TableShape::new(Source::Objects, keys).with(columns.of_items(structure)),
        Type::Any => {
            let kind = ColumnShape::of_key("$type", "xs:string");
            TableShape::new(Source::Typed, keys).with(vec![kind, value(JSON.to_owned())])
        }
        kind => TableShape::new(Source::Values, keys).with(vec![value(type_name(kind)).with_scale(scale)]),
    }
}
