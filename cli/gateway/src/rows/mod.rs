//! The tables of a result, and their forms.

#[cfg(feature = "arrow")]
pub(crate) mod arrow;
pub(crate) mod cells;
#[cfg(feature = "arrow")]
pub(crate) mod column_form;
pub(crate) mod csv;
pub(crate) mod declared_tables;
pub(crate) mod in_words;
pub(crate) mod of_type;
pub(crate) mod outside;
pub(crate) mod result_option;
pub(crate) mod row_columns;
pub(crate) mod row_writer;
pub(crate) mod secrets;
#[cfg(feature = "xlsx")]
pub(crate) mod spreadsheet;
pub mod tables;
pub(crate) mod tables_text;
pub(crate) mod texts;

pub use outside::Outside;
pub use texts::{CELLS_PER_BYTE, Grid, GridRow, RowsError, terminal_safe};
