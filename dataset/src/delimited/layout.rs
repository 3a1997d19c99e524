//! What delimited text does not say of itself: names and types of its columns.

use crate::table::Column;

/// Whether the first row of a delimited text holds the names of the columns.
///
/// The text does not say, and services of this family are not documented to. Where their texts are known, the text starts with
/// data, so this is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Header {
    /// No: it is data.
    #[default]
    None,
    /// Yes: it is no row of the table.
    First,
}

/// How rows of delimited text become a table. The default: every row is data, columns are called `Column1`, `Column2` and so on,
/// their values are texts, and the table is called `Table`.
///
/// ```
/// use asmx_dataset::table::{Column, ColumnType};
/// use asmx_dataset::{DelimitedLayout, Header};
///
/// let by_position = DelimitedLayout::from(["EmailAddress", "SMTPCode"]);
/// let typed = DelimitedLayout::default().columns([Column::new("SMTPCode", ColumnType::Int)]);
/// let by_name = typed.header(Header::First);
/// # let _ = (by_position, by_name);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelimitedLayout {
    pub(super) name: String,
    pub(super) header: Header,
    pub(super) columns: Vec<Column>,
}

impl Default for DelimitedLayout {
    fn default() -> Self {
        Self { name: "Table".to_owned(), header: Header::None, columns: Vec::new() }
    }
}

impl DelimitedLayout {
    /// Sets the name of the table.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Says whether the first row holds the names.
    #[must_use]
    pub fn header(mut self, header: Header) -> Self {
        self.header = header;
        self
    }

    /// Declares columns. Without a header they are the first columns, in this order, whether the text has so many or not. With one
    /// they say of which type the columns of these names are.
    ///
    /// An empty cell that stood between no qualifiers has no value (`DBNull`) in a column whose type has no empty value, such as a
    /// number. In all others it is the empty text: delimited text cannot tell the two apart.
    #[must_use]
    pub fn columns(mut self, columns: impl IntoIterator<Item = Column>) -> Self {
        self.columns = columns.into_iter().collect();
        self
    }

    /// The columns declared.
    #[doc(hidden)]
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }
}

impl From<Header> for DelimitedLayout {
    fn from(header: Header) -> Self {
        Self::default().header(header)
    }
}

impl From<Vec<Column>> for DelimitedLayout {
    fn from(columns: Vec<Column>) -> Self {
        Self::default().columns(columns)
    }
}

impl<const N: usize> From<[Column; N]> for DelimitedLayout {
    fn from(columns: [Column; N]) -> Self {
        Self::default().columns(columns)
    }
}

impl From<Vec<&str>> for DelimitedLayout {
    /// The names of the columns; their values are texts.
    fn from(names: Vec<&str>) -> Self {
        Self::default().columns(names.into_iter().map(|name| Column::of_type(name, "xs:string")))
    }
}

impl<const N: usize> From<[&str; N]> for DelimitedLayout {
    /// The names of the columns; their values are texts.
    fn from(names: [&str; N]) -> Self {
        Self::default().columns(names.map(|name| Column::of_type(name, "xs:string")))
    }
}
