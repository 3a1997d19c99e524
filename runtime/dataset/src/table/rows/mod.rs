//! Rows as values of a caller's type, through serde.

mod cell;
mod row;

use std::marker::PhantomData;

use serde_core::de::Deserialize;

use super::error::CellError;
use super::named_table::Table;
use super::row::Row;
use row::{Fields, RowDeserializer};

/// The rows of a table as values of type `T`, made by [`Table::rows`].
#[derive(Debug)]
pub struct Rows<'t, T> {
    table: Option<&'t Table>,
    next: u32,
    fields: Fields,
    target: PhantomData<fn() -> T>,
}

impl<'t, T> Rows<'t, T> {
    /// The rows of a table; none without a table.
    pub(crate) fn of(table: Option<&'t Table>) -> Self {
        Self { table, next: 0, fields: Fields::default(), target: PhantomData }
    }
}

impl<'t, T: Deserialize<'t>> Rows<'t, T> {
    /// All remaining rows. It is faster than `collect`, because memory is reserved once.
    ///
    /// # Errors
    ///
    /// The error of the first row that has one.
    ///
    /// ```
    /// use asmx_dataset::table::{ColumnType, Table};
    ///
    /// let table = Table::new("Groups").column("Members", ColumnType::Int).row(["3"]).row(["4"]).row(["many"]);
    /// let mut rows = table.rows::<u32>();
    /// assert_eq!(rows.next(), Some(Ok(3)));
    /// let error = rows.into_vec().map_err(|error| error.row());
    /// assert_eq!(error, Err(2));
    /// assert_eq!(table.rows::<String>().into_vec().as_deref(), Ok(&["3", "4", "many"].map(String::from)[..]));
    /// ```
    pub fn into_vec(self) -> Result<Vec<T>, CellError> {
        let mut rows = Vec::with_capacity(self.len());
        for row in self {
            rows.push(row?);
        }
        Ok(rows)
    }
}

impl<'t, T: Deserialize<'t>> Iterator for Rows<'t, T> {
    type Item = Result<T, CellError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let table = self.table?;
        let row = self.next;
        if row >= table.rows.count() {
            return None;
        }
        self.next += 1;
        let row = Row::new(table, &table.rows, row, false);
        Some(deserialize(row, &mut self.fields))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.table.map_or(0, |table| table.row_count() - self.next as usize);
        (count, Some(count))
    }
}

impl<'t, T: Deserialize<'t>> ExactSizeIterator for Rows<'t, T> {}

#[inline]
fn deserialize<'t, T: Deserialize<'t>>(row: Row<'t>, fields: &mut Fields) -> Result<T, CellError> {
    loop {
        match T::deserialize(RowDeserializer { row, fields: &mut *fields }) {
            Ok(value) => return Ok(value),
            Err(error) if learns(&error, row, fields) => {}
            Err(error) => {
                let number = row.table.row_number(row.index);
                return Err(error.in_row(row.table.name(), number, || row.table.names_shown()));
            }
        }
    }
}

/// Whether a blank cell failed for the first time in its column. If so, the row is read again.
#[cold]
fn learns(error: &CellError, row: Row<'_>, fields: &mut Fields) -> bool {
    let column = row.table.column_index(error.column());
    column.is_some_and(|column| row.is_blank_at(column) && fields.optional.insert(column))
}

impl Table {
    /// The rows as values of type `T`, usually a struct that derives `Deserialize`, by the names of the columns.
    ///
    /// A field has the name of its column (`#[serde(rename = "First Name")]`). An [`Option`] is `None` for `DBNull`, for an absent column,
    /// and for an empty cell of delimited text without qualifiers if the empty text is not a value of its type. Any other field needs
    /// its column, unless it has `#[serde(default)]`. Columns without a field are ignored. Numbers, booleans, [`String`], `char`, enums
    /// of names, newtypes and the types of [`xsd`](asmx_xml::xsd) are read from a cell by the rules of XML Schema. `&str` borrows from
    /// the table if the column holds texts. Bytes are those of a base64 column, else those of the text. Maps have all columns; tuples
    /// take columns by place; any other type takes the only column.
    ///
    /// ```
    /// use asmx_dataset::cells;
    /// use asmx_dataset::table::{ColumnType, Table};
    ///
    /// #[derive(Debug, PartialEq, serde::Deserialize)]
    /// struct Member<'t> {
    ///     #[serde(rename = "Group Name")]
    ///     group: Option<&'t str>,
    ///     #[serde(rename = "Members")]
    ///     count: u32,
    /// }
    ///
    /// let table = Table::new("Groups")
    ///     .column("Group Name", ColumnType::String)
    ///     .column("Members", ColumnType::Int)
    ///     .row(cells!["first", 3])
    ///     .row(cells![None::<&str>, -1]);
    /// let mut rows = table.rows::<Member<'_>>();
    /// assert_eq!(rows.next(), Some(Ok(Member { group: Some("first"), count: 3 })));
    /// let error = rows.next().and_then(Result::err).map(|error| error.to_string());
    /// assert_eq!(error.as_deref(), Some("table `Groups`, row 2, column `Members`: \"-1\" is not u32"));
    /// ```
    ///
    /// # Errors
    ///
    /// Each row is its own result: a [`CellError`] names table, row and column, the text that was found and what was expected.
    pub fn rows<'t, T: Deserialize<'t>>(&'t self) -> Rows<'t, T> {
        Rows::of(Some(self))
    }
}

impl<'t> Row<'t> {
    /// The row as a value of type `T`, as [`Table::rows`] reads it. [`Table::rows`] is faster for many rows.
    ///
    /// # Errors
    ///
    /// As [`Table::rows`].
    pub fn deserialize<T: Deserialize<'t>>(self) -> Result<T, CellError> {
        deserialize(self, &mut Fields::default())
    }
}
