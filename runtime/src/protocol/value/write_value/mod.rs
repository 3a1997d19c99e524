//! Values as XML elements: parameters of a request, and parts of a response.

mod estimate;
mod fragment;
mod names;
mod prefixes;
mod structure;
mod tags;

pub(crate) use estimate::estimated_length;
pub(crate) use fragment::push_element;

use std::borrow::Cow;

use prefixes::{Prefixes, UNKNOWN_PREFIX};
use tags::{Tag, Tags, is_written_plainly};

use crate::operation::{Enumeration, Member, Place, Presence, Scalar, Type};
use crate::value::Value;
use crate::value::field::{Field, View};
use crate::value::request_check::must_be_given;
use crate::xml;
use crate::xml::name::encode_local_name;

/// How deep values may be nested, in both directions.
pub(crate) const MAX_NESTING: usize = 100;

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
    tags: Tags,
}

impl<'a> ValueWriter<'a> {
    /// A writer of a service without a namespace.
    pub(crate) fn new(out: &'a mut String, forbidden: Forbidden, empty: Empty) -> Self {
        Self {
            out,
            forbidden,
            empty,
            unchecked: false,
            service: "",
            default: "",
            unqualified: false,
            nesting: 0,
            tags: Tags::default(),
        }
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
    pub(crate) fn parameter(&mut self, parameter: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        self.member(&Tag::of(parameter.name), parameter, field)
    }

    /// The same with its tag.
    #[inline(never)]
    fn member(&mut self, tag: &Tag<'_>, member: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        let written = match member.place {
            Place::Element if member.repeated => self.repeated(tag, member, field),
            Place::Element => self.one(tag, member, field),
            Place::Choice(_) if !member.repeated && field.view().is_null() => Ok(()),
            Place::Choice(alternatives) if !member.repeated => self.chosen(alternatives, field),
            // They stand in the start tag.
            Place::Attribute | Place::AnyAttributes => Ok(()),
            place => self.without_element(place, member, field),
        };
        written.map_err(|unwritable| unwritable.under(member.name))
    }

    /// Writes a member that has no element of its own name.
    fn without_element(&mut self, place: Place, member: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        match (place, field.view().with_text()) {
            (_, View::Null | View::Nil) => Ok(()),
            (Place::Text, view) => self.content_of(member.kind, field, &view),
            (Place::Mixed, View::Xml(xml)) => self.fragment(&xml),
            (Place::Mixed, View::Text(text)) => self.text(&text),
            (Place::Choice(alternatives), View::Items(_)) => {
                field.members().try_for_each(|item| self.chosen(alternatives, item))
            }
            (Place::Choice(_), _) => Err(Unwritable::new("is none of the alternatives")),
            (Place::AnyElements, View::Items(_)) => field.members().try_for_each(|element| match element.view() {
                View::Xml(xml) => self.element_fragment(&xml),
                _ => Err(Unwritable::new("holds something else than elements")),
            }),
            _ => Err(Unwritable::new("is not XML")),
        }
    }

    /// Writes a member that is an element and stands once.
    fn one(&mut self, tag: &Tag<'_>, member: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        let namespace = self.namespace_of(member);
        let view = field.view();
        let mut digits = itoa::Buffer::new();
        if let Some(text) = text_of(&view, &mut digits) {
            return match member.kind {
                _ if self.is_default(member, text) => Ok(()),
                kind if is_written_plainly(kind) => self.plain(tag, namespace, text),
                kind => self.element(tag.name(), namespace, kind, field, &view),
            };
        }
        match (&view, member.presence) {
            (View::Null | View::Nil, Presence::Optional) | (View::Null, Presence::OptionalNullable) => Ok(()),
            (View::Null, _) | (View::Nil, Presence::Required) if self.unchecked => Ok(()),
            (View::Null | View::Nil, Presence::Nullable) | (View::Nil, Presence::OptionalNullable) => {
                self.nil(tag.name(), namespace);
                Ok(())
            }
            (View::Null | View::Nil, Presence::Required) => {
                // A response says nothing of what it does not have.
                if self.is_server() && !member.kind.kind().is_value() || !must_be_given(member) {
                    return Ok(());
                }
                Err(Unwritable::new("is required and was not given"))
            }
            _ => self.element(tag.name(), namespace, member.kind, field, &view),
        }
    }

