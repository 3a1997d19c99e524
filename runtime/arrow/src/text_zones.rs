//! Time zones for writers of texts.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::TimestampMicrosecondType;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, TimeUnit};

use crate::error::Error;

/// Replaces the zone `UTC` by `+00:00`. Writers of texts know the name only with a whole database of zones compiled
/// in; both are written as `Z`. Values are not copied.
pub(crate) fn with_offsets(batch: &RecordBatch) -> Result<RecordBatch, Error> {
    let is_utc = |data_type: &DataType| matches!(data_type, DataType::Timestamp(TimeUnit::Microsecond, Some(zone)) if zone.as_ref() == "UTC");
    if !batch.schema_ref().fields().iter().any(|field| is_utc(field.data_type())) {
        return Ok(batch.clone());
    }
    let (fields, columns): (Vec<Arc<Field>>, Vec<ArrayRef>) = batch
        .schema_ref()
        .fields()
        .iter()
        .zip(batch.columns())
        .map(|(field, column)| match column.as_primitive_opt::<TimestampMicrosecondType>() {
            Some(moments) if is_utc(field.data_type()) => {
                let moments: ArrayRef = Arc::new(moments.clone().with_timezone("+00:00"));
                let field = field.as_ref().clone().with_data_type(moments.data_type().clone());
                (Arc::new(field), moments)
            }
            _ => (Arc::clone(field), Arc::clone(column)),
        })
        .unzip();
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?)
}
