//! What an operation answers. Each kind keeps null apart from empty, and keeps what the service sent.

pub mod data_set;
mod declared;
mod delimited_text;
mod delimiters;
mod integers;
mod record_count;
mod shown;
pub mod table;
mod text;
mod xml_document;

pub use data_set::DataSet;
pub use declared::{ColumnField, DeclaredRow, DeclaredRowsError, UndeclaredColumns};
pub(crate) use declared::{debug as debug_row, equal as equal_rows};
pub use delimited_text::DelimitedText;
pub use delimiters::{DelimiterError, DelimiterRole, Delimiters};
pub use integers::Integers;
pub use record_count::{RecordCount, Uncountable};
pub use text::Text;
pub use xml_document::XmlDocument;
