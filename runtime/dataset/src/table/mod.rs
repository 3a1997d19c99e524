//! Tables: named, typed columns, and rows. Tables of data sets, delimited texts and row-shaped XML documents all have this form.
//!
//! Values are stored by columns as Arrow lays them out ([`ColumnValues`]), every text as it was sent. Rows are read one by one
//! ([`Table::iter`]), or as values of a type of your own ([`Table::rows`]).
//!
//! ```
//! use asmx_dataset::cells;
//! use asmx_dataset::table::{ColumnType, Table};
//!
//! let table = Table::new("Groups")
//!     .column("Group Name", ColumnType::String)
//!     .column("Members", ColumnType::Int)
//!     .row(cells!["first", 3])
//!     .row(cells![None::<&str>, 0]);
//! for row in &table {
//!     println!("{:?} {}", row.text("Group Name"), row.value::<i32>("Members")?);
//! }
//! # Ok::<(), asmx_dataset::table::CellError>(())
//! ```

mod cell;
mod column;
mod column_values;
mod error;
mod growing;
mod named_table;
mod row;
mod row_facts;
mod row_iter;
mod row_order;
mod rows;
mod stored_rows;

pub use cell::{Cell, RowData};
pub(crate) use column::LEFTOVER;
pub use column::{Column, ColumnType, DATE_TIME_OFFSET, DateTimeMode, Mapping, SchemaAttribute};
pub use column_values::{
    Binaries, Bits, CellKind, ColumnData, ColumnParts, ColumnValues, DateTimes, Decimals, Fit, Floats, PushError,
    Texts, TypedValue, ValueType, Zones,
};
pub(crate) use column_values::{Gathered, Growth, TextSpan};
pub use error::{CellError, CellErrorCause};
pub(crate) use growing::{GrowingTable, MOST_COLUMNS};
pub use named_table::Table;
pub use row::Row;
pub(crate) use row_facts::{Blanks, RowErrors};
pub use row_facts::{HiddenFacts, RaggedRow, RowState, ShortRows};
pub use row_iter::RowIter;
pub use rows::Rows;
#[doc(hidden)]
pub use stored_rows::ByRow;
pub(crate) use stored_rows::StoredRows;
