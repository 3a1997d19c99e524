//! Writes values as XML elements: parameters of requests, and parts of responses.

mod estimate;
mod fragment;
mod members;
mod names;
mod rest;
mod structure;
mod tags;

pub(crate) use estimate::estimated_length;
pub(crate) use fragment::push_element;

use std::borrow::Cow;
use std::fmt;

use tags::{Prefixes, Tag, Tags, UNKNOWN_PREFIX};

use crate::operation::{Enumeration, Member, Place, Scalar, Type};
use crate::value::Value;
use crate::value::field::{Field, View};
use crate::xml;
use crate::xml::name::encode_local_name;

/// Whether the value is a qualified name in no namespace, `{}name`.
fn is_name_without_namespace(kind: Type, field: &dyn Field, view: &View<'_>) -> bool {
    let is_one = |kind, view: &View<'_>| matches!((kind, view), (Type::Scalar(Scalar::QName), View::Text(text)) if text.starts_with("{}"));
    match view {
        View::OfType(stated) => field.inner(0).is_some_and(|inner| is_one(*stated, &inner.view())),
        view => is_one(kind, view),
    }
}

/// The bytes of a text above which a transport is chosen without writing the text.
pub(crate) const LONG: usize = 4096;

/// The deepest nesting of values, in both directions.
pub(crate) const MAX_NESTING: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forbidden {
    /// Refuse the value.
    Refuse,
    /// Write a numeric reference, as genuine servers do.
    Reference,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Empty {
    /// `<A></A>`, as clients do.
    Pair,
    /// `<A />`, as servers do.
    Slash,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unwritable {
    /// The place of the value: `Name`, `Name[2]`, `Name.Member`.
    pub(crate) path: String,
    pub(crate) why: Why,
}

/// Follows the place in the message. It never contains the value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// XML cannot carry the character at that byte.
    Character {
        at: usize,
        character: char,
    },
    /// XML cannot carry a character of a secret: neither the character nor its position is reported.
    SecretCharacter,
    Other(Cow<'static, str>),
}

impl fmt::Display for Why {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { at, character } => {
                let code = u32::from(*character);
                write!(formatter, "holds the character U+{code:04X} at byte {at}, which XML cannot carry: remove it")
            }
            Self::SecretCharacter => formatter.write_str("holds a character that XML cannot carry"),
            Self::Other(why) => formatter.write_str(why),
        }
    }
}

impl Unwritable {
    pub(crate) fn new(why: impl Into<Cow<'static, str>>) -> Self {
        Self { path: String::new(), why: Why::Other(why.into()) }
    }

    pub(crate) fn under(mut self, path: &str) -> Self {
        self.path.insert_str(0, path);
        self
    }

    /// Adds the name of the member that holds the value.
    fn within(mut self, member: &Member) -> Self {
        if member.secret && matches!(self.why, Why::Character { .. }) {
            self.why = Why::SecretCharacter;
        }
        self.under(match member.place {
            Place::AnyElements => "$any",
            Place::Mixed => "$mixed",
            _ => member.name,
        })
    }

    fn of_another_type(kind: Type) -> Self {
        Self::new(format!("is not of its type, {}", kind.name()))
    }
}

#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct ValueWriter<'a> {
    out: &'a mut String,
    forbidden: Forbidden,
    empty: Empty,
    /// Whether a required value that is missing is left out instead of refused.
    unchecked: bool,
    /// The service's namespace.
    service: &'a str,
    /// The default namespace around the next element; empty for none.
    default: &'a str,
    /// Whether the outermost elements are in no namespace, whatever their descriptors say (rpc/literal).
    unqualified: bool,
    /// Whether the written text is of no use: long texts are checked and left out.
    only_checking: bool,
    /// Whether the default namespace kept a name without a namespace from being written into the start tag.
    default_hinders: bool,
    nesting: usize,
    tags: Tags,
}

