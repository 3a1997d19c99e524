//! `Debug` of values: secrets are redacted, long values cut.

use std::fmt;

use super::TypedValue;
use super::declared::Declared;
use super::field::{Field, View};
use crate::operation::{Member, Place, Scalar, Type};

pub(crate) struct DebugValue<'a> {
    secret: bool,
    declared: Declared<'a>,
}

impl<'a> DebugValue<'a> {
    pub(crate) const fn of_member(member: &Member, field: &'a dyn Field) -> Self {
        Self { secret: member.facets.secret, declared: Declared::of_member(member, field) }
    }

    pub(crate) const fn of_type(kind: Type, field: &'a dyn Field) -> Self {
        Self { secret: false, declared: Declared::of_type(kind, field) }
    }
}

/// Without the secrets that its type declares.
impl fmt::Debug for TypedValue<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.clone().into_owned();
        fmt::Debug::fmt(&DebugValue::of_type(self.kind, &value), formatter)
    }
}

/// The most characters of a text, and items of an array, that `Debug` writes.
const SHOWN: usize = 80;

impl fmt::Debug for DebugValue<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.declared.field.view(), self.declared.kind) {
            (View::Null, _) => formatter.write_str("null"),
            (View::Nil, _) => formatter.write_str("nil"),
            _ if self.secret => formatter.write_str("[redacted]"),
            // Numbers, dates and booleans need no quotes.
            (View::Integer(number), _) => write!(formatter, "{number}"),
            (View::Text(text), Type::Scalar(scalar))
                if !matches!(scalar, Scalar::String | Scalar::AnyUri)
                    && !scalar.is_unchecked()
                    && text.len() <= SHOWN =>
            {
                formatter.write_str(&text)
            }
            (View::Text(text) | View::Xml(text), _) => write_text(formatter, &text),
            (View::DataSet(data_set), _) => fmt::Debug::fmt(data_set, formatter),
            (View::Document(document), _) => fmt::Debug::fmt(document, formatter),
            (View::Attributes(attributes), _) => {
                let mut output = formatter.debug_map();
                output.entries(attributes.iter().map(|(name, text)| (name, Cut(text)))).finish()
            }
            (View::Members, Type::Structure(structure)) => {
                let mut output = formatter.debug_struct(structure.name);
                self.visit(&mut |member, value| {
                    output.field(member.map_or("", field_of), &value);
                });
                output.finish()
            }
            (View::Chosen(_), _) => {
                let mut output = formatter.debug_map();
                self.visit(&mut |member, value| {
                    output.entry(&member.map_or("", field_of), &value);
                });
                output.finish()
            }
            (View::OfType(kind), _) => {
                let name = kind.name();
                let mut output = formatter.debug_tuple(&name);
                self.visit(&mut |_, value| {
                    output.field(&value);
                });
                output.finish()
            }
            (View::Items(_) | View::Members, _) => {
                let mut output = formatter.debug_list();
                let mut remaining = SHOWN;
                self.visit(&mut |_, value| {
                    if remaining > 0 {
                        remaining -= 1;
                        output.entry(&value);
                    }
                });
                output.finish()?;
                let count = self.declared.field.members().count();
                if count > SHOWN { write!(formatter, "… ({count} items)") } else { Ok(()) }
            }
        }
    }
}

impl<'a> DebugValue<'a> {
    fn visit(&self, visitor: &mut dyn FnMut(Option<&'static Member>, DebugValue<'a>)) {
        self.declared.visit(&mut |member, declared| {
            visitor(member, Self { secret: member.is_some_and(|member| member.secret), declared });
        });
    }
}

/// The name of a member on the wire, or else the usual name of its field.
const fn field_of(member: &'static Member) -> &'static str {
    match member.place {
        Place::Text => "text",
        Place::Mixed => "content",
        Place::Choice(_) => "choice",
        Place::AnyElements => "any",
        Place::AnyAttributes => "any_attributes",
        Place::Element | Place::Attribute => member.name,
    }
}

/// A text that is cut if it is long.
struct Cut<'a>(&'a str);

impl fmt::Debug for Cut<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_text(formatter, self.0)
    }
}

fn write_text(formatter: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    match text.char_indices().nth(SHOWN) {
        None => write!(formatter, "{text:?}"),
        Some((end, _)) => write!(formatter, "{:?}… ({} bytes)", text.get(..end).unwrap_or_default(), text.len()),
    }
}
