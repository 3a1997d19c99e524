//! A row for serde, and the columns of a struct's fields.

use serde_core::de::value::BorrowedStrDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::super::error::CellError;
use super::super::named_table::Table;
use super::super::row::Row;
use super::cell::{CellDeserializer, OptionalColumns, like};

pub(super) struct RowDeserializer<'r, 't> {
    pub(super) row: Row<'t>,
    pub(super) fields: &'r mut Fields,
}

impl<'t> RowDeserializer<'_, 't> {
    /// The only cell of a row, for types that are not structs or maps.
    fn only_cell(&self) -> Result<CellDeserializer<'t>, CellError> {
        match self.row.table.columns().len() {
            1 => Ok(CellDeserializer::new(self.row, 0, &self.fields.optional)),
            count => Err(CellError::custom(format!("a single value needs one column, but the table has {count}"))),
        }
    }
}

macro_rules! from_only_cell {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
            let row = self.row;
            let cell = self.only_cell()?;
            cell.$name(visitor).map_err(|error| in_cell(error, row, 0))
        }
    )*};
}

impl<'t> Deserializer<'t> for RowDeserializer<'_, 't> {
    type Error = CellError;

    like! {
        deserialize_any() as deserialize_map;
        deserialize_unit_struct(&'static str) as deserialize_unit;
        deserialize_ignored_any() as deserialize_unit;
    }

    fn deserialize_unit<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        visitor.visit_unit()
    }

    fn deserialize_tuple_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, CellError> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        let columns = self.row.table.columns().iter().enumerate();
        let columns: Vec<(&str, usize)> = columns.map(|(index, column)| (column.name.as_str(), index)).collect();
        let optional = &self.fields.optional;
        visitor.visit_map(RowColumns { row: self.row, optional, remaining: columns.iter(), value: None })
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CellError> {
        let (columns, optional) = self.fields.of(fields, self.row.table);
        visitor.visit_map(RowColumns { row: self.row, optional, remaining: columns.iter(), value: None })
    }

    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        visitor.visit_seq(Places { row: self.row, optional: &self.fields.optional, next: 0 })
    }

    fn deserialize_tuple<V: Visitor<'t>>(self, length: usize, visitor: V) -> Result<V::Value, CellError> {
        let count = self.row.table.columns().len();
        if count < length {
            return Err(CellError::custom(format!("{length} values need as many columns, but the table has {count}")));
        }
        self.deserialize_seq(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(self, _: &'static str, visitor: V) -> Result<V::Value, CellError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, CellError> {
        let row = self.row;
        if row.table.columns().len() == 1 {
            return self.only_cell()?.deserialize_option(visitor).map_err(|error| in_cell(error, row, 0));
        }
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CellError> {
        let row = self.row;
        self.only_cell()?.deserialize_enum(name, variants, visitor).map_err(|error| in_cell(error, row, 0))
    }

    from_only_cell! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_identifier
    }
}

#[cold]
fn in_cell(error: CellError, row: Row<'_>, column: usize) -> CellError {
    let name = row.table.columns().get(column).map_or("", |column| &column.name);
    error.in_column(name, row.text_at(column).as_deref())
}

struct RowColumns<'a, 't> {
    row: Row<'t>,
    optional: &'a OptionalColumns,
    remaining: std::slice::Iter<'a, (&'t str, usize)>,
    value: Option<usize>,
}

impl<'t> MapAccess<'t> for RowColumns<'_, 't> {
    type Error = CellError;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Result<Option<K::Value>, CellError> {
        let Some((name, index)) = self.remaining.next() else {
            return Ok(None);
        };
        self.value = Some(*index);
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'t>>(&mut self, seed: V) -> Result<V::Value, CellError> {
        let column = self.value.take().ok_or_else(|| CellError::custom("a value was asked for before its name"))?;
        let cell = CellDeserializer::new(self.row, column, self.optional);
        seed.deserialize(cell).map_err(|error| in_cell(error, self.row, column))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.remaining.len())
    }
}

struct Places<'a, 't> {
    row: Row<'t>,
    optional: &'a OptionalColumns,
    next: usize,
}

impl<'t> SeqAccess<'t> for Places<'_, 't> {
    type Error = CellError;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<Option<T::Value>, CellError> {
        let column = self.next;
        if column >= self.row.table.columns().len() {
            return Ok(None);
        }
        self.next += 1;
        let cell = CellDeserializer::new(self.row, column, self.optional);
        seed.deserialize(cell).map(Some).map_err(|error| in_cell(error, self.row, column))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.row.table.columns().len().saturating_sub(self.next))
    }
}

/// The fields of a struct that have columns, looked up once for all rows.
#[derive(Debug, Default)]
pub(super) struct Fields {
    names: &'static [&'static str],
    columns: Vec<(&'static str, usize)>,
    pub(super) optional: OptionalColumns,
}

impl Fields {
    /// The columns of these fields in a table, which must be the same in every call.
    #[inline]
    pub(super) fn of(
        &mut self,
        names: &'static [&'static str],
        table: &Table,
    ) -> (&[(&'static str, usize)], &OptionalColumns) {
        // The names of a struct have one address.
        if !std::ptr::eq(self.names, names) {
            self.names = names;
            let index = |name: &&'static str| Some((*name, table.column_index(name)?));
            self.columns = names.iter().filter_map(index).collect();
        }
        (&self.columns, &self.optional)
    }
}
