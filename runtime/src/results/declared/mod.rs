//! Rows by the columns that a spec declares: the types that generated code defines, and how a response fills them.
//!
//! The three shapes of a report give the same rows to the same code: `declared_rows::<R>()` of [`DataSet`], [`DelimitedText`],
//! [`XmlDocument`] and [`Table`].
//!
//! [`DataSet`]: crate::DataSet
//! [`DelimitedText`]: crate::DelimitedText
//! [`XmlDocument`]: crate::XmlDocument

mod column_field;
mod delimited_table;
mod error;
mod fill;
mod make;
mod row;
mod rows;
mod undeclared;

pub use column_field::ColumnField;
pub use error::DeclaredRowsError;
pub use make::FromRows;
pub(crate) use make::{column as declared_column, empty_data_set, with_rows};
pub use row::DeclaredRow;
pub(crate) use row::{debug, equal};
pub use rows::DeclaredRows;
pub use undeclared::UndeclaredColumns;
