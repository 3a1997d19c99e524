//! The values of one column: data by type, the rows that have one, and texts that the data does not give back.

mod as_sent;
mod canonical;
mod data;
mod date_times;
mod decimals;
mod numbers;
mod slots;
#[cfg(test)]
mod tests;
mod texts;
mod values;

use std::borrow::Cow;
use std::fmt;

use as_sent::{AsSent, Noted, Notes};
pub(crate) use data::TextSpan;
pub use data::{ColumnData, ValueType};
pub use date_times::{DateTimes, Zones};
pub use decimals::Decimals;
pub use numbers::Floats;
use slots::{Claim, Slots};
pub(crate) use texts::Gathered;
pub use texts::{Binaries, Texts};
pub(crate) use values::Growth;
pub use values::{Bits, Fit, TypedValue};

/// The values of one column of a table, as Arrow lays them out: one piece of memory by the type of the column, and the rows that
/// have a value. No cell has an allocation of its own.
///
/// Every text is kept: a text that the data does not give back (`007`, `1` for a boolean, a text that is not a value of the type)
/// is stored beside it.
///
/// Values are in *slots*. Usually row `n` is in slot `n`, and rows after the last slot have no value. If most rows have no value,
/// only the others have slots ([`ColumnValues::sparse_rows`]), so that memory is proportional to what was sent.
#[derive(Clone, Debug)]
pub struct ColumnValues {
    data: ColumnData,
    slots: Slots,
    as_sent: Option<Box<AsSent>>,
    notes: Option<Box<Notes>>,
}

/// The error of a value that cannot be added to a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PushError {
    /// The texts of a column would be longer than 2 GiB in total.
    TooMuchText,
    /// The column already has a value for this row or a later one.
    RowPassed,
}

impl fmt::Display for PushError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::TooMuchText => "the texts of a column are longer than 2 GiB together",
            Self::RowPassed => "the column already has a value for this row or a later one",
        })
    }
}

impl std::error::Error for PushError {}

/// The kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellKind<'a> {
    /// A text.
    Text,
    /// A text that states its type.
    Typed {
        /// The type's namespace.
        namespace: &'a str,
        /// The type's local name.
        type_name: &'a str,
    },
    /// XML.
    Xml,
}

/// The parts of a column with a slot for every row.
#[derive(Clone, Debug)]
pub struct ColumnParts {
    /// The values by type.
    pub data: ColumnData,
    /// The rows that have a value; absent if all have one.
    pub validity: Option<Bits>,
}

impl ColumnValues {
    /// A column without values, of this type.
    #[must_use]
    pub fn new(value_type: ValueType) -> Self {
        Self { data: ColumnData::new(value_type), slots: Slots::default(), as_sent: None, notes: None }
    }

    /// The type that values are kept as.
    #[must_use]
    pub const fn value_type(&self) -> ValueType {
        self.data.value_type()
    }

    /// Adds the value of a row by its text. Rows must ascend; rows left out have no value (`DBNull`).
    ///
    /// # Errors
    ///
    /// [`PushError`]. The column is then unchanged.
    #[inline]
    pub fn push_text(&mut self, row: u32, text: &str) -> Result<(), PushError> {
        let is_full = self.as_sent.as_ref().is_some_and(|as_sent| !as_sent.fits(text.len()));
        if is_full || !self.data.fits(text.len()) {
            return Err(PushError::TooMuchText);
        }
        match self.slots.claim(row).ok_or(PushError::RowPassed)? {
            Claim::After(0) => {}
            Claim::After(missing) => self.data.push_empty(missing),
            Claim::Sparse(validity) => self.data.keep(&validity),
        }
        if let Some(fit) = self.data.push(text) {
            self.as_sent.get_or_insert_default().push(row, fit, text);
        }
        Ok(())
    }

