//! The tables of a response: the one answer to which tables an operation's result has, with their columns and types. It follows from the
//! description, never from the values of a response; values decide only cells. Every form of output asks here.

mod at_path;
mod choose;
mod columns;
mod found;
mod found_table;
mod in_xml;
mod items;
mod note;
mod rows;
mod shape;
mod undeclared;
mod walk;

pub use at_path::at_path;
#[cfg(feature = "server")]
pub(crate) use at_path::shown_at_path;
pub use choose::{Chosen, all, all_or_named, choose, known_to_be_several, notes, remove_schema_facts};
pub use found_table::FoundTable;
pub use note::RowsNote;
#[cfg(feature = "mcp")]
pub(crate) use rows::csv;
pub use rows::written_by;
pub use shape::{ColumnShape, JSON, TableShape, VALUES};
pub use undeclared::LeftOut;
#[cfg(feature = "server")]
pub(crate) use walk::of_data_set;
pub use walk::{of_result, of_shown_result};
