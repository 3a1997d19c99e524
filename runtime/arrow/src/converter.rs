//! Tables into record batches of one schema.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, new_null_array};
use arrow_schema::{Schema, SchemaRef};
use asmx_dataset::table::{Column, ColumnValues, Table};

use crate::array::cells;
use crate::cells::{Cells, Invalid, Refused};
use crate::error::{CellError, Error};
use crate::note::Note;
use crate::options::Options;
use crate::schema::field;
use crate::target::Target;

/// Converts tables to record batches, all of one schema.
///
/// The schema follows from columns and [`Options`] alone, never from values: it is equal for every response with the
/// same columns, also for one without rows. A column that a later table lacks is null there.
///
/// Only current rows are converted: no deleted ones and no earlier versions.
#[derive(Clone, Debug)]
pub struct Converter {
    options: Options,
    declared: Option<Vec<Column>>,
    fixed: Option<Fixed>,
    notes: Notes,
}

#[derive(Clone, Debug)]
struct Fixed {
    schema: SchemaRef,
    targets: Vec<Target>,
    places: HashMap<String, usize>,
}

#[derive(Clone, Debug, Default)]
struct Notes {
    list: Vec<Note>,
    known: HashSet<Note>,
}

impl Notes {
    fn add(&mut self, note: Note) {
        if self.known.insert(note.clone()) {
            self.list.push(note);
        }
    }
}

struct Parts {
    name: String,
    first_row: u64,
    row_count: u32,
    columns: Vec<(Column, ColumnValues)>,
}

impl Converter {
    /// A converter that takes the columns from the first table: those that a schema declares, or all if it declares none.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, declared: None, fixed: None, notes: Notes::default() }
    }

    /// A converter for these columns. Columns of tables beyond these are an error, or left out
    /// ([`Options::ignore_undeclared`]). A table's column of another type is read by its texts.
    #[must_use]
    pub fn for_columns(columns: &[Column], options: Options) -> Self {
        Self { declared: Some(columns.to_vec()), ..Self::new(options) }
    }

    /// The schema, once it is fixed.
    #[must_use]
    pub fn schema(&self) -> Option<&SchemaRef> {
        self.fixed.as_ref().map(|fixed| &fixed.schema)
    }

    /// Facts that the batches so far leave out, in the order of appearance, each fact once.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes.list
    }

    /// Fixes the schema without a table, unless it is fixed: for a file without rows.
    ///
    /// # Errors
    ///
    /// [`Error::NoTables`] without [columns](Self::for_columns); an error of the columns or options.
    pub fn fix(&mut self) -> Result<SchemaRef, Error> {
        if let Some(fixed) = &self.fixed {
            return Ok(Arc::clone(&fixed.schema));
        }
        let declared = self.declared.as_ref().ok_or(Error::NoTables)?;
        let fixed = Fixed::new(declared.iter(), &self.options)?;
        Ok(Arc::clone(&self.fixed.insert(fixed).schema))
    }

    /// Converts a table. The record batch takes over its memory. Copied are columns where few rows have a value,
    /// unsigned numbers, decimals whose scale changes, dates, and columns that become texts.
    ///
    /// # Errors
    ///
    /// A column or cell does not fit ([`Error`]). The rows before the first such cell are in
    /// [`CellError::rows_before`]. Once the schema is fixed, every table without rows fits.
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
        let fixed = match &mut self.fixed {
            Some(fixed) if parts.row_count == 0 => return Ok(RecordBatch::new_empty(Arc::clone(&fixed.schema))),
            Some(fixed) => fixed,
            none => {
                let fixed = match &self.declared {
                    Some(declared) => Fixed::new(declared.iter(), &self.options)?,
                    None => Fixed::new(declared_or_all(&parts.columns), &self.options)?,
                };
                none.insert(fixed)
            }
        };
        fixed.convert(parts, &self.options, &mut self.notes)
    }
}

/// The columns that a schema declares, or all if it declares none.
fn declared_or_all(columns: &[(Column, ColumnValues)]) -> impl Iterator<Item = &Column> + Clone {
    let is_any_declared = columns.iter().any(|(column, _)| column.is_declared());
    columns.iter().map(|(column, _)| column).filter(move |column| !is_any_declared || column.is_declared())
}

fn check_whole(table: &Table) -> Result<(), Error> {
    if table.is_cut() { Err(Error::CutTable { table: table.name().to_owned() }) } else { Ok(()) }
}

impl Fixed {
    fn new<'c>(columns: impl Iterator<Item = &'c Column>, options: &Options) -> Result<Self, Error> {
        options.check()?;
        let (mut places, mut targets, mut fields) = (HashMap::new(), Vec::new(), Vec::new());
        for (place, column) in columns.enumerate() {
            if places.insert(column.name.clone(), place).is_some() {
                return Err(Error::RepeatedColumn { column: column.name.clone() });
            }
            let target = options.target(column)?;
            targets.push(target);
            fields.push(field(column, target.data_type()));
        }
        if let Some(column) = options.names().find(|column| !places.contains_key(*column)) {
            let known = fields.iter().map(|field| field.name().clone()).collect();
            return Err(Error::UnknownColumn { column: column.clone(), known });
        }
        Ok(Self { schema: Arc::new(Schema::new(fields)), targets, places })
    }

    fn convert(&self, parts: Parts, options: &Options, notes: &mut Notes) -> Result<RecordBatch, Error> {
        let Parts { name: table, first_row, row_count, columns } = parts;
        let mut arrays: Vec<Option<ArrayRef>> = vec![None; self.targets.len()];
        let mut invalid: Option<(usize, Invalid)> = None;
        for (column, values) in columns {
            let place = self.places.get(&column.name).copied();
            let found = place.and_then(|place| Some((place, *self.targets.get(place)?, arrays.get_mut(place)?)));
            let Some((place, target, array)) = found else {
                if !options.ignores_undeclared {
                    return Err(Error::UndeclaredColumn { table, column: column.name });
                }
                notes.add(Note::ColumnLeftOut { column: column.name });
                continue;
            };
            if array.is_some() {
                return Err(Error::RepeatedColumn { column: column.name });
            }
            let Cells { array: filled, findings } =
                cells(values, row_count, target).map_err(|refused| match refused {
                    Refused::TooMuchText => Error::TooMuchText { column: column.name.clone() },
                    Refused::Arrow(error) => error.into(),
                })?;
            *array = Some(filled);
            if let Some(found) = findings.invalid
                && invalid.as_ref().is_none_or(|(other, first)| (found.row, place) < (first.row, *other))
            {
                invalid = Some((place, found));
            }
            if findings.has_zones {
                notes.add(Note::ZoneLeftOut { column: column.name.clone() });
            }
            if findings.has_cut_fractions {
                notes.add(Note::FractionCut { column: column.name.clone() });
            }
            if !findings.blanks.is_empty() {
                notes.add(Note::EmptyIsNull { column: column.name });
            }
        }
        let arrays = arrays
            .into_iter()
            .zip(self.schema.fields())
            .map(|(array, field)| array.unwrap_or_else(|| new_null_array(field.data_type(), row_count as usize)));
        let row_count = RecordBatchOptions::new().with_row_count(Some(row_count as usize));
        let batch = RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays.collect(), &row_count)?;
        let Some((place, invalid)) = invalid else { return Ok(batch) };
        let field = self.schema.field(place);
        Err(CellError {
            table,
            row: first_row + u64::from(invalid.row),
            column: field.name().clone(),
            text: invalid.text,
            expected: field.data_type().clone(),
            kind: invalid.kind,
            rows_before: batch.slice(0, invalid.row as usize),
        }
        .into())
    }
}
