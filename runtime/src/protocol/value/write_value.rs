//! Values as XML elements: parameters of a request, and typed results.

use crate::operation::{ArrayType, Member, Presence, Scalar, Structure, Type};
use crate::value::Value;
use crate::xml;

/// How deep values may be nested, in both directions.
pub(crate) const MAX_NESTING: usize = 250;

/// What to do with characters that XML forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forbidden {
    /// Refuse the value.
    Refuse,
    /// Write a numeric reference, as genuine servers do.
    Reference,
}

/// How an element without content is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Empty {
    /// `<A></A>`, as clients do.
    Pair,
    /// `<A />`, as servers do.
    Slash,
}

/// A value that cannot be written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unwritable {
    /// Where it is: `Name`, `Name[2]`, `Name.Member`.
    pub(crate) place: String,
    /// Why, in words that follow the place; never the value.
    pub(crate) why: String,
}

impl Unwritable {
    fn new(why: impl Into<String>) -> Self {
        Self { place: String::new(), why: why.into() }
    }

    pub(crate) fn under(mut self, place: &str) -> Self {
        self.place.insert_str(0, place);
        self
    }
}

/// About how many bytes the element `name` with `value` has; too few if the type does not fit, or it is nested deeper than any may.
pub(crate) fn estimated_length(name: &str, kind: Type, value: &Value<'_>) -> usize {
    estimated_at(0, name, kind, value)
}

fn estimated_at(nesting: usize, name: &str, kind: Type, value: &Value<'_>) -> usize {
    /// What stands in `<A></A>` and `<A xsi:nil="true" />` beside the name.
    const MARKS: usize = 20;
    let inside = match value {
        _ if nesting > MAX_NESTING => 0,
        Value::Null | Value::Nil => 0,
        Value::Text(text) => xml::estimated_text_length(text),
        Value::Xml(text) => text.len(),
        Value::Choice(chosen) => estimated_at(nesting + 1, name, kind, &chosen.value),
        Value::OfType(typed) => estimated_at(nesting + 1, name, typed.kind, &typed.value),
        Value::Attributes(attributes) => attributes.iter().map(|(name, text)| name.len() + text.len()).sum(),
        Value::Array(items) => {
            let (name, kind) =
                if let Type::Array(array) = kind { (array.item_name, array.item) } else { ("string", kind) };
            items.iter().map(|item| estimated_at(nesting + 1, name, kind, item)).sum()
        }
        Value::Structure(values) => {
            let members = if let Type::Structure(structure) = kind { structure.members() } else { &[] };
            let members = members.iter().zip(values);
            members.map(|(member, value)| estimated_at(nesting + 1, member.name, member.kind, value)).sum()
        }
    };
    2 * name.len() + MARKS + inside
}

/// Writes values as elements.
pub(crate) struct ValueWriter<'a> {
    out: &'a mut String,
    forbidden: Forbidden,
    empty: Empty,
    nesting: usize,
}

impl<'a> ValueWriter<'a> {
    pub(crate) fn new(out: &'a mut String, forbidden: Forbidden, empty: Empty) -> Self {
        Self { out, forbidden, empty, nesting: 0 }
    }

    /// Writes a parameter or member: nothing where it is optional and null, `xsi:nil` where it is nullable and null.
    pub(crate) fn parameter(&mut self, parameter: &Member, value: &Value<'_>) -> Result<(), Unwritable> {
        let name = xml::name::encode_local_name(parameter.name);
        let written = match (value, parameter.presence) {
            (Value::Null, Presence::Optional) => Ok(()),
            (Value::Null, Presence::Nullable) => {
                self.nil(&name);
                Ok(())
            }
            (Value::Null, Presence::Required) => Err(Unwritable::new("is required and was not given")),
            _ => self.element(&name, parameter.kind, value),
        };
        written.map_err(|unwritable| unwritable.under(parameter.name))
    }

