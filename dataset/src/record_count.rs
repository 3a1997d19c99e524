//! How many records a result holds, whatever its shape.

use super::{DataSet, DelimitedText, XmlDocument};

/// A result whose records can be counted: what is asked when an operation returns only so many.
///
/// The count is never too low. It may be too high where the shape does not tell records from other rows (a delimited text with a
/// line of headings).
pub trait RecordCount {
    /// The number of records.
    ///
    /// # Errors
    ///
    /// Why they cannot be counted.
    fn record_count(&self) -> Result<u64, Uncountable>;
}

/// Why the records of a result cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncountable(String);

impl std::fmt::Display for Uncountable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "the records of the result cannot be counted: {}", self.0)
    }
}

impl std::error::Error for Uncountable {}

impl Uncountable {
    /// For this reason.
    pub fn new(reason: impl std::fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

fn count(rows: usize) -> u64 {
    u64::try_from(rows).unwrap_or(u64::MAX)
}

impl RecordCount for DelimitedText {
    /// Its rows, cut by the delimiters that it was asked for with.
    fn record_count(&self) -> Result<u64, Uncountable> {
        // No text, no rows, whatever the delimiters.
        if self.as_str().is_empty() {
            return Ok(0);
        }
        self.cells().map(|rows| count(rows.len())).map_err(Uncountable::new)
    }
}

impl RecordCount for DataSet {
    /// The rows of all its tables.
    fn record_count(&self) -> Result<u64, Uncountable> {
        Ok(self.tables().iter().map(|table| count(table.row_count())).sum())
    }
}

impl RecordCount for XmlDocument {
    /// The elements in its root.
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
        assert!(error.to_string().contains("there is no row delimiter"), "{error}");

        let table = |name: &str| Table::new(name).column("A", ColumnType::String).row(crate::cells!["x"]);
        let data_set = DataSet::new("Report").table(table("One").row(crate::cells!["y"])).table(table("Two"));
        assert_eq!(data_set.record_count(), Ok(3));

        let document = XmlDocument::parse("<Opens>\n <Open><A/></Open> text <Open/><!-- no --></Opens>").unwrap();
        assert_eq!(document.record_count(), Ok(2));
        assert_eq!(XmlDocument::null().record_count(), Ok(0));
    }
}
