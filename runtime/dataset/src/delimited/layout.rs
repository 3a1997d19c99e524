//! Names and types of the columns of delimited text, which the text itself does not state.

use crate::table::Column;

/// Whether the first row of a delimited text holds the names of the columns.
///
/// The text does not tell, and these services do not document it. Known texts start with data, so this is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Header {
    /// The first row is data.
    #[default]
    None,
    /// The first row holds the names, and is not a row of the table.
    First,
}

/// The layout of a table made of delimited text. By default, every row is data, columns are called `Column1`, `Column2` and so on,
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

    /// States whether the first row holds the names.
    #[must_use]
    pub fn header(mut self, header: Header) -> Self {
        self.header = header;
        self
    }

    /// Declares columns. Without a header they are the first columns, in this order, even if the text has fewer. With a header they
    /// state the types of the columns with these names.
    ///
    /// An empty cell without qualifiers is `DBNull` in a column whose type has no empty value, such as a number. In all other
    /// columns it is the empty text, because delimited text does not distinguish the two.
    #[must_use]
    pub fn columns(mut self, columns: impl IntoIterator<Item = Column>) -> Self {
        self.columns = columns.into_iter().collect();
        self
    }

    /// The declared columns.
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