    /// Writes a parameter that nobody declared: text, or an array of texts as `string` items.
    pub(crate) fn undeclared(&mut self, name: &str, value: &Value<'_>) -> Result<(), Unwritable> {
        let element = xml::name::encode_local_name(name);
        let kind = if matches!(value, Value::Array(_)) { Type::STRING_ARRAY } else { Type::STRING };
        let written = if value.is_null() { Ok(()) } else { self.element(&element, kind, value) };
        written.map_err(|unwritable| unwritable.under(name))
    }

    /// Writes one element that is not null.
    pub(crate) fn element(&mut self, name: &str, kind: Type, value: &Value<'_>) -> Result<(), Unwritable> {
        self.out.push('<');
        self.out.push_str(name);
        self.out.push('>');
        let start = self.out.len();
        self.content(kind, value)?;
        self.close(name, start);
        Ok(())
    }

    /// Writes what stands between the tags of a value that is not null.
    pub(crate) fn content(&mut self, kind: Type, value: &Value<'_>) -> Result<(), Unwritable> {
        match (kind, value) {
            (Type::Scalar(Scalar::QName), Value::Text(text)) if !has_known_prefix(text) => {
                Err(Unwritable::new("has a prefix that nothing declares; only `xsd:` and `xsi:` can be used"))
            }
            (Type::Scalar(_) | Type::Enumeration(_), Value::Text(text)) => self.text(text),
            (Type::Structure(structure), Value::Structure(members)) => {
                self.nested(|writer| writer.members(structure, members))
            }
            (Type::Array(array), Value::Array(items)) => self.nested(|writer| writer.items(array, items)),
            (kind, _) => Err(Unwritable::new(format!("is not of its type, {}", kind.name()))),
        }
    }

    fn nested(&mut self, write: impl FnOnce(&mut Self) -> Result<(), Unwritable>) -> Result<(), Unwritable> {
        if self.nesting == MAX_NESTING {
            return Err(Unwritable::new(format!("is nested deeper than {MAX_NESTING} levels")));
        }
        self.nesting += 1;
        let written = write(self);
        self.nesting -= 1;
        written
    }

    fn members(&mut self, structure: &Structure, members: &[Value<'_>]) -> Result<(), Unwritable> {
        if members.len() != structure.members().len() {
            return Err(Unwritable::new(format!("has not the members of its type, {}", structure.name)));
        }
        for (member, value) in structure.members().iter().zip(members) {
            self.parameter(member, value).map_err(|unwritable| unwritable.under("."))?;
        }
        Ok(())
    }

    fn items(&mut self, array: &ArrayType, items: &[Value<'_>]) -> Result<(), Unwritable> {
        let name = xml::name::encode_local_name(array.item_name);
        for (index, item) in items.iter().enumerate() {
            let written = match item {
                Value::Null if array.nullable_items => {
                    self.nil(&name);
                    Ok(())
                }
                Value::Null => Err(Unwritable::new("is null, which items of this array cannot be")),
                item => self.element(&name, array.item, item),
            };
            written.map_err(|unwritable| unwritable.under(&format!("[{index}]")))?;
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Unwritable> {
        if self.forbidden == Forbidden::Reference {
            xml::escape_text(self.out, text);
            return Ok(());
        }
        xml::escape_allowed_text(self.out, text).map_err(|(at, character)| {
            let code = u32::from(character);
            Unwritable::new(format!("holds the character U+{code:04X} at byte {at}, which XML cannot carry"))
        })
    }

    fn nil(&mut self, name: &str) {
        self.out.push('<');
        self.out.push_str(name);
        self.out.push_str(" xsi:nil=\"true\" />");
    }

    /// Closes an element whose content began at byte `start`.
    fn close(&mut self, name: &str, start: usize) {
        if self.empty == Empty::Slash && self.out.len() == start {
            self.out.pop();
            self.out.push_str(" />");
        } else {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }
}

/// Whether the prefix of a qualified name is declared by every envelope.
fn has_known_prefix(name: &str) -> bool {
    name.split_once(':').is_none_or(|(prefix, _)| matches!(prefix, "xsd" | "xsi" | "xml"))
}
