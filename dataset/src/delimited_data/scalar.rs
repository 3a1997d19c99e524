//! Values as the text of a cell.

use std::fmt::{Display, Write as _};

use serde_core::Serialize;
use serde_core::ser::{Impossible, Serializer};

use super::error::{DelimitedDataError, DelimitedDataProblem};

type Result<T> = std::result::Result<T, DelimitedDataError>;
type No = Impossible<(), DelimitedDataError>;

fn not_text<T>(what: &'static str) -> Result<T> {
    Err(DelimitedDataError::new(DelimitedDataProblem::NotText { what }))
}

/// Methods of a serializer that refuse their value as `$refused` says.
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
pub(super) use compounds;

/// Writes a value behind what is there.
pub(super) struct ScalarSerializer<'o> {
    pub(super) out: &'o mut String,
}

impl ScalarSerializer<'_> {
    fn shown(self, value: impl Display) -> Result<()> {
        let message = "a value refused to be written".to_owned();
        write!(self.out, "{value}").map_err(|_| DelimitedDataError::new(DelimitedDataProblem::Serialize(message)))
    }
}

macro_rules! shown {
    ($($method:ident($kind:ty);)*) => {
        $(fn $method(self, value: $kind) -> Result<()> {
            self.shown(value)
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

    shown! {
        serialize_bool(bool); serialize_i8(i8); serialize_i16(i16); serialize_i32(i32); serialize_i64(i64);
        serialize_i128(i128); serialize_u8(u8); serialize_u16(u16); serialize_u32(u32); serialize_u64(u64);
        serialize_u128(u128);
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        if value.is_finite() { self.shown(value) } else { not_text("not a finite number") }
    }

    fn serialize_f64(self, value: f64) -> Result<()> {
        if value.is_finite() { self.shown(value) } else { not_text("not a finite number") }
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
        self.shown(value)
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
