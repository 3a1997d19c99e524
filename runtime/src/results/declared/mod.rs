//! Rows by the columns that a spec declares: the types that generated code defines, and how a response fills them.
//!
//! A report has the same rows in each of its forms: `declared_rows::<R>()` of [`DataSet`], [`DelimitedText`], [`XmlDocument`] and
//! [`Table`]. Cells are read as [`Row::value`] and [`Row::get`] read them.
//!
//! [`DataSet`]: crate::DataSet
//! [`DelimitedText`]: crate::DelimitedText
//! [`XmlDocument`]: crate::XmlDocument
//! [`Table`]: crate::results::table::Table
//! [`Row::value`]: crate::results::table::Row::value
//! [`Row::get`]: crate::results::table::Row::get

mod error;
mod make;
mod row;
mod rows;
mod undeclared;

pub use error::DeclaredRowsError;
pub use make::FromRows;
pub(crate) use make::{column as declared_column, empty_data_set, with_rows};
pub use row::{ColumnField, DeclaredRow};
pub(crate) use row::{debug, equal};
pub use rows::DeclaredRows;
pub use undeclared::UndeclaredColumns;
