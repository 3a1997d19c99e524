//! The forms of a report as one table, and the number of their records.

use std::fmt;

use super::data_set::DataSetError;
use super::delimited::{DelimitedLayout, DelimitedText, DelimiterError};
use super::table::Table;
use super::xml_document::XmlDocument;
use super::xml_rows::XmlRowsError;
use crate::DataSet;

/// A result with rows, in any of the forms in which services return a report. Code that takes it handles all of them.
///
/// ```
/// use asmx_dataset::IntoTable;
///
/// #[derive(serde::Deserialize)]
/// struct Block {
///     email: String,
///     hits: u32,
/// }
///
/// fn hits(report: impl IntoTable) -> Result<u32, Box<dyn std::error::Error>> {
///     let table = report.into_table_with(["email", "hits"])?;
///     table.rows::<Block>().map(|block| Ok(block?.hits)).sum()
/// }
/// # use asmx_dataset::{DelimitedText, Delimiters, XmlDocument};
/// # let text = DelimitedText::new("ann,3\nben,4\n").with_delimiters(Delimiters::new("\n", ","));
/// # assert_eq!(hits(text).unwrap(), 7);
/// # let document = XmlDocument::parse("<l><r><email>a</email><hits>3</hits></r><r><email>b</email><hits>4</hits></r></l>");
/// # assert_eq!(hits(document.unwrap()).unwrap(), 7);
/// ```
pub trait IntoTable: Sized {
    /// The rows, in a table with this layout: the names of its columns (`["email", "hits"]`), or [columns](crate::table::Column)
    /// with types. Columns of delimited text go by position, those of a document by name. A data set keeps its own schema and
    /// returns its [only table](DataSet::only_table). Null gives a table without rows.
    ///
    /// # Errors
    ///
    /// The result has no rows, or has those of several tables.
    fn into_table_with(self, layout: impl Into<DelimitedLayout>) -> Result<Table, IntoTableError>;

    /// [`into_table_with`](Self::into_table_with) the default layout: the columns of delimited text are called `Column1`, `Column2`
    /// and so on.
    ///
    /// # Errors
    ///
    /// As [`into_table_with`](Self::into_table_with).
    fn into_table(self) -> Result<Table, IntoTableError> {
        self.into_table_with(DelimitedLayout::default())
    }
}

fn without_rows(layout: DelimitedLayout) -> Table {
    layout.into_columns().into_iter().fold(Table::new("Table"), Table::with_column)
}

impl IntoTable for DataSet {
    fn into_table_with(self, layout: impl Into<DelimitedLayout>) -> Result<Table, IntoTableError> {
        if self.is_null() {
            return Ok(without_rows(layout.into()));
        }
        let name = self.only_table().map_err(IntoTableError::DataSet)?.name().to_owned();
        let table = self.into_tables().into_iter().find(|table| table.name() == name);
        Ok(table.unwrap_or_else(|| without_rows(layout.into())))
    }
}

impl IntoTable for DelimitedText {
    fn into_table_with(self, layout: impl Into<DelimitedLayout>) -> Result<Table, IntoTableError> {
        if self.is_null() {
            return Ok(without_rows(layout.into()));
        }
        self.table_with(layout).map_err(IntoTableError::Delimited)
    }
}

impl IntoTable for XmlDocument {
    fn into_table_with(self, layout: impl Into<DelimitedLayout>) -> Result<Table, IntoTableError> {
        if self.is_null() {
            return Ok(without_rows(layout.into()));
        }
        self.table_with(layout.into().into_columns()).map_err(IntoTableError::Xml)
    }
}

/// The error of results that are not one table.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum IntoTableError {
    /// The data set has several tables, or none, and no main table.
    DataSet(DataSetError),
    /// The text cannot be cut into rows.
    Delimited(DelimiterError),
    /// The document is not made of rows.
    Xml(XmlRowsError),
    /// A result of this kind never has rows.
    NoRows,
}

asmx_types::debug_is_a_sentence!(IntoTableError);

impl fmt::Display for IntoTableError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DataSet(error) => error.fmt(out),
            Self::Delimited(error) => error.fmt(out),
            Self::Xml(error) => error.fmt(out),
            Self::NoRows => out.write_str("a result of this kind has no rows"),
        }
    }
}

impl std::error::Error for IntoTableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::DataSet(error) => Some(error),
            Self::Delimited(error) => Some(error),
            Self::Xml(error) => Some(error),
            Self::NoRows => None,
        }
    }
}

/// A result whose records can be counted, to compare with the limit of an operation.
///
/// The count is never too low. It is too high if the form does not distinguish records from other rows, such as a line of headings
/// in delimited text.
pub trait RecordCount {
    /// The number of records.
    ///
    /// # Errors
    ///
    /// The reason why the records cannot be counted.
    fn record_count(&self) -> Result<u64, Uncountable>;
}

/// The reason why the records of a result cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncountable(String);

impl std::fmt::Display for Uncountable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "the records of the result cannot be counted: {}", self.0)
    }
}

impl std::error::Error for Uncountable {}

impl Uncountable {
    /// An error with this reason.
    pub fn new(reason: impl std::fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

fn count(rows: usize) -> u64 {
    u64::try_from(rows).unwrap_or(u64::MAX)
}

impl RecordCount for DelimitedText {
    /// The number of rows, cut by the delimiters of the request.
    fn record_count(&self) -> Result<u64, Uncountable> {
        // The empty text has no rows, whatever the delimiters.
        if self.as_str().is_empty() {
            return Ok(0);
        }
        self.cells().map(|rows| count(rows.len())).map_err(Uncountable::new)
    }
}

impl RecordCount for DataSet {
    /// The number of rows in all tables.
    fn record_count(&self) -> Result<u64, Uncountable> {
        Ok(self.tables().iter().map(|table| count(table.row_count())).sum())
    }
}

impl RecordCount for XmlDocument {
    /// The number of elements in the root.
    fn record_count(&self) -> Result<u64, Uncountable> {
        if self.is_null() {
            return Ok(0);
        }
        let document = self.document().map_err(Uncountable::new)?;
        Ok(count(document.root().elements().count()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Delimiters;
    use crate::table::{ColumnType, Table};

    #[test]
    fn each_shape_counts_its_rows() {
        let text = DelimitedText::new("a|b\nc|d\n").with_delimiters(Delimiters::new("\n", "|"));
        assert_eq!(text.record_count(), Ok(2));
        assert_eq!(DelimitedText::null().record_count(), Ok(0));
        let error = DelimitedText::new("a|b").record_count().unwrap_err();
        assert!(error.to_string().contains("the row delimiter is missing"), "{error}");

        let table = |name: &str| Table::new(name).column("A", ColumnType::String).row(crate::cells!["x"]);
        let data_set = DataSet::new("Report").table(table("One").row(crate::cells!["y"])).table(table("Two"));
        assert_eq!(data_set.record_count(), Ok(3));

        let document = XmlDocument::parse("<Opens>\n <Open><A/></Open> text <Open/><!-- no --></Opens>").unwrap();
        assert_eq!(document.record_count(), Ok(2));
        assert_eq!(XmlDocument::null().record_count(), Ok(0));
    }
}