impl<'a> ValueWriter<'a> {
    pub(crate) fn new(out: &'a mut String, forbidden: Forbidden, empty: Empty) -> Self {
        Self {
            out,
            forbidden,
            empty,
            unchecked: false,
            service: "",
            default: "",
            unqualified: false,
            only_checking: false,
            default_hinders: false,
            nesting: 0,
            tags: Tags::default(),
        }
    }

    /// Sets the service's namespace, and the default namespace around the first element.
    pub(crate) fn namespaces(self, service: &'a str, default: &'a str) -> Self {
        Self { service, default, ..self }
    }

    /// Leaves out required values that are missing, instead of refusing them.
    pub(crate) fn unchecked(self, unchecked: bool) -> Self {
        Self { unchecked, ..self }
    }

    /// Writes the outermost elements in no namespace.
    pub(crate) fn unqualified_parts(self, unqualified: bool) -> Self {
        Self { unqualified, ..self }
    }

    /// Checks long texts, and leaves them out.
    pub(crate) fn only_checking(self, only_checking: bool) -> Self {
        Self { only_checking, ..self }
    }

    fn is_server(&self) -> bool {
        self.empty == Empty::Slash
    }

    /// Writes a parameter or member. An optional null is left out, a nullable null is `xsi:nil`.
    pub(crate) fn parameter(&mut self, parameter: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        self.member(&Tag::of(parameter.name), parameter, field)
    }

