//! Values as XML elements: parameters of a request, and parts of a response.

mod estimate;
mod fragment;
mod names;
mod prefixes;
mod structure;

pub(crate) use estimate::estimated_length;
pub(crate) use fragment::push_element;

use prefixes::{Prefixes, UNKNOWN_PREFIX};

use crate::operation::{ArrayType, Enumeration, Member, Place, Presence, Scalar, Type};
use crate::value::{Chosen, Value};
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

    fn of_another_type(kind: Type) -> Self {
        Self::new(format!("is not of its type, {}", kind.name()))
    }
}

/// Writes values as elements.
pub(crate) struct ValueWriter<'a> {
    out: &'a mut String,
    forbidden: Forbidden,
    empty: Empty,
    /// Whether what must be given and is not is left out.
    unchecked: bool,
    /// The service's namespace.
    service: &'a str,
    /// The default namespace where the next element begins; empty for none.
    default: &'a str,
    /// Whether the outermost elements have no namespace, whatever their descriptors say (rpc/literal).
    unqualified: bool,
    nesting: usize,
}

impl<'a> ValueWriter<'a> {
    /// A writer of a service without a namespace.
    pub(crate) const fn new(out: &'a mut String, forbidden: Forbidden, empty: Empty) -> Self {
        Self { out, forbidden, empty, unchecked: false, service: "", default: "", unqualified: false, nesting: 0 }
    }

    /// States the service's namespace, and the default one where the first element begins.
    pub(crate) fn namespaces(self, service: &'a str, default: &'a str) -> Self {
        Self { service, default, ..self }
    }

    /// Leaves out what must be given and is not, instead of refusing it.
    pub(crate) fn unchecked(self, unchecked: bool) -> Self {
        Self { unchecked, ..self }
    }

    /// Gives the outermost elements no namespace.
    pub(crate) fn unqualified_parts(self, unqualified: bool) -> Self {
        Self { unqualified, ..self }
    }

    /// Whether it writes as servers do.
    fn is_server(&self) -> bool {
        self.empty == Empty::Slash
    }

    /// Writes a parameter or member: nothing where it is optional and null, `xsi:nil` where it is nullable and null.
    pub(crate) fn parameter(&mut self, parameter: &Member, value: &Value<'_>) -> Result<(), Unwritable> {
        let written = match (parameter.place, value) {
            (Place::Element, Value::Array(items)) if parameter.repeated => self.repeated(parameter, items),
            (Place::Element, value) if !parameter.repeated => self.one(parameter, value),
            // Of a repeated element there is none then, as of an empty array. Attributes stand in the start tag.
            (Place::Attribute | Place::AnyAttributes, _) | (_, Value::Null | Value::Nil) => Ok(()),
            (Place::Element, _) => Err(Unwritable::of_another_type(parameter.kind)),
            (Place::Text, value) => self.content(parameter.kind, value),
            (Place::Mixed, Value::Xml(xml)) => self.fragment(xml),
            (Place::Mixed, Value::Text(text)) => self.text(text),
            (Place::Choice(alternatives), Value::Array(items)) if parameter.repeated => {
                items.iter().try_for_each(|item| self.chosen(alternatives, item))
            }
            (Place::Choice(alternatives), value) => self.chosen(alternatives, value),
            (Place::AnyElements, Value::Array(elements)) => elements.iter().try_for_each(|element| match element {
                Value::Xml(xml) => self.element_fragment(xml),
                _ => Err(Unwritable::new("holds something else than elements")),
            }),
            (Place::Mixed | Place::AnyElements, _) => Err(Unwritable::new("is not XML")),
        };
        written.map_err(|unwritable| unwritable.under(parameter.name))
    }

    /// Writes a member that is an element and stands once.
    fn one(&mut self, member: &Member, value: &Value<'_>) -> Result<(), Unwritable> {
        let namespace = self.namespace_of(member);
        match (value, member.presence) {
            (Value::Null | Value::Nil, Presence::Optional) | (Value::Null, Presence::OptionalNullable) => Ok(()),
            (Value::Null, _) | (Value::Nil, Presence::Required) if self.unchecked => Ok(()),
            (Value::Null | Value::Nil, Presence::Nullable) | (Value::Nil, Presence::OptionalNullable) => {
                self.nil(member.name, namespace);
                Ok(())
            }
            (Value::Null | Value::Nil, Presence::Required) => {
                // A response says nothing of what it does not have.
                if self.is_server() && !member.kind.kind().is_value() {
                    return Ok(());
                }
                Err(Unwritable::new("is required and was not given"))
            }
            (Value::Text(text), _) if self.is_default(member, text) => Ok(()),
            (Value::Text(text), _) if is_written_plainly(member.kind) => self.plain(member.name, namespace, text),
            _ => self.element(member.name, namespace, member.kind, value),
        }
    }

