//! The fields of a schema.

use std::collections::HashMap;

use arrow_schema::{DataType, Field};
use asmx_dataset::table::Column;

/// The field of a column. Its metadata is the type alone: captions, lengths and defaults may change from response to
/// response.
pub(crate) fn field(column: &Column, data_type: DataType) -> Field {
    let field = Field::new(column.name.as_str(), data_type, true);
    if column.is_declared() {
        field.with_metadata(HashMap::from([("asmx:type".to_owned(), column.type_name.clone())]))
    } else {
        field
    }
}
