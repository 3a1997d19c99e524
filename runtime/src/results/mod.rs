//! What an operation answers. Each kind keeps null apart from empty, and keeps what the service sent.

pub mod data_set;
mod declared;
mod delimited;
mod integers;
mod into_table;
mod record_count;
mod shown;
pub mod table;
mod text;
mod xml_document;
mod xml_rows;

pub use data_set::DataSet;
#[cfg(feature = "server")]
pub(crate) use declared::declared_column;
pub use declared::{ColumnField, DeclaredRow, DeclaredRowsError, UndeclaredColumns};
pub(crate) use declared::{debug as debug_row, equal as equal_rows};
pub use delimited::{
    DelimitedLayout, DelimitedReader, DelimitedText, DelimiterError, DelimiterRole, Delimiters, Header,
};
pub use integers::Integers;
pub use into_table::{IntoTable, IntoTableError};
pub use record_count::{RecordCount, Uncountable};
pub use text::Text;
pub use xml_document::XmlDocument;
pub(crate) use xml_rows::XmlRows;
pub use xml_rows::XmlRowsError;
