//! Arrays of integers.

use std::sync::Arc;

use arrow_array::{Int32Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use asmx_dataset::Integers;

use crate::error::Error;

/// The items of an array of integers as a record batch with one column of this name, which holds no nulls; `None` for null. Their
/// memory becomes that of the record batch.
///
/// # Errors
///
/// None that is known; those of the Arrow crates.
pub fn integers(integers: Integers, column: &str) -> Result<Option<RecordBatch>, Error> {
    let Some(items) = integers.into_option() else {
        return Ok(None);
    };
    let schema = Schema::new(vec![Field::new(column, DataType::Int32, false)]);
    let items = Int32Array::try_new(items.into(), None)?;
    Ok(Some(RecordBatch::try_new(Arc::new(schema), vec![Arc::new(items)])?))
}
