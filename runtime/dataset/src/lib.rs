//! Tables as ASP.NET `.asmx` services send them: ADO.NET data sets (a schema and a diffgram), delimited text, and rows of XML. Each becomes
//! one [`Table`] by columns, laid out as Arrow lays them out. The crate knows no HTTP and no client: it reads any diffgram.
//!
//! | form | read by | written by |
//! |---|---|---|
//! | a data set: bytes of a document that holds a schema and a diffgram | [`DataSet::read`] | [`DataSet::write`] |
//! | an element of a parsed document | [`DataSet::from_element`] | [`DataSet::write_content`] |
//! | delimited text | [`DelimitedText::table_with`]; in pieces: [`DelimitedReader`] | [`delimited_data`] |
//! | rows of XML: `<Groups><Group>…</Group>…</Groups>` | [`XmlDocument::table`] | |
//!
//! Rows are read one by one, by column ([`table::ColumnValues`]), or as values of a type of your own ([`Table::rows`]). `DBNull`, the
//! empty text and an absent column stay apart; a value keeps the text that was sent.
//!
//! ```
//! use asmx_dataset::{Column, ColumnType, DataSet, Table, cells};
//!
//! let groups = Table::new("Groups")
//!     .column("Group Name", ColumnType::String)
//!     .with_column(Column::new("Members", ColumnType::Int).required())
//!     .row(cells!["first", 3])
//!     .row(cells![None::<&str>, 0]);
//! let document = DataSet::new("NewDataSet").table(groups).write();
//!
//! let data_set = DataSet::read(document.as_bytes())?;
//! let groups = data_set.only_table()?;
//! assert_eq!(groups.row_count(), 2);
//! assert_eq!(groups.iter().map(|row| row.value::<i32>("Members")).collect::<Result<Vec<_>, _>>()?, [3, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod data_set;
mod delimited;
pub mod delimited_data;
mod report;
pub mod table;
mod text;
mod vocabulary;
mod xml_document;
mod xml_rows;

pub use asmx_xml::xsd;
pub use data_set::DataSet;
pub use delimited::{
    DelimitedLayout, DelimitedReader, DelimitedText, DelimiterError, DelimiterRole, Delimiters, Header,
};
pub use report::{IntoTable, IntoTableError, RecordCount, Uncountable};
pub use table::{Cell, Column, ColumnType, Row, RowData, Table};
pub use text::{Integers, Text};
pub use xml_document::XmlDocument;
pub use xml_rows::{XmlRows, XmlRowsError};

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