    /// Adds the value of a row by its text and kind.
    ///
    /// # Errors
    ///
    /// As [`ColumnValues::push_text`].
    pub fn push_kind(&mut self, row: u32, text: &str, kind: CellKind<'_>) -> Result<(), PushError> {
        self.push_text(row, text)?;
        match kind {
            CellKind::Text => {}
            CellKind::Typed { namespace, type_name } => {
                self.notes.get_or_insert_default().push_type(row, namespace, type_name);
            }
            CellKind::Xml => self.notes.get_or_insert_default().push_xml(row),
        }
        Ok(())
    }

    /// [`ColumnValues::push_text`] for each place; rows count from `first_row` on. `resolve` appends the meaning of the text
    /// between two places, which is never longer. After an error, the values before are added.
    pub(crate) fn push_places(
        &mut self,
        first_row: u32,
        text: &str,
        gathered: &mut Gathered,
        mut spans: impl Iterator<Item = TextSpan> + Clone,
        resolve: impl Fn(&str, usize, usize, &mut String),
    ) -> Result<(), PushError> {
        let mut resolved = String::new();
        loop {
            let done = self.data.fill(&mut self.slots, first_row, text, gathered, spans.clone(), &resolve);
            let Some(span) = spans.nth(done) else { return Ok(()) };
            let mut raw = text.get(span.start..span.end()).unwrap_or_default();
            if span.is_resolved() {
                resolved.clear();
                resolve(text, span.start, span.end(), &mut resolved);
                raw = &resolved;
            }
            self.push_text(first_row.saturating_add(span.row()), raw)?;
        }
    }

    /// Whether the row has no value (`DBNull`).
    #[must_use]
    pub fn is_null(&self, row: u32) -> bool {
        self.slots.slot(row).is_none()
    }

