//! A report: named columns and rows. It becomes a data set, an XML document or delimited text.

use std::cmp::Ordering;

use asmx_runtime::results::table::{Cell, Column, ColumnType, DateTimeMode, RowData, Table};
use asmx_runtime::xml::escape_text;
use asmx_runtime::{DataSet, DelimitedText, Delimiters, XmlDocument};
use rusqlite::Transaction;
use rusqlite::types::ValueRef;

use crate::moment::Moment;
use crate::parameters::{non_blank, shortened};
use crate::refusal::{Kind, Refusal, Result};

pub type Columns = &'static [(&'static str, ColumnType)];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Null,
    Text(String),
    Number(i64),
    Truth(bool),
    Time(Moment),
}

#[derive(Debug)]
pub struct Report {
    /// The name of the table in a data set and of the row elements in an XML document.
    name: &'static str,
    columns: Columns,
    rows: Vec<Vec<Value>>,
}

impl Report {
    /// Runs a query of the sandbox, which selects `columns` in their order and uses some of the values.
    pub fn select<'v>(
        db: &Transaction<'_>,
        name: &'static str,
        columns: Columns,
        sql: &'static str,
        values: impl Iterator<Item = &'v (&'v str, i64)>,
    ) -> Result<Self> {
        let mut statement = db.prepare_cached(sql)?;
        for (parameter, value) in values {
            if let Some(index) = statement.parameter_index(parameter)? {
                statement.raw_bind_parameter(index, value)?;
            }
        }
        let mut found = statement.raw_query();
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            let mut cells = Vec::with_capacity(columns.len());
            for (index, (_, kind)) in columns.iter().enumerate() {
                cells.push(Value::of(row.get_ref(index)?, *kind)?);
            }
            rows.push(cells);
        }
        Ok(Self { name, columns, rows })
    }

    /// Sorts by a column (its name, or `e` e-mail address, `t` time, `u` URL, `s` subject), ascending or descending.
    /// The sort is stable; without `SortBy` the order stays.
    pub fn sorted(mut self, sort_by: Option<&str>, sort_order: Option<&str>) -> Result<Self> {
        let descending = is_descending(sort_order)?;
        let Some(sort_by) = non_blank(sort_by) else {
            if descending {
                self.rows.reverse();
            }
            return Ok(self);
        };
        let index = self.column(sort_by.trim())?;
        self.rows.sort_by(|left, right| {
            let order = compare(left.get(index), right.get(index));
            if descending { order.reverse() } else { order }
        });
        Ok(self)
    }

    fn column(&self, sort_by: &str) -> Result<usize> {
        let position = |wanted: &dyn Fn(&(&str, ColumnType)) -> bool| self.columns.iter().position(wanted);
        let found = match sort_by.to_ascii_lowercase().as_str() {
            "e" => position(&|(name, _)| *name == "EmailAddress"),
            "t" => position(&|(_, kind)| *kind == ColumnType::DateTime),
            "u" => position(&|(name, _)| *name == "URL"),
            "s" => position(&|(name, _)| *name == "Subject"),
            _ => position(&|(name, _)| name.eq_ignore_ascii_case(sort_by)),
        };
        found.ok_or_else(|| {
            let names: Vec<_> = self.columns.iter().map(|(name, _)| *name).collect();
            let message = format!(
                "SortBy `{}` is not a column of this report: use one of {}",
                shortened(sort_by),
                names.join(", ")
            );
            Refusal::new(Kind::InvalidParameter, message)
        })
    }

    /// A data set of one table.
    pub fn into_data_set(self) -> DataSet {
        let mut table = Table::new(self.name);
        for (name, kind) in self.columns {
            table = table.with_column(Column::new(*name, *kind).date_time_mode(DateTimeMode::Unspecified));
        }
        for row in self.rows {
            table.push(RowData::new(row.into_iter().map(Cell::from)));
        }
        DataSet::new("NewDataSet").table(table)
    }

    /// An XML document: each row is an element with the report's name, null cells are left out.
    pub fn into_xml(self) -> Result<XmlDocument> {
        let mut text = "<NewDataSet>".to_owned();
        for row in &self.rows {
            element(&mut text, self.name, |text| {
                for (value, (name, _)) in row.iter().zip(self.columns) {
                    if let Some(value) = value.iso() {
                        element(text, name, |text| escape_text(text, &printable(&value)));
                    }
                }
            });
        }
        text.push_str("</NewDataSet>");
        XmlDocument::parse(&text)
            .map_err(|error| Refusal::new(Kind::Internal, format!("The report cannot be written as XML: {error}")))
    }

    /// The rows as texts, for a page.
    pub fn into_texts(self) -> Vec<Vec<String>> {
        self.rows.iter().map(|row| row.iter().map(Value::delimited).collect()).collect()
    }

    /// Delimited text without a line of names. By default rows end in a line feed and a comma separates columns.
    pub fn into_delimited_text(self, asked: &Delimiters) -> Result<DelimitedText> {
        let or = |mark: &Option<String>, default: &str| {
            mark.clone().filter(|mark| !mark.is_empty()).or_else(|| Some(default.to_owned()))
        };
        let delimiters = Delimiters {
            row: or(&asked.row, "\n"),
            column: or(&asked.column, ","),
            qualifier: asked.qualifier.clone(),
        };
        let rows = self.rows.iter().map(|row| row.iter().map(Value::delimited));
        DelimitedText::from_rows(&delimiters, rows)
            .map_err(|error| Refusal::new(Kind::InvalidDelimiter, error.to_string()))
    }
}

