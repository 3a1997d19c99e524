//! Tables into record batches of one schema.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, RecordBatch, RecordBatchOptions, new_null_array};
use arrow_schema::{Field, Schema, SchemaRef};
use asmx_dataset::table::{Column, ColumnValues, Table};

use crate::array::{Refused, array};
use crate::error::{CellError, Error};
use crate::options::{InvalidCells, Options};
use crate::schema::field;
use crate::target::{self, Target};

/// Converts tables to record batches, all of one schema.
///
/// The first table fixes the schema: its values decide the scale of decimals and the zone of timestamps, unless the
/// [`Options`] set them. Every later table is converted to exactly that schema, or is an error. A column that a later
/// table lacks is null there.
///
/// Only current rows are converted: no deleted ones and no earlier versions.
#[derive(Clone, Debug)]
pub struct Converter {
    options: Options,
    declared: Option<Vec<Column>>,
    fixed: Option<Fixed>,
}

#[derive(Clone, Debug)]
struct Fixed {
    schema: SchemaRef,
    targets: Vec<Target>,
    places: HashMap<String, usize>,
}

struct Parts {
    name: String,
    first_row: u64,
    row_count: u32,
    columns: Vec<(Column, ColumnValues)>,
}

impl Converter {
    /// A converter that takes columns and schema from the first table.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, declared: None, fixed: None }
    }

    /// A converter for these columns. The first table decides only details that they leave open. Columns of tables
    /// beyond these are an error, or left out ([`Options::ignore_new_columns`]).
    #[must_use]
    pub fn for_columns(columns: &[Column], options: Options) -> Self {
        Self { options, declared: Some(columns.to_vec()), fixed: None }
    }

    /// The schema, once it is fixed.
    #[must_use]
    pub fn schema(&self) -> Option<&SchemaRef> {
        self.fixed.as_ref().map(|fixed| &fixed.schema)
    }

    /// Fixes the schema without a table, unless it is fixed. Open details get the defaults of [`Options`].
    ///
    /// # Errors
    ///
    /// [`Error::NoTables`] without [columns](Self::for_columns); an error of the columns or options.
    pub fn fix(&mut self) -> Result<SchemaRef, Error> {
        if let Some(fixed) = &self.fixed {
            return Ok(Arc::clone(&fixed.schema));
        }
        let declared = self.declared.as_ref().ok_or(Error::NoTables)?;
        let columns: Vec<_> = declared.iter().map(|column| (column, None)).collect();
        let fixed = Fixed::new(&columns, &self.options)?;
        Ok(Arc::clone(&self.fixed.insert(fixed).schema))
    }

    /// Converts a table. The record batch takes over its memory. Copied are only columns where few rows have a value,
    /// columns that become texts, and decimals whose scale changes.
    ///
    /// # Errors
    ///
    /// A column, type or cell does not fit ([`Error`]). Once the schema is fixed, every table without rows fits. A
    /// table with an error does not fix the schema.
    pub fn convert(&mut self, table: Table) -> Result<RecordBatch, Error> {
        check_whole(&table)?;
        let (name, first_row) = (table.name().to_owned(), table.first_row() as u64);
        let (columns, row_count) = table.into_columns();
        // Rows of a table are numbered in 32 bits.
        let row_count = u32::try_from(row_count).unwrap_or(u32::MAX);
        self.convert_parts(Parts { name, first_row, row_count, columns })
    }

    /// Converts a copy of a table, so that the table's memory can be used for other rows.
    ///
    /// # Errors
    ///
    /// As [`Converter::convert`].
    pub fn convert_copy(&mut self, table: &Table) -> Result<RecordBatch, Error> {
        check_whole(table)?;
        let values = (0..).map_while(|place| table.column_values(place).cloned());
        let columns = table.columns().iter().cloned().zip(values).collect();
        let row_count = u32::try_from(table.row_count()).unwrap_or(u32::MAX);
        let first_row = table.first_row() as u64;
        self.convert_parts(Parts { name: table.name().to_owned(), first_row, row_count, columns })
    }

    fn convert_parts(&mut self, parts: Parts) -> Result<RecordBatch, Error> {
        if let Some(fixed) = &self.fixed {
            if parts.row_count == 0 {
                return Ok(RecordBatch::new_empty(Arc::clone(&fixed.schema)));
            }
            return fixed.convert(parts, &self.options);
        }
        let fixed = self.first(&parts)?;
        let batch = fixed.convert(parts, &self.options)?;
        self.fixed = Some(fixed);
        Ok(batch)
    }

    fn first(&self, parts: &Parts) -> Result<Fixed, Error> {
        let columns: Vec<_> = match &self.declared {
            None => parts.columns.iter().map(|(column, values)| (column, Some(values))).collect(),
            Some(declared) => {
                let values: HashMap<_, _> =
                    parts.columns.iter().map(|(column, values)| (column.name.as_str(), values)).collect();
                declared.iter().map(|column| (column, values.get(column.name.as_str()).copied())).collect()
            }
        };
        Fixed::new(&columns, &self.options)
    }
}

