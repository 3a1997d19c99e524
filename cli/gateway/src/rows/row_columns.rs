//! The columns of rows that were written, for other files of the same rows.

use std::collections::HashMap;
use std::fmt;

use asmx_runtime::results::table::{Column, DateTimeMode, Table};
use asmx_types::display::shown_line;
use serde_json::{Map, Value as Json};

/// The columns of rows, with all that decides their types in each form.
#[derive(Debug, Clone, Default)]
pub struct RowColumns(Vec<Column>);

/// A difference between the columns of two files.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnChange {
    /// Only the later has it.
    New(String),
    /// Only the earlier has it.
    Missing(String),
    /// Its type changed.
    Type {
        /// The name of the column.
        column: String,
        /// Its type in the earlier one.
        was: String,
        /// Its type in the later one.
        is: String,
    },
    /// Equal columns in another order.
    Order,
}

impl fmt::Display for ColumnChange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New(column) => write!(out, "`{}` is new", shown_line(column)),
            Self::Missing(column) => write!(out, "`{}` is missing", shown_line(column)),
            Self::Type { column, was, is } => {
                write!(out, "`{}` was {} and is {}", shown_line(column), shown_line(was), shown_line(is))
            }
            Self::Order => out.write_str("their order changed"),
        }
    }
}

const CLR_TYPE: &str = "clr";
const MODE: &str = "mode";

impl RowColumns {
    pub(crate) fn of(columns: &[Column]) -> Self {
        Self(columns.to_vec())
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A table of these columns without rows.
    #[must_use]
    pub fn table(&self) -> Table {
        self.0.iter().cloned().fold(Table::new(""), Table::with_column)
    }

    /// The columns as JSON, which [`of_json`](Self::of_json) reads.
    #[must_use]
    pub fn to_json(&self) -> Json {
        self.0.iter().map(json).collect()
    }

    /// The columns of [`to_json`](Self::to_json); `None` for other JSON.
    #[must_use]
    pub fn of_json(json: &Json) -> Option<Self> {
        json.as_array()?.iter().map(column).collect::<Option<_>>().map(Self)
    }

    /// The differences of later columns; empty if they are equal.
    #[must_use]
    pub fn changes(&self, later: &Self) -> Vec<ColumnChange> {
        // The first of a name counts.
        let by_name = |columns: &[Column]| -> HashMap<String, String> {
            columns.iter().rev().map(|column| (column.name.clone(), type_of(column))).collect()
        };
        let (earlier_types, later_types) = (by_name(&self.0), by_name(&later.0));
        let missing = self.0.iter().filter(|column| !later_types.contains_key(&column.name));
        let mut changes: Vec<_> = missing.map(|column| ColumnChange::Missing(column.name.clone())).collect();
        for column in &later.0 {
            let (name, is) = (&column.name, type_of(column));
            match earlier_types.get(name) {
                None => changes.push(ColumnChange::New(name.clone())),
                Some(was) if *was != is => {
                    changes.push(ColumnChange::Type { column: name.clone(), was: was.clone(), is });
                }
                Some(_) => {}
            }
        }
        let is_in_order = self.0.iter().zip(&later.0).all(|(earlier, later)| earlier.name == later.name);
        if changes.is_empty() && !is_in_order {
            changes.push(ColumnChange::Order);
        }
        changes
    }
}

/// The type of a column in words, with all that decides its type in a form.
fn type_of(column: &Column) -> String {
    let name = Some(column.type_name()).filter(|name| !name.is_empty()).unwrap_or("undeclared");
    let mode = Some(column.date_time_mode).filter(|mode| *mode != DateTimeMode::default()).map(DateTimeMode::name);
    let scale = column.scale.map(|scale| format!("{scale} digits"));
    let facts: Vec<String> = column.clr_type.iter().cloned().chain(mode.map(str::to_owned)).chain(scale).collect();
    if facts.is_empty() { name.to_owned() } else { format!("{name} ({})", facts.join(", ")) }
}

fn json(column: &Column) -> Json {
    let mut object = Map::new();
    object.insert("name".to_owned(), column.name.as_str().into());
    object.insert("type".to_owned(), column.type_name().into());
    if let Some(clr) = &column.clr_type {
        object.insert(CLR_TYPE.to_owned(), clr.as_str().into());
    }
    if column.date_time_mode != DateTimeMode::default() {
        object.insert(MODE.to_owned(), column.date_time_mode.name().into());
    }
    if let Some(scale) = column.scale {
        object.insert("scale".to_owned(), scale.into());
    }
    object.into()
}

fn column(json: &Json) -> Option<Column> {
    let text = |key: &str| json.get(key).and_then(Json::as_str);
    let mut column = Column::of_type(text("name")?, text("type")?);
    column.clr_type = text(CLR_TYPE).map(str::to_owned);
    column.date_time_mode = text(MODE).and_then(DateTimeMode::parse).unwrap_or_default();
    column.scale = json.get("scale").and_then(Json::as_u64).and_then(|scale| u8::try_from(scale).ok());
    Some(column)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn columns_are_read_as_they_were_written() {
        let mut time = Column::of_type("At", "xs:dateTime");
        time.date_time_mode = DateTimeMode::Utc;
        let mut price = Column::of_type("Price", "xs:decimal");
        price.scale = Some(2);
        let mut span = Column::of_type("Span", "xs:string");
        span.clr_type = Some("System.Guid".to_owned());
        let columns = RowColumns(vec![time, price, span, Column::of_type("Note", "")]);
        let read = RowColumns::of_json(&columns.to_json()).unwrap();
        assert_eq!(columns.changes(&read), []);
        assert_eq!(read.0, columns.0);
        assert!(RowColumns::of_json(&Json::Null).is_none());
    }

    #[test]
    fn each_change_is_found() {
        let of = |columns: &[(&str, &str)]| {
            RowColumns(columns.iter().map(|(name, kind)| Column::of_type(*name, *kind)).collect())
        };
        let earlier = of(&[("A", "xs:int"), ("B", "xs:int"), ("C", "xs:int")]);
        let later = of(&[("A", "xs:string"), ("C", "xs:int"), ("D", "xs:int")]);
        let type_change =
            ColumnChange::Type { column: "A".to_owned(), was: "xs:int".to_owned(), is: "xs:string".to_owned() };
        let changes = [ColumnChange::Missing("B".to_owned()), type_change, ColumnChange::New("D".to_owned())];
        assert_eq!(earlier.changes(&later), changes);
        let turned = of(&[("B", "xs:int"), ("A", "xs:int"), ("C", "xs:int")]);
        assert_eq!(earlier.changes(&turned), [ColumnChange::Order]);
    }
}
