//! The tables of a result as text of JSON. As values of JSON they would take forty times the text.

use asmx_runtime::DataSet;
use asmx_runtime::batches::Progress;
use serde_json::{Value as Json, json};

use crate::row_writer::{RowForm, RowWriter, RowWriterError};

/// `{"tables": [{"name", "columns", "rows"}]}`, as [`asmx_runtime::json`] has it, in the member `part` if the result has one.
pub(crate) fn tables_text(part: Option<&str>, data_set: &DataSet) -> Result<String, RowWriterError> {
    let mut text = Vec::new();
    if let Some(part) = part {
        text.extend_from_slice(format!("{{{}:", Json::from(part)).as_bytes());
    }
    text.extend_from_slice(br#"{"tables":["#);
    for (index, table) in data_set.tables().iter().enumerate() {
        let columns = table.columns().iter();
        let columns: Json =
            columns.map(|column| json!({ "name": column.name, "type": column.type_name() })).collect::<Vec<_>>().into();
        let comma = if index == 0 { "" } else { "," };
        let name = Json::from(table.name());
        text.extend_from_slice(format!(r#"{comma}{{"name":{name},"columns":{columns},"rows":["#).as_bytes());
        let mut rows = RowWriter::new(RowForm::JsonLines).in_array();
        rows.write(table, Progress::default(), &mut text)?;
        if text.ends_with(b",") {
            text.pop();
        }
        text.extend_from_slice(b"]}");
    }
    text.extend_from_slice(if part.is_some() { b"]}}" } else { b"]}" });
    // Names and cells are strings.
    Ok(String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