fn is_descending(sort_order: Option<&str>) -> Result<bool> {
    let Some(order) = non_blank(sort_order) else { return Ok(false) };
    match order.trim().to_ascii_lowercase().as_str() {
        "a" | "asc" | "ascending" => Ok(false),
        "d" | "desc" | "descending" => Ok(true),
        _ => {
            let message = format!("SortOrder `{}` is neither a (ascending) nor d (descending)", shortened(order));
            Err(Refusal::new(Kind::InvalidParameter, message))
        }
    }
}

fn compare(left: Option<&Value>, right: Option<&Value>) -> Ordering {
    match (left, right) {
        (Some(Value::Text(left)), Some(Value::Text(right))) => left.to_lowercase().cmp(&right.to_lowercase()),
        (Some(left), Some(right)) => left.rank().cmp(&right.rank()),
        _ => Ordering::Equal,
    }
}

fn element(out: &mut String, name: &str, content: impl FnOnce(&mut String)) {
    out.extend(["<", name, ">"]);
    content(out);
    out.extend(["</", name, ">"]);
}

/// Replaces characters that XML forbids by U+FFFD.
pub fn printable(text: &str) -> String {
    let allowed =
        |letter: char| !matches!(letter, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}');
    text.chars().map(|letter| if allowed(letter) { letter } else { '\u{fffd}' }).collect()
}

impl Value {
    fn of(value: ValueRef<'_>, kind: ColumnType) -> Result<Self> {
        let unexpected = || Refusal::new(Kind::Internal, "The sandbox's database holds a value of an unexpected type.");
        match (value, kind) {
            (ValueRef::Null, _) => Ok(Self::Null),
            (ValueRef::Integer(seconds), ColumnType::DateTime) => Ok(Self::Time(Moment::from_seconds(seconds))),
            (ValueRef::Integer(number), ColumnType::Boolean) => Ok(Self::Truth(number != 0)),
            (ValueRef::Integer(number), _) => Ok(Self::Number(number)),
            (ValueRef::Text(text), _) => String::from_utf8(text.to_vec()).map(Self::Text).map_err(|_| unexpected()),
            _ => Err(unexpected()),
        }
    }

    /// Orders nulls first. Texts are compared by their letters, not by this.
    fn rank(&self) -> (u8, i64) {
        match self {
            Self::Null => (0, 0),
            Self::Text(_) => (1, 0),
            Self::Number(number) => (2, *number),
            Self::Truth(truth) => (2, i64::from(*truth)),
            Self::Time(moment) => (2, moment.seconds()),
        }
    }