    fn namespace_of(&self, member: &Member) -> &'a str {
        if self.unqualified && self.nesting == 0 { "" } else { member.namespace.uri(self.service) }
    }

    /// Writes a SOAP header with `attributes` in its start tag.
    pub(crate) fn header(&mut self, header: &Member, field: &dyn Field, attributes: &str) -> Result<(), Unwritable> {
        let namespace = header.namespace.uri(self.service);
        let name = encode_local_name(header.name);
        let result = self.element_with(&name, namespace, attributes, header.kind, field, &field.view());
        result.map_err(|unwritable| unwritable.within(header))
    }

    /// Writes an undeclared parameter: text, or an array of texts as `string` items.
    pub(crate) fn undeclared(&mut self, name: &str, field: &dyn Field) -> Result<(), Unwritable> {
        let view = field.view();
        if view.is_null() {
            return Ok(());
        }
        let kind = if matches!(view, View::Items(_)) { Type::STRING_ARRAY } else { Type::STRING };
        let result = self.element(&encode_local_name(name), self.service, kind, field, &view);
        result.map_err(|unwritable| unwritable.under(name))
    }

    /// Writes an element with a text. In the namespace around it, it needs no declaration, as most elements.
    fn text_element(&mut self, tag: &Tag<'_>, namespace: &'a str, text: &str) -> Result<(), Unwritable> {
        if !std::ptr::eq(namespace, self.default) || self.is_server() && text.is_empty() {
            let view = View::Text(Cow::Borrowed(text));
            return self.element(tag.name(), namespace, Type::STRING, &Value::Null, &view);
        }
        if let Some((open, close)) = tag.pair() {
            self.out.push_str(open);
            self.text(text)?;
            self.out.push_str(close);
            return Ok(());
        }
        let name = tag.name();
        let length = if self.only_checking { 0 } else { text.len() };
        self.out.reserve(2 * name.len() + "<></>".len() + length);
        self.out.push('<');
        self.out.push_str(name);
        self.out.push('>');
        self.text(text)?;
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
        Ok(())
    }

    /// Writes the root of a response, which is not null. `name` is not encoded.
    pub(crate) fn root(
        &mut self,
        name: &str,
        namespace: &'a str,
        kind: Type,
        field: &dyn Field,
    ) -> Result<(), Unwritable> {
        self.element(&encode_local_name(name), namespace, kind, field, &field.view())
    }

    /// Writes one element that is not null. `name` is encoded.
    fn element(
        &mut self,
        name: &str,
        namespace: &'a str,
        kind: Type,
        field: &dyn Field,
        view: &View<'_>,
    ) -> Result<(), Unwritable> {
        self.element_with(name, namespace, "", kind, field, view)
    }

    fn element_with(
        &mut self,
        name: &str,
        namespace: &'a str,
        attributes: &str,
        kind: Type,
        field: &dyn Field,
        view: &View<'_>,
    ) -> Result<(), Unwritable> {
        let without_default = is_name_without_namespace(kind, field, view) && !namespace.is_empty();
        let (around, start) = (self.default, self.out.len());
        let result = self.element_in(without_default, name, namespace, attributes, kind, field, view);
        if !std::mem::take(&mut self.default_hinders) {
            return result;
        }
        // An attribute holds such a name. Nothing but the start tag has been written.
        self.out.truncate(start);
        self.default = around;
        self.element_in(true, name, namespace, attributes, kind, field, view)
    }

    #[allow(clippy::too_many_arguments, reason = "an element is written in two ways")]
    fn element_in(
        &mut self,
        without_default: bool,
        name: &str,
        namespace: &'a str,
        attributes: &str,
        kind: Type,
        field: &dyn Field,
        view: &View<'_>,
    ) -> Result<(), Unwritable> {
        let mut prefixes = Prefixes::default();
        let (around, name) = if without_default {
            self.begin_without_default(name, namespace, &mut prefixes)
        } else {
            (self.begin(name, namespace), Cow::Borrowed(name))
        };
        self.out.push_str(attributes);
        let stated = self.stated_type(kind, field, view, &mut prefixes)?;
        let (kind, field, view) = match &stated {
            Some((kind, inner, view)) => (*kind, *inner, view),
            None => (kind, field, view),
        };
        let start = match (kind, view) {
            _ if let Some(rest) = field.rest() => self.extended(kind, field, view, rest, &mut prefixes)?,
            (Type::Structure(structure), View::Members) => {
                let tags = self.tags.of_members(structure.members());
                let qualified = self.attributes(structure, field, tags.as_deref(), &mut prefixes)?;
                let start = self.end_tag();
                match qualified {
                    Some(qualified) => self.text(&qualified)?,
                    None => self.nested(|writer| writer.members(structure, field, tags.as_deref()))?,
                }
                start
            }
            (Type::Scalar(Scalar::QName), View::Text(text)) => {
                let qualified = self.qualified(text, &mut prefixes)?;
                let start = self.end_tag();
                self.text(&qualified)?;
                start
            }
            _ => {
                let start = self.end_tag();
                self.content_of(kind, field, view)?;
                start
            }
        };
        self.close(&name, start);
        self.default = around;
        Ok(())
    }

    /// Begins an element with a prefix and no default namespace, so that a name without a prefix inside is in none. Returns the default
    /// namespace around it, and its name with the prefix.
    fn begin_without_default(
        &mut self,
        name: &str,
        namespace: &'a str,
        prefixes: &mut Prefixes,
    ) -> (&'a str, Cow<'static, str>) {
        let (prefix, _) = prefixes.of(namespace);
        let name = format!("{prefix}:{name}");
        for part in ["<", &name, " xmlns:", &prefix, "=\""] {
            self.out.push_str(part);
        }
        xml::escape_attribute(self.out, namespace);
        self.out.push_str("\" xmlns=\"\"");
        (std::mem::take(&mut self.default), Cow::Owned(name))
    }

    /// Begins an element with its name, and its namespace if it is not the default one. Returns the default namespace around it.
    fn begin(&mut self, name: &str, namespace: &'a str) -> &'a str {
        self.out.push('<');
        self.out.push_str(name);
        let around = self.default;
        // Nearly always both are the same text in memory.
        if !std::ptr::eq(namespace, around) && namespace != around {
            self.out.push_str(" xmlns=\"");
            xml::escape_attribute(self.out, namespace);
            self.out.push('"');
            self.default = namespace;
        }
        around
    }

    /// Ends a start tag. Returns the byte where the content begins.
    fn end_tag(&mut self) -> usize {
        self.out.push('>');
        self.out.len()
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

    /// Writes the content of an element that is not null and needs no stated type.
    fn content_of(&mut self, kind: Type, field: &dyn Field, view: &View<'_>) -> Result<(), Unwritable> {
        let mut digits = itoa::Buffer::new();
        match (kind, view) {
            (Type::Structure(structure), View::Members) => {
                let tags = self.tags.of_members(structure.members());
                self.nested(|writer| writer.members(structure, field, tags.as_deref()))
            }
            (Type::Array(array), View::Items(count)) => self.array(array, *count, field),
            (Type::Scalar(_) | Type::Enumeration(_) | Type::List(_), view) => match text_of(view, &mut digits) {
                Some(text) => self.simple(kind, text),
                None => self.text(&list_of(kind, field, view)?),
            },
            (Type::Xml(_) | Type::DataSet(_) | Type::Any, View::Xml(xml)) => self.fragment(xml),
            (Type::Xml(_) | Type::DataSet(_), View::DataSet(data_set)) => {
                data_set.check().map_err(|error| Unwritable::new(format!("cannot be written: {error}")))?;
                data_set.write_content(self.out);
                Ok(())
            }
            (Type::Xml(_), View::Document(document)) => {
                document.write_content(self.out);
                Ok(())
            }
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
        let result = write(self);
        self.nesting -= 1;
        result
    }

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), Unwritable> {
        if self.only_checking {
            return self.checked_text(text);
        }
        if xml::push_unescaped(self.out, text) { Ok(()) } else { self.escaped_text(text) }
    }

    #[inline(never)]
    fn checked_text(&mut self, text: &str) -> Result<(), Unwritable> {
        if self.out.len() > LONG {
            // A client never looks back at what it wrote.
            self.out.clear();
        }
        if text.len() <= LONG {
            return self.escaped_text(text);
        }
        xml::first_forbidden_character(text).map_or(Ok(()), |(at, character)| Err(forbidden(at, character)))
    }

    #[inline(never)]
    fn escaped_text(&mut self, text: &str) -> Result<(), Unwritable> {
        if self.forbidden == Forbidden::Reference {
            xml::escape_text(self.out, text);
            return Ok(());
        }
        xml::escape_allowed_text(self.out, text).map_err(|(at, character)| forbidden(at, character))
    }

    fn nil(&mut self, name: &str, namespace: &'a str) {
        let around = self.begin(name, namespace);
        self.out.push_str(" xsi:nil=\"true\" />");
        self.default = around;
    }
}

/// The text of a view. The text of a number is written to `digits`.
fn text_of<'v>(view: &'v View<'_>, digits: &'v mut itoa::Buffer) -> Option<&'v str> {
    match view {
        View::Text(text) => Some(text),
        View::Integer(number) => Some(digits.format(*number)),
        _ => None,
    }
}

fn list_of(kind: Type, field: &dyn Field, view: &View<'_>) -> Result<String, Unwritable> {
    match (kind, view) {
        (Type::List(_), View::Items(_)) => field
            .list_text()
            .ok_or_else(|| Unwritable::new("is a list with an item that is null, empty or contains a blank")),
        (kind, _) => Err(Unwritable::of_another_type(kind)),
    }
}

fn forbidden(at: usize, character: char) -> Unwritable {
    Unwritable { path: String::new(), why: Why::Character { at, character } }
}

/// A set of values as genuine servers write it: each once, in the order of the declaration. A text with unlisted values stays unchanged.
fn in_declared_order<'t>(enumeration: &Enumeration, text: &'t str) -> Cow<'t, str> {
    if !enumeration.lists(text) || enumeration.values.contains(&text) {
        return text.into();
    }
    let is_in = |value: &&&str| text.split_ascii_whitespace().any(|one| one == **value);
    let ordered: Vec<&str> = enumeration.values.iter().filter(is_in).copied().collect();
    ordered.join(" ").into()
}
