//! How `Debug` writes values: secrets redacted, long ones cut.

use std::fmt;

use super::Value;
use crate::operation::{Scalar, Type};

/// A value as people may see it.
pub(crate) struct Shown<'a> {
    pub(crate) kind: Type,
    pub(crate) secret: bool,
    pub(crate) value: &'a Value<'a>,
}

/// Characters of a text, and items of an array, that `Debug` shows.
const SHOWN: usize = 80;

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.kind) {
            (Value::Null, _) => formatter.write_str("null"),
            _ if self.secret => formatter.write_str("[redacted]"),
            // Numbers, dates and truth values: what cannot be taken for something else.
            (Value::Text(text), Type::Scalar(scalar))
                if !matches!(scalar, Scalar::String | Scalar::AnyUri) && text.len() <= SHOWN =>
            {
                formatter.write_str(text)
            }
            (Value::Text(text), _) => match text.char_indices().nth(SHOWN) {
                None => write!(formatter, "{text:?}"),
                Some((end, _)) => {
                    write!(formatter, "{:?}… ({} bytes)", text.get(..end).unwrap_or_default(), text.len())
                }
            },
            (Value::Structure(values), Type::Structure(structure)) => {
                let mut output = formatter.debug_struct(structure.name);
                for (member, value) in structure.members().iter().zip(values) {
                    output.field(member.name, &Shown { kind: member.kind, secret: member.secret, value });
                }
                output.finish()
            }
            (Value::Array(items) | Value::Structure(items), kind) => {
                let kind = if let Type::Array(array) = kind { array.item } else { kind };
                let shown = items.iter().take(SHOWN).map(|value| Shown { kind, secret: false, value });
                formatter.debug_list().entries(shown).finish()?;
                if items.len() > SHOWN { write!(formatter, "… ({} items)", items.len()) } else { Ok(()) }
            }
        }
    }
}
