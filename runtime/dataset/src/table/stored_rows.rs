//! Rows as they are stored: the values of each column, and the changes of rows.

use std::borrow::Cow;

use super::cell::{Cell, RowData};
use super::column::Column;
use super::column_values::{CellKind, ColumnValues, Growth, PushError, ValueType};
use super::row_facts::Changes;

#[derive(Clone, Debug, Default)]
pub(crate) struct StoredRows {
    /// By the places of the columns; missing ones at the end have no values. There may be more than the table has columns, because
    /// rows can be given too many cells.
    columns: Vec<ColumnValues>,
    count: u32,
    pub(crate) changes: Changes,
}

impl StoredRows {
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// Adds a row of this order without values, and returns its place; `None` if the store is full.
    pub(crate) fn add(&mut self, order: u32) -> Option<u32> {
        let row = self.count;
        self.count = row.checked_add(1)?;
        self.changes.push_order(row, order);
        Some(row)
    }

    /// Adds rows, each after the one before it.
    pub(crate) fn add_in_order(&mut self, count: u32) {
        self.count += count;
    }

    pub(crate) fn columns_mut(&mut self) -> &mut [ColumnValues] {
        &mut self.columns
    }

    pub(crate) fn columns(&self) -> &[ColumnValues] {
        &self.columns
    }

    /// The values of the column at this place, which are added, by the type of the column, if missing.
    pub(crate) fn values_mut(&mut self, column: usize, columns: &[Column]) -> Option<&mut ColumnValues> {
        if self.columns.len() <= column {
            let missing = self.columns.len()..=column;
            self.columns.extend(missing.map(|column| ColumnValues::new(value_type(columns.get(column)))));
        }
        self.columns.get_mut(column)
    }

    /// Adds the cell of a row; `false` if the row has one there, which stays. Fails only with [`PushError::TooMuchText`].
    pub(crate) fn push(
        &mut self,
        row: u32,
        column: usize,
        columns: &[Column],
        cell: &Cell<'_>,
    ) -> Result<bool, PushError> {
        let (text, kind) = match cell {
            Cell::DbNull => return Ok(true),
            Cell::Text(text) => (text, CellKind::Text),
            Cell::Typed { text, namespace, type_name } => (text, CellKind::Typed { namespace, type_name }),
            Cell::Xml(xml) => (xml, CellKind::Xml),
        };
        let pushed = self.values_mut(column, columns).map_or(Ok(()), |values| values.push_kind(row, text, kind));
        match pushed {
            Ok(()) => Ok(true),
            Err(PushError::RowPassed) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let Some(values) = self.columns.get(column) else {
            return Cell::DbNull;
        };
        let Some(text) = values.text(row) else {
            return Cell::DbNull;
        };
        match values.kind(row) {
            CellKind::Text => Cell::Text(text),
            CellKind::Typed { namespace, type_name } => {
                Cell::Typed { text, namespace: Cow::Borrowed(namespace), type_name: Cow::Borrowed(type_name) }
            }
            CellKind::Xml => Cell::Xml(text),
        }
    }

    pub(crate) fn data(&self, row: u32) -> RowData<'_> {
        RowData::new((0..self.columns.len()).map(|column| self.cell(row, column)))
    }

    /// The columns that have values in each row. It takes time by the number of values, not of rows and columns.
    pub(crate) fn by_row(&self) -> ByRow {
        let mut ends = vec![0_usize; self.count as usize + 1];
        let filled =
            || (0_u32..).zip(&self.columns).flat_map(|(index, values)| values.filled().map(move |at| (at.0, index)));
        for (row, _) in filled() {
            if let Some(end) = ends.get_mut(row as usize + 1) {
                *end += 1;
            }
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let mut places = vec![0; sum];
        // Each start moves up to the end as its row is filled.
        for (row, index) in filled() {
            if let Some(at) = ends.get_mut(row as usize) {
                if let Some(slot) = places.get_mut(*at) {
                    *slot = index;
                }
                *at += 1;
            }
        }
        ByRow { ends, places }
    }

    /// Converts the values of the column at this place to its type.
    pub(crate) fn retype(&mut self, index: usize, columns: &[Column]) -> Result<(), PushError> {
        let wanted = value_type(columns.get(index));
        let Some(values) = self.columns.get(index).filter(|values| values.value_type() != wanted) else {
            return Ok(());
        };
        let mut retyped = ColumnValues::new(wanted);
        for (row, _) in values.filled() {
            retyped.push_kind(row, &values.text(row).unwrap_or_default(), values.kind(row))?;
        }
        if let Some(values) = self.columns.get_mut(index) {
            *values = retyped;
        }
        Ok(())
    }

    /// Puts the rows in the order that they state, and returns the new place of each. `None` if they have that order, or if
    /// a column has more text than fits in another order.
    pub(super) fn sort(&mut self) -> Option<Vec<u32>> {
        let rows = self.changes.other_order(self.count)?;
        self.rearrange(&rows)
    }

    /// Puts these rows in this order, and returns the new place of each. `None` if a column has more text than fits in another order.
    pub(super) fn rearrange(&mut self, rows: &[u32]) -> Option<Vec<u32>> {
        let mut places = vec![0; rows.len()];
        for (index, row) in (0..).zip(rows) {
            if let Some(own) = places.get_mut(*row as usize) {
                *own = index;
            }
        }
        let columns: Option<Vec<ColumnValues>> = self.columns.iter().map(|values| values.rearranged(rows)).collect();
        self.columns = columns?;
        self.changes.rearrange(rows, &places);
        Some(places)
    }

    pub(crate) fn into_columns(self) -> Vec<ColumnValues> {
        self.columns
    }

    pub(crate) fn reserve(&mut self, growth: Growth) {
        self.columns.iter_mut().for_each(|values| values.reserve(growth));
    }

    pub(crate) fn clear(&mut self) {
        self.columns.iter_mut().for_each(ColumnValues::clear);
        self.count = 0;
        self.changes.clear();
    }
}

fn value_type(column: Option<&Column>) -> ValueType {
    column.map_or(ValueType::Text, Column::value_type)
}

/// The places of the columns that have values, row by row.
#[derive(Clone, Debug, Default)]
pub struct ByRow {
    ends: Vec<usize>,
    places: Vec<u32>,
}

impl ByRow {
    /// The places of the columns that have values in this row, ascending.
    #[must_use]
    pub fn columns_of(&self, row: u32) -> &[u32] {
        let row = row as usize;
        let start = row.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        start.zip(self.ends.get(row)).and_then(|(start, end)| self.places.get(start..*end)).unwrap_or_default()
    }
}