fn check_whole(table: &Table) -> Result<(), Error> {
    if table.is_cut() { Err(Error::CutTable { table: table.name().to_owned() }) } else { Ok(()) }
}

impl Fixed {
    fn new(columns: &[(&Column, Option<&ColumnValues>)], options: &Options) -> Result<Self, Error> {
        options.check()?;
        let mut places = HashMap::with_capacity(columns.len());
        let mut targets = Vec::with_capacity(columns.len());
        let mut fields = Vec::with_capacity(columns.len());
        for (place, (column, values)) in columns.iter().enumerate() {
            if places.insert(column.name.clone(), place).is_some() {
                return Err(Error::RepeatedColumn { column: column.name.clone() });
            }
            let target = Target::choose(column, *values, options);
            let may_be_invalid = options.invalid_cells == InvalidCells::Null && target != Target::Text;
            let is_nullable = column.nullable || options.is_all_nullable || may_be_invalid;
            targets.push(target);
            fields.push(field(column, target.data_type(), is_nullable));
        }
        if let Some(column) = options.columns.keys().find(|column| !places.contains_key(*column)) {
            return Err(Error::UnknownColumn { column: column.clone() });
        }
        Ok(Self { schema: Arc::new(Schema::new(fields)), targets, places })
    }

    fn convert(&self, parts: Parts, options: &Options) -> Result<RecordBatch, Error> {
        let Parts { name: table, first_row, row_count, columns } = parts;
        let mut arrays: Vec<Option<ArrayRef>> = vec![None; self.targets.len()];
        for (column, values) in columns {
            let place = self.places.get(&column.name).copied();
            let found = place.and_then(|place| {
                Some((self.schema.fields().get(place)?, *self.targets.get(place)?, arrays.get_mut(place)?))
            });
            let Some((field, target, array)) = found else {
                if options.ignores_new_columns {
                    continue;
                }
                return Err(Error::NewColumn { table, column: column.name });
            };
            if array.is_some() {
                return Err(Error::RepeatedColumn { column: column.name });
            }
            if !target.takes(values.value_type()) {
                let expected = field.data_type().clone();
                return Err(Error::OtherType { table, column: column.name, found: column.type_name, expected });
            }
            let at = At { table: &table, first_row, field };
            *array = Some(at.array(values, row_count, target, options.invalid_cells)?);
        }
        let all = arrays.into_iter().zip(self.schema.fields()).map(|(array, field)| {
            let array = array.unwrap_or_else(|| new_null_array(field.data_type(), row_count as usize));
            At { table: &table, first_row, field }.check_nulls(&array)?;
            Ok(array)
        });
        let arrays = all.collect::<Result<Vec<_>, Error>>()?;
        let row_count = RecordBatchOptions::new().with_row_count(Some(row_count as usize));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &row_count)?)
    }
}

/// The place of an error.
struct At<'a> {
    table: &'a str,
    first_row: u64,
    field: &'a Field,
}

impl At<'_> {
    fn array(&self, values: ColumnValues, rows: u32, target: Target, policy: InvalidCells) -> Result<ArrayRef, Error> {
        let invalid_cells = target::invalid_cells(&values, target);
        if let Some((row, kind)) = invalid_cells.first()
            && policy != InvalidCells::Null
        {
            let error = CellError {
                table: self.table.to_owned(),
                row: self.first_row + u64::from(*row),
                column: self.field.name().clone(),
                text: values.text(*row).unwrap_or_default().into_owned(),
                expected: self.field.data_type().clone(),
                kind: *kind,
            };
            return Err(error.into());
        }
        let nulls: Vec<u32> = invalid_cells.into_iter().map(|(row, _)| row).collect();
        array(values, rows, target, &nulls).map_err(|refused| match refused {
            Refused::TooMuchText => Error::TooMuchText { column: self.field.name().clone() },
            Refused::Arrow(error) => error.into(),
        })
    }

    /// Refuses nulls in a field without them.
    fn check_nulls(&self, array: &ArrayRef) -> Result<(), Error> {
        if self.field.is_nullable() || array.null_count() == 0 {
            return Ok(());
        }
        let row = (0..array.len()).find(|row| array.is_null(*row)).unwrap_or_default();
        let column = self.field.name().clone();
        Err(Error::Missing { table: self.table.to_owned(), row: self.first_row + row as u64, column })
    }
}
