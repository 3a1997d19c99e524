//! What an operation answers. Each kind keeps null apart from empty, and keeps what the service sent.
//!
//! Tables, data sets, delimited text and documents are those of [`asmx_dataset`], which can be used without this crate.

mod declared;

pub(crate) use asmx_dataset::__private::XmlRows;
pub use asmx_dataset::{
    DataSet, DelimitedLayout, DelimitedReader, DelimitedText, DelimiterError, DelimiterRole, Delimiters, Header,
    Integers, IntoTable, IntoTableError, RecordCount, Text, Uncountable, XmlDocument, XmlRowsError, data_set, table,
};
pub(crate) use declared::declared_column;
pub use declared::{ColumnField, DeclaredRow, DeclaredRows, DeclaredRowsError, FromRows, UndeclaredColumns};
pub(crate) use declared::{debug as debug_row, equal as equal_rows};
