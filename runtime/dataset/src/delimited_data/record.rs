//! Records as rows: a structure or a map, one cell per field.

use std::fmt::{Display, Write as _};

use serde_core::Serialize;
use serde_core::ser::{Impossible, SerializeMap, SerializeStruct, Serializer};

use super::error::{DelimitedDataError, DelimitedDataProblem};
use super::row_writer::RowWriter;

type Result<T> = std::result::Result<T, DelimitedDataError>;
type No = Impossible<(), DelimitedDataError>;

/// Methods of a serializer that refuse their value through `$refused`.
macro_rules! compounds {
    ($refused:ident; newtype_variant $what:expr; $($method:ident($($kind:ty),*) $of:expr;)*) => {
        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<()> {
            $refused($what)
        }

        $(fn $method(self, $(_: $kind),*) -> Result<No> {
            $refused($of)
        })*
    };
}

fn not_a_record<T>(_: ()) -> Result<T> {
    Err(DelimitedDataError::new(DelimitedDataProblem::NotARecord))
}

impl RowWriter {
    pub(super) fn push_record<T: Serialize + ?Sized>(&mut self, record: &T) -> Result<()> {
        let number = self.row_number();
        self.begin_row();
        record.serialize(RecordSerializer { writer: self }).and_then(|()| self.end_row()).map_err(|e| e.at_row(number))
    }
}

struct RecordSerializer<'w> {
    writer: &'w mut RowWriter,
}

macro_rules! not_records {
    ($($method:ident($($kind:ty),*);)*) => {
        $(fn $method(self, $(_: $kind),*) -> Result<()> {
            not_a_record(())
        })*
    };
}

impl<'w> Serializer for RecordSerializer<'w> {
    type Ok = ();
    type Error = DelimitedDataError;
    type SerializeSeq = No;
    type SerializeTuple = No;
    type SerializeTupleStruct = No;
    type SerializeTupleVariant = No;
    type SerializeMap = MapCells<'w>;
    type SerializeStruct = StructCells<'w>;
    type SerializeStructVariant = No;

    not_records! {
        serialize_bool(bool); serialize_i8(i8); serialize_i16(i16); serialize_i32(i32); serialize_i64(i64);
        serialize_u8(u8); serialize_u16(u16); serialize_u32(u32); serialize_u64(u64); serialize_f32(f32);
        serialize_f64(f64); serialize_char(char); serialize_str(&str); serialize_bytes(&[u8]); serialize_none();
        serialize_unit(); serialize_unit_struct(&'static str); serialize_unit_variant(&'static str, u32, &'static str);
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    compounds! {
        not_a_record;
        newtype_variant ();
        serialize_seq(Option<usize>) ();
        serialize_tuple(usize) ();
        serialize_tuple_struct(&'static str, usize) ();
        serialize_tuple_variant(&'static str, u32, &'static str, usize) ();
        serialize_struct_variant(&'static str, u32, &'static str, usize) ();
    }

    fn serialize_map(self, _: Option<usize>) -> Result<MapCells<'w>> {
        Ok(MapCells { writer: self.writer, key: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<StructCells<'w>> {
        Ok(StructCells { writer: self.writer })
    }
}

pub(super) struct StructCells<'w> {
    writer: &'w mut RowWriter,
}

impl SerializeStruct for StructCells<'_> {
    type Ok = ();
    type Error = DelimitedDataError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.writer.cell(name, |out| value.serialize(ScalarSerializer { out }))
    }

    fn skip_field(&mut self, name: &'static str) -> Result<()> {
        self.writer.cell(name, |_| Ok(()))
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}

pub(super) struct MapCells<'w> {
    writer: &'w mut RowWriter,
    key: String,
}

impl SerializeMap for MapCells<'_> {
    type Ok = ();
    type Error = DelimitedDataError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key.clear();
        key.serialize(ScalarSerializer { out: &mut self.key })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.writer.cell(&self.key, |out| value.serialize(ScalarSerializer { out }))
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}

fn not_text<T>(what: &'static str) -> Result<T> {
    Err(DelimitedDataError::new(DelimitedDataProblem::NotText { what }))
}

struct ScalarSerializer<'o> {
    out: &'o mut String,
}

impl ScalarSerializer<'_> {
    fn display(self, value: impl Display) -> Result<()> {
        let message = "a value refused to be written".to_owned();
        write!(self.out, "{value}").map_err(|_| DelimitedDataError::new(DelimitedDataProblem::Serialize(message)))
    }
}

macro_rules! display {
    ($($method:ident($kind:ty);)*) => {
        $(fn $method(self, value: $kind) -> Result<()> {
            self.display(value)
        })*
    };
}

impl Serializer for ScalarSerializer<'_> {
    type Ok = ();
    type Error = DelimitedDataError;
    type SerializeSeq = No;
    type SerializeTuple = No;
    type SerializeTupleStruct = No;
    type SerializeTupleVariant = No;
    type SerializeMap = No;
    type SerializeStruct = No;
    type SerializeStructVariant = No;

    display! {
        serialize_bool(bool); serialize_i8(i8); serialize_i16(i16); serialize_i32(i32); serialize_i64(i64);
        serialize_i128(i128); serialize_u8(u8); serialize_u16(u16); serialize_u32(u32); serialize_u64(u64);
        serialize_u128(u128);
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        if value.is_finite() { self.display(value) } else { not_text("not a finite number") }
    }

    fn serialize_f64(self, value: f64) -> Result<()> {
        if value.is_finite() { self.display(value) } else { not_text("not a finite number") }
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.out.push(value);
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<()> {
        self.out.push_str(value);
        Ok(())
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<()> {
        self.display(value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<()> {
        not_text("a sequence of bytes")
    }

    fn serialize_none(self) -> Result<()> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    compounds! {
        not_text;
        newtype_variant "a variant with a value";
        serialize_seq(Option<usize>) "a sequence";
        serialize_tuple(usize) "a tuple";
        serialize_tuple_struct(&'static str, usize) "a tuple";
        serialize_tuple_variant(&'static str, u32, &'static str, usize) "a variant with values";
        serialize_map(Option<usize>) "a map";
        serialize_struct(&'static str, usize) "a structure";
        serialize_struct_variant(&'static str, u32, &'static str, usize) "a variant with values";
    }
}
