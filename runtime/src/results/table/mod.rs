//! Tables: named, typed columns, and rows.

mod column_values;

pub use column_values::{
    Binaries, Bits, CellKind, ColumnData, ColumnParts, ColumnValues, DateTimes, Decimals, Fit, Floats, PushError,
    Texts, TypedValue, ValueType, Zones,
};
