//! The values of a column by type, filled one by one or with parts of a larger text.

use std::borrow::Cow;

use super::date_times::DateTimes;
use super::decimals::Decimals;
use super::numbers::Floats;
use super::slots::{Claims, Slots};
use super::texts::{Binaries, Gathered, Texts};
use super::values::{Bits, Fit, Growth, TypedValue, Values};

macro_rules! kinds {
    ($d:tt $(#[doc = $doc:literal])? $text:ident $texts:ty; $($kind:ident $values:ty = $type_name:literal;)*) => {
        /// The type that a column keeps its values as.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ValueType {
            $(#[doc = $doc])?
            #[default]
            $text,
            $(#[doc = concat!("`", $type_name, "`.")] $kind,)*
        }

        impl ValueType {
            /// The type for values of this XML Schema type, by its name with the prefix `xs`, such as `xs:int`.
            #[must_use]
            pub fn of(type_name: &str) -> Self {
                match type_name {
                    $($type_name => Self::$kind,)*
                    _ => Self::$text,
                }
            }
        }

        /// The values of a column by type, one for each slot. A slot without a value holds an arbitrary one.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "each is the values of the type of its name")]
        pub enum ColumnData {
            $text($texts),
            $($kind($values),)*
        }

        impl ColumnData {
            pub(super) fn new(value_type: ValueType) -> Self {
                match value_type {
                    ValueType::$text => Self::$text(<$texts>::default()),
                    $(ValueType::$kind => Self::$kind(<$values>::default()),)*
                }
            }

            /// The type of the values.
            #[must_use]
            pub const fn value_type(&self) -> ValueType {
                match self {
                    Self::$text(_) => ValueType::$text,
                    $(Self::$kind(_) => ValueType::$kind,)*
                }
            }
        }

        macro_rules! each {
            ($d data:expr, $d one:ident => $d done:expr) => {
                match $d data {
                    ColumnData::$text($d one) => $d done,
                    $(ColumnData::$kind($d one) => $d done,)*
                }
            };
        }
    };
}

kinds! {
    $
    /// Strings, and values of all types without a form here, such as dates, times, durations and numbers of any length.
    Text Texts;
    Boolean Bits = "xs:boolean";
    Int8 Vec<i8> = "xs:byte";
    UInt8 Vec<u8> = "xs:unsignedByte";
    Int16 Vec<i16> = "xs:short";
    UInt16 Vec<u16> = "xs:unsignedShort";
    Int32 Vec<i32> = "xs:int";
    UInt32 Vec<u32> = "xs:unsignedInt";
    Int64 Vec<i64> = "xs:long";
    UInt64 Vec<u64> = "xs:unsignedLong";
    Float32 Floats<f32> = "xs:float";
    Float64 Floats<f64> = "xs:double";
    Decimal Decimals = "xs:decimal";
    DateTime DateTimes = "xs:dateTime";
    Binary Binaries = "xs:base64Binary";
}

impl ColumnData {
    pub(super) fn fits(&self, length: usize) -> bool {
        each!(self, values => values.fits(length))
    }

    /// Fills the next slot. `None` if the value gives back this text; otherwise the relation of the text to the value.
    pub(super) fn push(&mut self, text: &str) -> Option<Fit> {
        each!(self, values => match values.read(text.as_bytes(), 0, text.len()) {
            Some(value) => {
                values.add(value);
                None
            }
            None => values.add_other(text),
        })
    }

    /// Fills slots with the texts at these places, up to one that [`Self::push`] must add: the number of slots.
    pub(super) fn fill(
        &mut self,
        slots: &mut Slots,
        first_row: u32,
        text: &str,
        gathered: &mut Gathered,
        spans: impl Iterator<Item = TextSpan>,
        resolve: impl Fn(&str, usize, usize, &mut String),
    ) -> usize {
        match self {
            Self::Text(texts) => fill_texts(texts, slots, first_row, text, gathered, spans, resolve),
            values => each!(values, values => fill(values, slots, first_row, text.as_bytes(), spans)),
        }
    }

    pub(super) fn push_empty(&mut self, count: usize) {
        each!(self, values => values.push_empty(count));
    }

    #[inline]
    pub(super) fn value(&self, slot: usize) -> TypedValue<'_> {
        each!(self, values => values.value(slot))
    }

    #[inline]
    pub(super) fn text(&self, slot: usize) -> Cow<'_, str> {
        each!(self, values => values.text(slot))
    }

    pub(super) fn write(&self, slot: usize, out: &mut String) {
        each!(self, values => values.write(slot, out));
    }

    pub(super) fn keep(&mut self, mask: &Bits) {
        each!(self, values => values.keep(mask));
    }

    pub(super) fn reserve(&mut self, growth: Growth) {
        each!(self, values => Values::reserve(values, growth));
    }

    pub(super) fn clear(&mut self) {
        each!(self, values => values.clear());
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TextSpan {
    pub(super) start: usize,
    length: u32,
    /// The row; in the highest bit, whether the text must be resolved.
    row: u32,
}

impl TextSpan {
    const RESOLVED: u32 = 1 << 31;

    /// The text between `start` and `end`, of the row that is `row` rows after the first one (less than 2,147,483,648). It is
    /// resolved if it has references, for example.
    #[inline]
    pub(crate) fn new(row: u32, start: usize, end: usize, is_resolved: bool) -> Self {
        // A longer text fits into no column.
        let length = u32::try_from(end.saturating_sub(start)).unwrap_or(u32::MAX);
        Self { start, length, row: if is_resolved { row | Self::RESOLVED } else { row } }
    }

    #[inline]
    pub(crate) fn row(self) -> u32 {
        self.row & !Self::RESOLVED
    }

    #[inline]
    pub(super) fn is_resolved(self) -> bool {
        self.row & Self::RESOLVED != 0
    }

    #[inline]
    pub(super) fn end(self) -> usize {
        self.start.saturating_add(self.length as usize)
    }
}

/// Adds values in the usual form up to the first other one: their number.
#[inline]
pub(super) fn fill<V: Values>(
    values: &mut V,
    slots: &mut Slots,
    first_row: u32,
    text: &[u8],
    spans: impl Iterator<Item = TextSpan>,
) -> usize {
    let mut claims = Claims::new(slots);
    let mut done = 0;
    for span in spans {
        if span.is_resolved() {
            break;
        }
        let Some(value) = values.read(text, span.start, span.end()) else { break };
        let Some(missing) = claims.claim(first_row.saturating_add(span.row())) else { break };
        if missing > 0 {
            values.push_empty(missing);
        }
        values.add(value);
        done += 1;
    }
    done
}

/// [`fill`] for texts, which are all usual, resolved or not. Texts of consecutive rows are added together.
pub(super) fn fill_texts(
    texts: &mut Texts,
    slots: &mut Slots,
    first_row: u32,
    text: &str,
    gathered: &mut Gathered,
    mut spans: impl Iterator<Item = TextSpan>,
    resolve: impl Fn(&str, usize, usize, &mut String),
) -> usize {
    let mut done = 0;
    loop {
        // The parts of a text are not longer than it is.
        let mut next = slots.next_dense_row().filter(|_| texts.fits(text.len())).unwrap_or(u64::MAX);
        let mut other = None;
        let parts = spans.by_ref().map_while(|span| {
            if span.is_resolved() || u64::from(first_row.saturating_add(span.row())) != next {
                other = Some(span);
                return None;
            }
            next += 1;
            Some((span.start, span.length as usize))
        });
        let added = texts.push_parts(gathered, text, parts);
        slots.add_values(added);
        done += added;
        let Some(span) = other.filter(|span| texts.fits(span.length as usize)) else { return done };
        let Some(missing) = slots.claim_dense(first_row.saturating_add(span.row())) else { return done };
        if missing > 0 {
            texts.push_empty(missing);
        }
        if span.is_resolved() {
            texts.push_with(|out| resolve(text, span.start, span.end(), out));
        } else {
            texts.push(text.get(span.start..span.end()).unwrap_or_default());
        }
        done += 1;
    }
}
