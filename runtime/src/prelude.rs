//! The traits whose methods are called on requests and results: `use asmx_runtime::prelude::*`.
//!
//! | trait | for |
//! |---|---|
//! | [`TakesRecords`] | `records_in_portions`: many records of your own in calls of bounded size |
//! | [`TakesFields`], [`TakesJoinedFields`] | `fields`: names and values of fields |
//! | [`IntoTable`] | `into_table`, `into_table_with`: any result that has rows, as one table |
//! | [`FromRows`] | `Table::from_rows`: a table of rows of the type that the spec declares, for the result of a server or a mock |
//! | [`DeclaredRows`] | `declared_rows`: the rows of a result as the type that the spec declares for them |

pub use crate::fields::{TakesFields, TakesJoinedFields};
pub use crate::records::TakesRecords;
pub use crate::results::{DeclaredRows, FromRows, IntoTable};