    /// The form in XML; `None` for null.
    fn iso(&self) -> Option<String> {
        match self {
            Self::Null => None,
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            Self::Truth(truth) => Some(truth.to_string()),
            Self::Time(moment) => Some(moment.iso()),
        }
    }

    /// The form in delimited text, where null is the empty text.
    fn delimited(&self) -> String {
        match self {
            Self::Truth(true) => "True".to_owned(),
            Self::Truth(false) => "False".to_owned(),
            Self::Time(moment) => moment.date_time(),
            other => other.iso().unwrap_or_default(),
        }
    }
}

impl From<Value> for Cell<'_> {
    fn from(value: Value) -> Self {
        value.iso().map_or(Self::DbNull, Self::from)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const COLUMNS: Columns =
        &[("EmailAddress", ColumnType::String), ("SentDateTime", ColumnType::DateTime), ("Open", ColumnType::Boolean)];

    fn report() -> Report {
        let row = |address: &str, at, open| {
            vec![Value::Text(address.into()), Value::Time(Moment::from_seconds(at)), Value::Truth(open)]
        };
        Report {
            name: "Opens",
            columns: COLUMNS,
            rows: vec![row("b@x.test", 10, true), row("A@x.test", 30, false), row("c,c@x.test", 20, true)],
        }
    }

    fn first(report: &Report) -> String {
        report.rows.first().and_then(|row| row.first()).map(Value::delimited).unwrap()
    }

    #[test]
    fn every_sort() {
        for (by, order, expected) in [
            (None, None, "b@x.test"),
            (None, Some("d"), "c,c@x.test"),
            (Some("e"), None, "A@x.test"),
            (Some("e"), Some("D"), "c,c@x.test"),
            (Some("t"), Some("desc"), "A@x.test"),
            (Some("sentdatetime"), Some("a"), "b@x.test"),
            (Some("Open"), Some("a"), "A@x.test"),
        ] {
            assert_eq!(first(&report().sorted(by, order).unwrap()), expected, "{by:?} {order:?}");
        }
        assert!(report().sorted(Some("u"), None).unwrap_err().to_string().contains("EmailAddress, SentDateTime"));
        assert!(report().sorted(None, Some("up")).is_err());
    }

    #[test]
    fn a_column_with_nulls_is_sorted_by_a_total_order() {
        let text = |text: &str| Value::Text(text.to_owned());
        let values = [text("b"), Value::Null, text("a"), text("B"), text(""), Value::Number(1), Value::Truth(false)];
        let order = |left: &Value, right: &Value| compare(Some(left), Some(right));
        for value in &values {
            for two in &values {
                assert_eq!(order(value, two), order(two, value).reverse());
                for three in values.iter().filter(|three| order(value, two).is_le() && order(two, three).is_le()) {
                    assert!(order(value, three).is_le());
                }
            }
        }
        assert!(order(&Value::Null, &text("")).is_lt());
    }

    #[test]
    fn every_form() {
        let text = report().into_delimited_text(&Delimiters::new("\n", ",").qualifier("\"")).unwrap();
        assert_eq!(text.as_str().lines().last(), Some("\"c,c@x.test\",1970-01-01 00:00:20,True"));
        let refused = report().into_delimited_text(&Delimiters::default()).unwrap_err();
        assert_eq!(refused.kind(), Kind::InvalidDelimiter);
        let xml = report().into_xml().unwrap();
        assert!(xml.as_str().starts_with("<NewDataSet><Opens><EmailAddress>b@x.test</EmailAddress><SentDateTime>1970-01-01T00:00:10</SentDateTime><Open>true</Open></Opens>"));
        let data_set = report().into_data_set();
        data_set.check().unwrap();
        assert_eq!(data_set.table_named("Opens").unwrap().row_count(), 3);
    }
}