    fn namespace_of(&self, member: &Member) -> &'a str {
        if self.unqualified && self.nesting == 0 { "" } else { member.namespace.uri(self.service) }
    }

    /// Writes a SOAP header. `attributes` stand in its start tag.
    pub(crate) fn header(&mut self, header: &Member, value: &Value<'_>, attributes: &str) -> Result<(), Unwritable> {
        let namespace = header.namespace.uri(self.service);
        let written = self.element_with(header.name, namespace, attributes, header.kind, value);
        written.map_err(|unwritable| unwritable.under(header.name))
    }

    /// Whether a genuine server leaves the value out because it is the default.
    fn is_default(&self, member: &Member, text: &str) -> bool {
        self.is_server() && member.presence.is_optional() && member.default == Some(text)
    }

    fn repeated(&mut self, member: &Member, items: &[Value<'_>]) -> Result<(), Unwritable> {
        let namespace = self.namespace_of(member);
        for (index, item) in items.iter().enumerate() {
            let written = match item {
                Value::Null | Value::Nil if member.presence.is_nullable() || self.unchecked => {
                    self.nil(member.name, namespace);
                    Ok(())
                }
                Value::Null | Value::Nil => Err(Unwritable::new("is null, which it cannot be")),
                item => self.element(member.name, namespace, member.kind, item),
            };
            written.map_err(|unwritable| unwritable.under(&format!("[{index}]")))?;
        }
        Ok(())
    }

    /// Writes one of several alternatives.
    fn chosen(&mut self, alternatives: &[Member], value: &Value<'_>) -> Result<(), Unwritable> {
        let Value::Choice(chosen) = value else {
            return Err(Unwritable::new("is none of the alternatives"));
        };
        let Chosen { alternative, value } = chosen.as_ref();
        let member = alternatives.get(*alternative).ok_or_else(|| Unwritable::new("is none of the alternatives"))?;
        // One that is chosen is there.
        if value.is_null() {
            self.nil(member.name, self.namespace_of(member));
            return Ok(());
        }
        self.parameter(member, value)
    }

    /// Writes a parameter that nobody declared: text, or an array of texts as `string` items.
    pub(crate) fn undeclared(&mut self, name: &str, value: &Value<'_>) -> Result<(), Unwritable> {
        let kind = if matches!(value, Value::Array(_)) { Type::STRING_ARRAY } else { Type::STRING };
        let written = if value.is_null() { Ok(()) } else { self.element(name, self.service, kind, value) };
        written.map_err(|unwritable| unwritable.under(name))
    }

    /// Writes an item of an array under another name than the array gives it.
    pub(crate) fn item(
        &mut self,
        name: &str,
        namespace: &'a str,
        kind: Type,
        nullable: bool,
        value: &Value<'_>,
    ) -> Result<(), Unwritable> {
        match value {
            Value::Null | Value::Nil if nullable => {
                self.nil(name, namespace);
                Ok(())
            }
            Value::Null | Value::Nil => Err(Unwritable::new("is null, which it cannot be")),
            value => self.element(name, namespace, kind, value),
        }
    }

    /// Writes an element of a text, as most elements are: where the namespace is the one around it, there is nothing but name and text.
    fn plain(&mut self, name: &str, namespace: &'a str, text: &str) -> Result<(), Unwritable> {
        if !std::ptr::eq(namespace, self.default) || self.is_server() && text.is_empty() {
            return self.element(name, namespace, Type::STRING, &Value::Text(std::borrow::Cow::Borrowed(text)));
        }
        let encoded = xml::name::encode_local_name(name);
        self.out.reserve(2 * encoded.len() + "<></>".len() + text.len());
        self.out.push('<');
        self.out.push_str(&encoded);
        self.out.push('>');
        self.text(text)?;
        self.out.push_str("</");
        self.out.push_str(&encoded);
        self.out.push('>');
        Ok(())
    }

    /// Writes one element that is not null. `name` is not encoded.
    pub(crate) fn element(
        &mut self,
        name: &str,
        namespace: &'a str,
        kind: Type,
        value: &Value<'_>,
    ) -> Result<(), Unwritable> {
        self.element_with(name, namespace, "", kind, value)
    }

    fn element_with(
        &mut self,
        name: &str,
        namespace: &'a str,
        attributes: &str,
        kind: Type,
        value: &Value<'_>,
    ) -> Result<(), Unwritable> {
        let name = xml::name::encode_local_name(name);
        let around = self.begin(&name, namespace);
        self.out.push_str(attributes);
        let mut prefixes = Prefixes::default();
        let (kind, value) = self.stated_type(kind, value, &mut prefixes)?;
        let qualified = match (kind, value) {
            (Type::Structure(structure), Value::Structure(values)) => {
                self.attributes(structure.members(), values, &mut prefixes)?;
                let mut members = structure.members().iter().zip(values);
                match members.find(|(member, _)| member.place == Place::Text) {
                    Some((Member { kind: Type::Scalar(Scalar::QName), .. }, Value::Text(text))) => {
                        Some(self.qualified(text, &mut prefixes)?)
                    }
                    _ => None,
                }
            }
            (Type::Scalar(Scalar::QName), Value::Text(text)) => Some(self.qualified(text, &mut prefixes)?),
            _ => None,
        };
        self.out.push('>');
        let start = self.out.len();
        match qualified {
            Some(qualified) => self.text(&qualified)?,
            None => self.content(kind, value)?,
        }
        self.close(&name, start);
        self.default = around;
        Ok(())
    }

    /// Begins an element: its name, and its namespace if that is not the default one. Gives the default namespace around it.
    fn begin(&mut self, name: &str, namespace: &'a str) -> &'a str {
        self.out.push('<');
        self.out.push_str(name);
        let around = self.default;
        // Nearly always it is the very same text.
        if !std::ptr::eq(namespace, around) && namespace != around {
            self.out.push_str(" xmlns=\"");
            xml::escape_attribute(self.out, namespace);
            self.out.push('"');
            self.default = namespace;
        }
        around
    }

    /// Closes an element whose content began at byte `start`.
    fn close(&mut self, name: &str, start: usize) {
        if self.is_server() && self.out.len() == start {
            self.out.pop();
            self.out.push_str(" />");
        } else {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }

    /// Writes what stands between the tags of a value that is not null, and whose type its element does not have to say.
    pub(crate) fn content(&mut self, kind: Type, value: &Value<'_>) -> Result<(), Unwritable> {
        match (kind, value) {
            (Type::Scalar(_) | Type::Enumeration(_) | Type::List(_), Value::Text(text)) => self.simple(kind, text),
            (Type::List(_), Value::Array(items)) => self.text(&listed(items)?),
            (Type::Structure(structure), Value::Structure(members)) => {
                self.nested(|writer| writer.members(structure, members))
            }
            (Type::Array(array), Value::Array(items)) => self.nested(|writer| writer.items(array, items)),
            (Type::Xml(_) | Type::DataSet(_) | Type::Any, Value::Xml(xml)) => self.fragment(xml),
            (kind, _) => Err(Unwritable::of_another_type(kind)),
        }
    }

    fn simple(&mut self, kind: Type, text: &str) -> Result<(), Unwritable> {
        match kind {
            Type::Scalar(Scalar::QName) => {
                let name = self.known_name(text).ok_or_else(|| Unwritable::new(UNKNOWN_PREFIX))?;
                self.text(&name)
            }
            Type::Enumeration(enumeration) if enumeration.flags && self.is_server() => {
                self.text(&in_declared_order(enumeration, text))
            }
            _ => self.text(text),
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

    fn items(&mut self, array: &ArrayType, items: &[Value<'_>]) -> Result<(), Unwritable> {
        let namespace = array.item_namespace.uri(self.service);
        for (index, item) in items.iter().enumerate() {
            let written = match item {
                item @ Value::Choice(_) if !array.alternatives.is_empty() => self.chosen(array.alternatives, item),
                Value::Null | Value::Nil if array.nullable_items || self.unchecked => {
                    self.nil(array.item_name, namespace);
                    Ok(())
                }
                Value::Null | Value::Nil => Err(Unwritable::new("is null, which items of this array cannot be")),
                Value::Text(text) if is_written_plainly(array.item) => self.plain(array.item_name, namespace, text),
                item => self.element(array.item_name, namespace, array.item, item),
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
        xml::escape_allowed_text(self.out, text).map_err(|(at, character)| forbidden(at, character))
    }

    fn nil(&mut self, name: &str, namespace: &'a str) {
        let around = self.begin(&xml::name::encode_local_name(name), namespace);
        self.out.push_str(" xsi:nil=\"true\" />");
        self.default = around;
    }
}

/// Whether a text of the type is written as it is.
const fn is_written_plainly(kind: Type) -> bool {
    match kind {
        Type::Scalar(scalar) => !matches!(scalar, Scalar::QName),
        Type::Enumeration(enumeration) => !enumeration.flags,
        _ => false,
    }
}

fn forbidden(at: usize, character: char) -> Unwritable {
    let code = u32::from(character);
    Unwritable::new(format!("holds the character U+{code:04X} at byte {at}, which XML cannot carry"))
}

/// A set of values as genuine servers write it: each once, in the order of the declaration. Texts that are not listed stay as they are.
fn in_declared_order<'t>(enumeration: &Enumeration, text: &'t str) -> std::borrow::Cow<'t, str> {
    if !enumeration.lists(text) || enumeration.values.contains(&text) {
        return text.into();
    }
    let is_in = |value: &&&str| text.split_ascii_whitespace().any(|one| one == **value);
    let ordered: Vec<&str> = enumeration.values.iter().filter(is_in).copied().collect();
    ordered.join(" ").into()
}

/// The text of a list of values.
fn listed(items: &[Value<'_>]) -> Result<String, Unwritable> {
    let texts: Option<Vec<&str>> = items.iter().map(Value::as_text).collect();
    texts.map(|texts| texts.join(" ")).ok_or_else(|| Unwritable::new("is a list that holds something else than texts"))
}
