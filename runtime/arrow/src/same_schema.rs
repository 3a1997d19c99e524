//! The check that a batch has the schema of its writer.

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Field, Schema};

use crate::error::Error;

/// Refuses a batch whose columns have other names or types.
pub(crate) fn check(schema: &Schema, batch: &RecordBatch) -> Result<(), Error> {
    let (expected, found) = (schema.fields(), batch.schema_ref().fields());
    let is_same = |one: &Field, other: &Field| one.name() == other.name() && one.data_type() == other.data_type();
    if expected.len() == found.len() && expected.iter().zip(found).all(|(one, other)| is_same(one, other)) {
        return Ok(());
    }
    let columns = |schema: &Schema| {
        let columns = schema.fields().iter().map(|field| format!("{:?}: {}", field.name(), field.data_type()));
        columns.collect::<Vec<_>>().join(", ")
    };
    let (expected, found) = (columns(schema), columns(batch.schema_ref()));
    Err(ArrowError::SchemaError(format!("the batch has the columns {found}; the writer was made for {expected}"))
        .into())
}