    fn namespace_of(&self, member: &Member) -> &'a str {
        if self.unqualified && self.nesting == 0 { "" } else { member.namespace.uri(self.service) }
    }

    /// Writes a SOAP header. `attributes` stand in its start tag.
    pub(crate) fn header(&mut self, header: &Member, field: &dyn Field, attributes: &str) -> Result<(), Unwritable> {
        let namespace = header.namespace.uri(self.service);
        let name = encode_local_name(header.name);
        let written = self.element_with(&name, namespace, attributes, header.kind, field, &field.view());
        written.map_err(|unwritable| unwritable.under(header.name))
    }

    /// Whether a genuine server leaves the value out because it is the default.
    fn is_default(&self, member: &Member, text: &str) -> bool {
        self.is_server() && member.presence.is_optional() && member.default == Some(text)
    }

    fn repeated(&mut self, tag: &Tag<'_>, member: &Member, field: &dyn Field) -> Result<(), Unwritable> {
        match field.view() {
            View::Items(_) => {}
            // There is none then, as of an empty array.
            View::Null | View::Nil => return Ok(()),
            _ => return Err(Unwritable::of_another_type(member.kind)),
        }
        let items = Items {
            tag,
            namespace: self.namespace_of(member),
            kind: member.kind,
            alternatives: &[],
            nullable: member.presence.is_nullable() || self.unchecked,
            never_null: "is null, which it cannot be",
        };
        self.items(&items, field)
    }

    /// Writes one of several alternatives.
    fn chosen(&mut self, alternatives: &'static [Member], field: &dyn Field) -> Result<(), Unwritable> {
        let View::Chosen(alternative) = field.view() else {
            return Err(Unwritable::new("is none of the alternatives"));
        };
        let Some((member, field)) = alternatives.get(alternative).zip(field.inside(0)) else {
            return Err(Unwritable::new("is none of the alternatives"));
        };
        let kept = self.tags.of_members(alternatives);
        let made;
        let tag = if let Some(tag) = kept.as_deref().and_then(|tags| tags.get(alternative)) {
            tag
        } else {
            made = Tag::of(member.name);
            &made
        };
        // One that is chosen is there.
        if field.view().is_null() {
            self.nil(tag.name(), self.namespace_of(member));
            return Ok(());
        }
        self.member(tag, member, field)
    }

    /// Writes a parameter that nobody declared: text, or an array of texts as `string` items.
    pub(crate) fn undeclared(&mut self, name: &str, field: &dyn Field) -> Result<(), Unwritable> {
        let view = field.view();
        if view.is_null() {
            return Ok(());
        }
        let kind = if matches!(view, View::Items(_)) { Type::STRING_ARRAY } else { Type::STRING };
        let written = self.element(&encode_local_name(name), self.service, kind, field, &view);
        written.map_err(|unwritable| unwritable.under(name))
    }

    /// Writes the items of an array under another name than the array gives them. `name` is not encoded.
    pub(crate) fn items_called(
        &mut self,
        name: &str,
        namespace: &'a str,
        kind: Type,
        nullable: bool,
        field: &dyn Field,
    ) -> Result<(), Unwritable> {
        let tag = Tag::of(name);
        let never_null = "is null, which it cannot be";
        self.items(&Items { tag: &tag, namespace, kind, alternatives: &[], nullable, never_null }, field)
    }

    /// Writes an element of a text, as most elements are: where the namespace is the one around it, there is nothing but name and text.
    fn plain(&mut self, tag: &Tag<'_>, namespace: &'a str, text: &str) -> Result<(), Unwritable> {
        if !std::ptr::eq(namespace, self.default) || self.is_server() && text.is_empty() {
            let view = View::Text(Cow::Borrowed(text));
            return self.element(tag.name(), namespace, Type::STRING, &Value::Null, &view);
        }
        if let Some((open, close)) = tag.whole() {
            self.out.push_str(open);
            self.text(text)?;
            self.out.push_str(close);
            return Ok(());
        }
        let name = tag.name();
        self.out.reserve(2 * name.len() + "<></>".len() + text.len());
        self.out.push('<');
        self.out.push_str(name);
        self.out.push('>');
        self.text(text)?;
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
        Ok(())
    }

    /// Writes one element that is not null, around what a response returns. `name` is not encoded.
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
        let around = self.begin(name, namespace);
        self.out.push_str(attributes);
        let mut prefixes = Prefixes::default();
        let stated = self.stated_type(kind, field, view, &mut prefixes)?;
        let (kind, field, view) = match &stated {
            Some((kind, inside, view)) => (*kind, *inside, view),
            None => (kind, field, view),
        };
        let start = match (kind, view) {
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
        self.close(name, start);
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

    /// Ends a start tag. Gives the byte where the content begins.
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

    /// Writes what stands between the tags of a value that is not null, and whose type its element does not have to say.
    fn content_of(&mut self, kind: Type, field: &dyn Field, view: &View<'_>) -> Result<(), Unwritable> {
        let mut digits = itoa::Buffer::new();
        match (kind, view) {
            (Type::Structure(structure), View::Members) => {
                let tags = self.tags.of_members(structure.members());
                self.nested(|writer| writer.members(structure, field, tags.as_deref()))
            }
            (Type::Array(array), View::Items(count)) => {
                let kept = self.tags.of_items(array, *count);
                let made;
                let tag = if let Some(tag) = kept.as_deref() {
                    tag
                } else {
                    made = Tag::of(array.item_name);
                    &made
                };
                let items = Items {
                    tag,
                    namespace: array.item_namespace.uri(self.service),
                    kind: array.item,
                    alternatives: array.alternatives,
                    nullable: array.nullable_items || self.unchecked,
                    never_null: "is null, which items of this array cannot be",
                };
                self.nested(|writer| writer.items(&items, field))
            }
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
        let written = write(self);
        self.nesting -= 1;
        written
    }

    fn items(&mut self, items: &Items<'a, '_>, field: &dyn Field) -> Result<(), Unwritable> {
        for (index, item) in field.members().enumerate() {
            self.an_item(items, item).map_err(|unwritable| unwritable.under(&format!("[{index}]")))?;
        }
        Ok(())
    }

    fn an_item(&mut self, items: &Items<'a, '_>, item: &dyn Field) -> Result<(), Unwritable> {
        let view = item.view();
        let mut digits = itoa::Buffer::new();
        match (text_of(&view, &mut digits), &view) {
            (Some(text), _) if is_written_plainly(items.kind) => self.plain(items.tag, items.namespace, text),
            (_, View::Chosen(_)) if !items.alternatives.is_empty() => self.chosen(items.alternatives, item),
            (_, View::Null | View::Nil) if items.nullable => {
                self.nil(items.tag.name(), items.namespace);
                Ok(())
            }
            (_, View::Null | View::Nil) => Err(Unwritable::new(items.never_null)),
            _ => self.element(items.tag.name(), items.namespace, items.kind, item, &view),
        }
    }

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), Unwritable> {
        if xml::push_plain(self.out, text) { Ok(()) } else { self.escaped_text(text) }
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

/// Items with their descriptor.
struct Items<'a, 't> {
    tag: &'t Tag<'t>,
    namespace: &'a str,
    kind: Type,
    /// Those that each item is one of; empty if it is of that type.
    alternatives: &'static [Member],
    nullable: bool,
    /// Why one that is null is refused.
    never_null: &'static str,
}

/// The text that is viewed; that of a number in `digits`.
fn text_of<'v>(view: &'v View<'_>, digits: &'v mut itoa::Buffer) -> Option<&'v str> {
    match view {
        View::Text(text) => Some(text),
        View::Integer(number) => Some(digits.format(*number)),
        _ => None,
    }
}

/// The text of a list that is given by its items.
fn list_of(kind: Type, field: &dyn Field, view: &View<'_>) -> Result<String, Unwritable> {
    match (kind, view) {
        (Type::List(_), View::Items(_)) => field.list_text().ok_or_else(|| {
            Unwritable::new("is a list with an item that cannot stand in one: null, empty or with a blank in it")
        }),
        (kind, _) => Err(Unwritable::of_another_type(kind)),
    }
}

fn forbidden(at: usize, character: char) -> Unwritable {
    let code = u32::from(character);
    Unwritable::new(format!("holds the character U+{code:04X} at byte {at}, which XML cannot carry: remove it"))
}

/// A set of values as genuine servers write it: each once, in the order of the declaration. Texts that are not listed stay as they are.
fn in_declared_order<'t>(enumeration: &Enumeration, text: &'t str) -> Cow<'t, str> {
    if !enumeration.lists(text) || enumeration.values.contains(&text) {
        return text.into();
    }
    let is_in = |value: &&&str| text.split_ascii_whitespace().any(|one| one == **value);
    let ordered: Vec<&str> = enumeration.values.iter().filter(is_in).copied().collect();
    ordered.join(" ").into()
}
