//! Arrays with the findings about their cells, and the buffers of arrays.

use arrow_array::ArrayRef;
use arrow_buffer::{BooleanBuffer, Buffer, MutableBuffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::ArrowError;
use asmx_dataset::table::{Bits, ColumnValues, Fit, ValueType};

/// An array, and the findings about its cells.
#[derive(Debug)]
pub(crate) struct Cells {
    pub(crate) array: ArrayRef,
    pub(crate) findings: Findings,
}

/// Cells that the array does not hold as they were sent.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// The first cell that the type cannot hold. Rows from it on are not used.
    pub(crate) invalid: Option<Invalid>,
    /// Rows whose cell is empty although the type has no empty value: they are null.
    pub(crate) blanks: Vec<u32>,
    pub(crate) has_zones: bool,
    pub(crate) has_cut_fractions: bool,
}

#[derive(Debug)]
pub(crate) struct Invalid {
    pub(crate) row: u32,
    pub(crate) kind: CellErrorKind,
    pub(crate) text: String,
}

/// Why there is no array.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The texts are longer than 2 GiB together.
    TooMuchText,
    Arrow(ArrowError),
}

impl From<ArrowError> for Refused {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}

impl Findings {
    /// The findings about texts that are not values of the column's type.
    pub(crate) fn of(values: &ColumnValues) -> Self {
        let mut findings = Self::default();
        for (row, fit, text) in values.as_sent() {
            match fit {
                Fit::Same => {}
                Fit::Beyond => findings.has_cut_fractions = true,
                Fit::Invalid => findings.add_invalid(row, text, CellErrorKind::NoValue),
            }
        }
        findings
    }

    pub(crate) fn add_invalid(&mut self, row: u32, text: &str, kind: CellErrorKind) {
        if kind == CellErrorKind::NoValue && text.trim_ascii().is_empty() {
            self.blanks.push(row);
        } else if self.invalid.as_ref().is_none_or(|invalid| row < invalid.row) {
            self.invalid = Some(Invalid { row, kind, text: text.to_owned() });
        }
    }
}

/// The reason why a type cannot hold a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CellErrorKind {
    /// The text is not a value of the column's type.
    NoValue,
    /// The value has more digits behind the point than the scale, or more than 38 digits.
    Inexact,
    /// The value has no zone, and the column holds instants.
    Unzoned,
}

pub(crate) fn unexpected(value_type: ValueType) -> ArrowError {
    ArrowError::NotYetImplemented(format!("values of type {value_type:?}"))
}

/// Offsets of columns ascend from 0, so this cannot panic.
pub(crate) fn offset_buffer(offsets: Vec<i32>) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::from(offsets))
}

pub(crate) fn boolean_buffer(bits: Bits) -> BooleanBuffer {
    let length = bits.len();
    BooleanBuffer::new(Buffer::from_vec(bits.into_bytes()), 0, length)
}

/// The validity of `rows` rows; those of `nulls` are null.
pub(crate) fn null_buffer(validity: Option<Bits>, nulls: &[u32], rows: usize) -> Option<NullBuffer> {
    if nulls.is_empty() {
        return validity.map(boolean_buffer).map(NullBuffer::new);
    }
    let mut bytes = validity.map_or_else(|| vec![u8::MAX; rows.div_ceil(8)], Bits::into_bytes);
    for row in nulls {
        if let Some(byte) = bytes.get_mut(*row as usize / 8) {
            *byte &= !(1 << (row % 8));
        }
    }
    Some(NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bytes), 0, rows)))
}

/// The validity of rows, all null at first.
#[derive(Debug)]
pub(crate) struct NullsOfRows {
    bytes: MutableBuffer,
    rows: usize,
}

impl NullsOfRows {
    pub(crate) fn new(rows: u32) -> Self {
        let rows = rows as usize;
        Self { bytes: MutableBuffer::from_len_zeroed(rows.div_ceil(8)), rows }
    }

    pub(crate) fn set_valid(&mut self, row: u32) {
        if let Some(byte) = self.bytes.as_slice_mut().get_mut(row as usize / 8) {
            *byte |= 1 << (row % 8);
        }
    }

    pub(crate) fn finish(self) -> Option<NullBuffer> {
        let nulls = NullBuffer::new(BooleanBuffer::new(self.bytes.into(), 0, self.rows));
        Some(nulls).filter(|nulls| nulls.null_count() > 0)
    }
}