    /// The text of a row exactly as sent; `None` for `DBNull`.
    #[must_use]
    pub fn text(&self, row: u32) -> Option<Cow<'_, str>> {
        Some(self.text_in(row, self.slot(row)?))
    }

    /// Appends the text of a row exactly as sent; `false` for `DBNull`.
    pub fn write_text(&self, row: u32, out: &mut String) -> bool {
        let Some(slot) = self.slot(row) else {
            return false;
        };
        match self.as_sent_at(row) {
            Some((_, text)) => out.push_str(text),
            None => self.data.write(slot, out),
        }
        true
    }

    /// The value of a row; `None` for `DBNull`.
    ///
    /// # Errors
    ///
    /// Its text, if it is not a value of the column's type, or the data does not hold it exactly.
    #[must_use]
    pub fn typed(&self, row: u32) -> Option<Result<TypedValue<'_>, &str>> {
        Some(self.typed_in(row, self.slot(row)?))
    }

    /// The slot of a row's value; `None` for `DBNull`.
    #[inline]
    pub(crate) fn slot(&self, row: u32) -> Option<usize> {
        self.slots.slot(row)
    }

    /// [`ColumnValues::text`] of a row whose slot is known.
    #[inline]
    pub(crate) fn text_in(&self, row: u32, slot: usize) -> Cow<'_, str> {
        match self.as_sent_at(row) {
            Some((_, text)) => Cow::Borrowed(text),
            None => self.data.text(slot),
        }
    }

    /// [`ColumnValues::typed`] of a row whose slot is known.
    #[inline]
    pub(crate) fn typed_in(&self, row: u32, slot: usize) -> Result<TypedValue<'_>, &str> {
        match self.as_sent_at(row) {
            Some((Fit::Beyond | Fit::Invalid, text)) => Err(text),
            _ => Ok(self.data.value(slot)),
        }
    }

    /// The kind of a row's cell.
    #[must_use]
    pub fn kind(&self, row: u32) -> CellKind<'_> {
        match self.notes.as_ref().and_then(|notes| notes.get(row)) {
            None => CellKind::Text,
            Some(Noted::Xml) => CellKind::Xml,
            Some(Noted::Type { namespace, name }) => CellKind::Typed { namespace, type_name: name },
        }
    }

    /// The text of a row that the data does not give back, and its relation to the data.
    #[inline]
    #[must_use]
    pub fn as_sent_at(&self, row: u32) -> Option<(Fit, &str)> {
        self.as_sent.as_ref()?.get(row)
    }

    /// All texts that the data does not give back, by row, ascending.
    pub fn as_sent(&self) -> impl Iterator<Item = (u32, Fit, &str)> {
        self.as_sent.iter().flat_map(|as_sent| as_sent.iter())
    }

    /// The values, one for each slot.
    #[must_use]
    pub const fn data(&self) -> &ColumnData {
        &self.data
    }

    /// The number of slots.
    #[must_use]
    pub fn slot_count(&self) -> usize {
        self.slots.count()
    }

    /// The number of rows that have a value.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.slots.values()
    }

    /// The slots that hold values; `None` if all do.
    #[must_use]
    pub fn validity(&self) -> Option<&Bits> {
        self.slots.validity()
    }

    /// The row of each slot, ascending, if rows without values have no slots. `None`: slot `n` is row `n`.
    #[must_use]
    pub fn sparse_rows(&self) -> Option<&[u32]> {
        self.slots.rows()
    }

    /// The rows that have values, ascending, with their slots.
    pub fn filled(&self) -> impl Iterator<Item = (u32, usize)> {
        self.slots.filled()
    }

    /// The first row that can still get a value; 4,294,967,296 if there is none.
    #[must_use]
    pub fn next_row(&self) -> u64 {
        self.slots.next_row()
    }

    /// The parts for so many rows, with a slot for each; later rows are left out. Values are copied only if slots and rows differ.
    #[must_use]
    pub fn into_parts(mut self, row_count: u32) -> ColumnParts {
        let count = row_count as usize;
        if self.sparse_rows().is_some() || self.slots.count() > count {
            return self.copied(row_count);
        }
        let missing = count - self.slots.count();
        if missing > 0 {
            self.slots.add_nulls(missing);
            self.data.push_empty(missing);
        }
        ColumnParts { data: self.data, validity: self.slots.into_validity() }
    }

    fn copied(&self, row_count: u32) -> ColumnParts {
        let mut data = ColumnData::new(self.value_type());
        let mut validity = Bits::default();
        let mut text = String::new();
        for (row, _) in self.filled().take_while(|(row, _)| *row < row_count) {
            let missing = row as usize - validity.len();
            validity.extend(false, missing);
            data.push_empty(missing);
            validity.push(true);
            text.clear();
            self.write_text(row, &mut text);
            // Texts that do not come back exactly are known already.
            let _ = data.push(&text);
        }
        let missing = row_count as usize - validity.len();
        validity.extend(false, missing);
        data.push_empty(missing);
        let has_nulls = validity.ones().count() < validity.len();
        ColumnParts { data, validity: has_nulls.then_some(validity) }
    }

    /// A copy whose rows are these rows, in their order. `None` if the texts do not fit.
    pub(crate) fn rearranged(&self, rows: &[u32]) -> Option<Self> {
        let mut rearranged = Self::new(self.value_type());
        let mut text = String::new();
        for (target, row) in (0..).zip(rows) {
            text.clear();
            if self.write_text(*row, &mut text) {
                rearranged.push_kind(target, &text, self.kind(*row)).ok()?;
            }
        }
        Some(rearranged)
    }

    /// Reserves memory for further values, or frees it if none will come.
    pub(crate) fn reserve(&mut self, growth: Growth) {
        self.data.reserve(growth);
        self.slots.reserve(growth);
    }

    /// Drops all values and keeps the memory.
    pub fn clear(&mut self) {
        self.data.clear();
        self.slots.clear();
        if let Some(as_sent) = &mut self.as_sent {
            as_sent.clear();
        }
        if let Some(notes) = &mut self.notes {
            notes.clear();
        }
    }
}

impl Default for ColumnValues {
    fn default() -> Self {
        Self::new(ValueType::default())
    }
}
