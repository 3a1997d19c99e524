//! Columns as Arrow fields, with what the table states of them.

use std::collections::HashMap;

use arrow_schema::{DataType, Field};
use asmx_dataset::table::{Column, DateTimeMode};

/// The field of a column: name, type, whether it holds nulls, and as metadata what the table's schema says of it. Keys start with
/// `asmx:`; see the crate's documentation.
pub(crate) fn field(column: &Column, data_type: DataType, is_nullable: bool) -> Field {
    Field::new(column.name.as_str(), data_type, is_nullable).with_metadata(metadata(column))
}

fn metadata(column: &Column) -> HashMap<String, String> {
    let mut metadata = HashMap::new();
    let mut put = |key: &str, value: &str| {
        metadata.insert(format!("asmx:{key}"), value.to_owned());
    };
    if column.is_declared() {
        put("type", &column.type_name);
    } else {
        put("declared", "false");
    }
    let texts = [
        ("clrType", &column.clr_type),
        ("caption", &column.caption),
        ("default", &column.default),
        ("expression", &column.expression),
        ("namespace", &column.namespace),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            put(key, text);
        }
    }
    if column.read_only {
        put("readOnly", "true");
    }
    if column.auto_increment {
        put("autoIncrement", "true");
    }
    if column.date_time_mode != DateTimeMode::default() {
        put("dateTimeMode", column.date_time_mode.name());
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (name, value) in &column.facets {
        let count = counts.entry(name).or_default();
        *count += 1;
        match count {
            1 => put(&format!("facet:{name}"), value),
            count => put(&format!("facet:{name}:{count}"), value),
        }
    }
    metadata
}
