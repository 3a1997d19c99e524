//! Reads DataSets and tables from their tables in JSON.

use std::collections::HashMap;

use serde_json::Value as Json;

use super::names::TABLES;
use super::read::Reader;
use super::tables::in_parts;
use super::unreadable::{Mistakes, Unreadable};
use crate::operation::{Scalar, Type, XmlKind};
use crate::results::DataSet;
use crate::results::table::{Cell, Column, RowData, Table};

impl Reader<'_> {
    /// The DataSet of `{"tables": …}`; `None` for another value.
    pub(super) fn data_set(self, kind: Type, json: &Json) -> Option<Result<DataSet, Mistakes>> {
        let tables = json.as_object().filter(|object| object.len() == 1)?.get(TABLES)?;
        Some(self.of_tables(kind, tables).map_err(|unreadable| unreadable.under(TABLES)))
    }

    fn of_tables(self, kind: Type, tables: &Json) -> Result<DataSet, Mistakes> {
        let Some(tables) = tables.as_array() else { return Err(Unreadable::new(tables, "array of tables").into()) };
        let mut data_set = match kind {
            Type::DataSet(declared) => DataSet::new(declared.name).in_namespace(declared.namespace, ""),
            _ => DataSet::new("NewDataSet"),
        };
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (_, name) in tables.iter().filter_map(|table| in_parts(table.get("name")?.as_str()?)) {
            *counts.entry(name).or_default() += 1;
        }
        let mut mistakes = Mistakes::default();
        for (index, json) in tables.iter().enumerate() {
            let read = self.table(json, &counts).map_err(|inner| inner.under(&format!("[{index}]")));
            let Some(table) = mistakes.collect(read) else { continue };
            if index == 0 && kind == Type::Xml(XmlKind::DataTable) {
                data_set = data_set.main_table(table.name());
            }
            data_set = data_set.table(table);
        }
        let data_set = mistakes.or(data_set)?;
        data_set.check().map_err(|error| Unreadable::new(&Json::from(error.to_string()), "DataSet"))?;
        Ok(data_set)
    }

    /// A table. `shared` counts the names that stand behind a namespace: a lone one may begin with a brace.
    fn table(self, json: &Json, shared: &HashMap<&str, usize>) -> Result<Table, Mistakes> {
        let Some(name) = json.get("name").and_then(Json::as_str) else {
            return Err(Unreadable::new(json, "table with its `name`").into());
        };
        let Some(columns) = json.get("columns").and_then(Json::as_array) else {
            return Err(Unreadable::new(json, "table with its `columns`").into());
        };
        let (mut table, mut places) = match in_parts(name).filter(|(_, name)| shared.get(name) > Some(&1)) {
            Some((namespace, name)) => (Table::new(name).in_namespace(namespace), HashMap::new()),
            None => (Table::new(name), HashMap::new()),
        };
        for column in columns {
            let Some(name) = column.get("name").and_then(Json::as_str) else {
                return Err(Unreadable::new(column, "column with its `name`").under("columns").into());
            };
            let type_name = column.get("type").and_then(Json::as_str).filter(|name| !name.is_empty());
            let type_name = type_name.unwrap_or("xs:string");
            let scalar = type_name.strip_prefix("xs:").and_then(scalar_named);
            if places.insert(name, (places.len(), scalar)).is_some() {
                return Err(Unreadable::new(column, "column of another name").under("columns").into());
            }
            table.add_column(Column::of_type(name, type_name));
        }
        let rows = match json.get("rows") {
            None | Some(Json::Null) => return Ok(table),
            Some(rows) => rows.as_array().ok_or_else(|| Unreadable::new(rows, "array of rows").under("rows"))?,
        };
        let mut mistakes = Mistakes::default();
        for (index, row) in rows.iter().enumerate() {
            let row = self.row(row, &places).map_err(|inner| inner.under(&format!("rows[{index}]")));
            mistakes.collect(row).into_iter().for_each(|row| table.push(row));
            if mistakes.are_enough() {
                break;
            }
        }
        mistakes.or(table)
    }

    fn row(self, json: &Json, places: &HashMap<&str, (usize, Option<Scalar>)>) -> Result<RowData<'static>, Mistakes> {
        let Some(object) = json.as_object() else { return Err(Unreadable::new(json, "row, an object").into()) };
        let mut mistakes = Mistakes::default();
        let mut cells: Vec<Cell<'static>> = Vec::new();
        for (name, json) in object {
            if mistakes.are_enough() {
                break;
            }
            let Some((column, scalar)) = places.get(name.as_str()) else {
                mistakes.push(Unreadable::new(&Json::from(name.as_str()), "column of the table"));
                continue;
            };
            if json.is_null() {
                continue;
            }
            let value = self.text(scalar.map_or(Type::STRING, Type::Scalar), json);
            let Some(value) = mistakes.collect(value.map_err(|inner| inner.under(name))) else { continue };
            if cells.len() <= *column {
                cells.resize(column + 1, Cell::DbNull);
            }
            if let Some(cell) = cells.get_mut(*column) {
                *cell = Cell::Text(value.as_text().unwrap_or_default().to_owned().into());
            }
        }
        mistakes.or(RowData::new(cells))
    }
}

fn scalar_named(name: &str) -> Option<Scalar> {
    Scalar::ALL.iter().copied().find(|scalar| scalar.name() == name)
}
