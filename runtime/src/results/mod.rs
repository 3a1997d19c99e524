//! Rows and tables: the content of results, and the way from rows to values of your own types.
//!
//! The results themselves ([`DataSet`], [`DelimitedText`], [`XmlDocument`] …) stand at the root of the crate. Each keeps null apart
//! from empty, and keeps the text that the service sent. Tables are those of [`asmx_dataset`], which can be used without this crate.

mod content;
mod data_table;
mod declared;
mod fields;
#[cfg(feature = "json")]
pub(crate) mod json_tokens;
pub(crate) mod proportion;

pub(crate) use asmx_dataset::XmlRows;
pub(crate) use asmx_dataset::{DataSet, DelimitedText, Delimiters, Integers, Text, XmlDocument};
pub use asmx_dataset::{
    DelimitedLayout, DelimitedReader, DelimiterError, DelimiterRole, Header, IntoTable, IntoTableError, RecordCount,
    Uncountable, XmlRowsError, cells, table,
};
pub(crate) use content::holds;
pub use content::{JsonText, XmlText};
#[cfg(feature = "json")]
pub(crate) use content::{for_xml, is_xml, read_json};
pub use data_table::DataTable;
#[doc(hidden)]
pub use declared::ColumnField;
pub use declared::{DeclaredRow, DeclaredRows, DeclaredRowsError, FromRows, UndeclaredColumns};
pub(crate) use declared::{debug as debug_row, equal as equal_rows};
pub(crate) use declared::{declared_column, empty_data_set, with_rows};
pub(crate) use proportion::is_in_proportion;
#[cfg(feature = "json")]
pub(crate) use proportion::sent_for;

/// Keys, relations, late changes and errors of a [`DataSet`].
pub mod data_set {
    pub use asmx_dataset::data_set::{
        DataSetError, Key, LateChanges, LateError, LateOriginals, Locale, ReadError, Relation, RelationKind,
    };
}
