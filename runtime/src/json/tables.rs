//! Tables as JSON.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::{Map, Value as Json, json};

use super::cells::CellKind;
use super::row_members::RowMembers;
use crate::results::DataSet;
use crate::results::table::{Column, DateTimeMode, Row, Table};
use crate::xml::Element;

/// Whether an element is a part of a DataSet: a schema or a diffgram.
pub(super) fn is_of_data_set(element: Element<'_>) -> bool {
    matches!(
        (element.name(), element.namespace()),
        ("schema", Some("http://www.w3.org/2001/XMLSchema"))
            | ("diffgram", Some("urn:schemas-microsoft-com:xml-diffgram-v1"))
    )
}

/// The form of a DataSet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DataSetForm {
    Tables,
    /// Tables with what the schema says beside the types of columns.
    TablesWithFacts,
    /// A schema and a diffgram.
    AsItCame,
}

/// The keys of facts of a schema: the main table beside the tables, the CLR type and the zones of a column beside its type.
const MAIN_TABLE: &str = "main";
const CLR_TYPE: &str = "clr";
const DATE_TIME_MODE: &str = "mode";

/// The main table in the tables of [`Results::with_schema_facts`](super::Results::with_schema_facts), if their schema states one.
#[must_use]
pub fn main_table(tables: &Json) -> Option<&str> {
    tables.get(MAIN_TABLE)?.as_str()
}

/// A column in the tables of a result. [`Results::with_schema_facts`](super::Results::with_schema_facts) gives it more facts than its type.
#[must_use]
pub fn table_column(column: &Json) -> Column {
    let text = |key: &str| column.get(key).and_then(Json::as_str);
    let mut read = Column::of_type(text("name").unwrap_or_default(), text("type").unwrap_or_default());
    read.clr_type = text(CLR_TYPE).map(str::to_owned);
    read.date_time_mode = text(DATE_TIME_MODE).and_then(DateTimeMode::parse).unwrap_or_default();
    read
}

/// Makes tables of [`Results::with_schema_facts`](super::Results::with_schema_facts) those of [`result`](super::result).
pub fn remove_schema_facts(tables: &mut Json) {
    let Some(members) = tables.as_object_mut() else { return };
    members.shift_remove(MAIN_TABLE);
    let all = members.get_mut("tables").and_then(Json::as_array_mut).into_iter().flatten();
    let columns = all.filter_map(|table| table.get_mut("columns")?.as_array_mut()).flatten();
    for column in columns.filter_map(Json::as_object_mut) {
        column.shift_remove(CLR_TYPE);
        column.shift_remove(DATE_TIME_MODE);
    }
}

pub(super) fn tables(data_set: &DataSet, form: DataSetForm) -> Json {
    let has_facts = form == DataSetForm::TablesWithFacts;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for table in data_set.tables() {
        *counts.entry(table.name()).or_default() += 1;
    }
    // Tables of one name have their namespaces, as in `Table::full_name`, also if no schema was read.
    let name = |table| match counts.get(Table::name(table)) {
        Some(2..) => full_name(table.namespace().unwrap_or(data_set.namespace()), table.name()).into(),
        _ => Cow::Borrowed(table.name()),
    };
    let tables: Vec<Json> = data_set.tables().iter().map(|one| table(one, &name(one), has_facts)).collect();
    match data_set.main_table_name().filter(|_| has_facts) {
        Some(main) => json!({ "tables": tables, MAIN_TABLE: main }),
        None => json!({ "tables": tables }),
    }
}

fn column(column: &Column, has_facts: bool) -> Json {
    let mut object = json!({ "name": column.name, "type": column.type_name() });
    if let Some(members) = object.as_object_mut().filter(|_| has_facts) {
        let clr = column.clr_name().map(|name| (CLR_TYPE, name));
        let mode = Some(column.date_time_mode).filter(|mode| *mode != DateTimeMode::default());
        let facts = clr.into_iter().chain(mode.map(|mode| (DATE_TIME_MODE, mode.name())));
        members.extend(facts.map(|(key, fact)| (key.to_owned(), fact.into())));
    }
    object
}

fn full_name(namespace: &str, name: &str) -> String {
    format!("{{{namespace}}}{name}")
}

/// Namespace and name of a full name; `None` for another name.
pub(super) fn in_parts(full_name: &str) -> Option<(&str, &str)> {
    full_name.strip_prefix('{')?.rsplit_once('}')
}

fn table(table: &Table, name: &str, has_facts: bool) -> Json {
    let columns: Vec<Json> = table.columns().iter().map(|one| column(one, has_facts)).collect();
    let kinds: Vec<CellKind> = table.columns().iter().map(|column| CellKind::of(column.type_name())).collect();
    let members = RowMembers::of(table);
    let rows: Vec<Json> = table.iter().map(|one| row(one, &members, &kinds)).collect();
    json!({ "name": name, "columns": columns, "rows": rows })
}

fn row(row: Row<'_>, members: &RowMembers, kinds: &[CellKind]) -> Json {
    let members = members.of_row(row.index());
    let mut object = Map::with_capacity(members.size_hint().0);
    for position in members {
        if let (Some(column), Some(kind)) = (row.table().columns().get(position), kinds.get(position)) {
            let value = row.text_at(position).map_or(Json::Null, |text| kind.value(&text));
            object.insert(column.name.clone(), value);
        }
    }
    object.into()
}
