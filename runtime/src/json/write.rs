//! Writes values as JSON.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value as Json};

use super::cells::CellKind;
use super::content;
use super::described::{described, table_of_result};
use super::names::{ANY, ANY_ATTRIBUTES, CHOICE, INNER, MIXED, TYPE, VALUE, key, type_key, type_key_of};
use super::rest::{any, push_content};
use super::tables::{DataSetForm, is_of_data_set, tables};
use super::undeclared_secrets::{Hiding, UndeclaredSecrets};
use crate::operation::{ArrayType, DeclaredTable, Member, Operation, Place, Scalar, Service, Structure, Type, XmlKind};
use crate::results::DataSet;
use crate::results::table::HiddenFacts;
use crate::value::Rest;
use crate::value::field::{Field, View};
use crate::value::rest::Content;
use crate::xml::name::encode_local_name;
use crate::xml::{Document, Element, Node, ParseOptions};
use crate::xsd::{Char, Lexical as _};

#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    service: &'a Service,
    data_sets: DataSetForm,
    with_secrets: bool,
    hiding: Hiding<'a>,
    /// The table that the operation declares for its result.
    result_table: Option<DeclaredTable>,
    /// Receives the facts that written tables do not show.
    hidden: Option<&'a Mutex<HiddenFacts>>,
}

impl<'a> Writer<'a> {
    pub(super) const fn new(service: &'a Service) -> Self {
        let (data_sets, with_secrets) = (DataSetForm::Tables, true);
        Self { service, data_sets, with_secrets, hiding: None, result_table: None, hidden: None }
    }

    pub(super) const fn service(self) -> &'a Service {
        self.service
    }

    /// Writes DataSets as they came: a schema and a diffgram.
    pub(super) const fn as_they_came(mut self) -> Self {
        self.data_sets = DataSetForm::AsItCame;
        self
    }

    /// Writes tables with what the schema says beside the types of columns.
    pub(super) const fn with_schema_facts(mut self) -> Self {
        self.data_sets = DataSetForm::TablesWithFacts;
        self
    }

    /// Adds to `hidden` the facts that written tables do not show.
    pub(super) const fn counting(mut self, hidden: &'a Mutex<HiddenFacts>) -> Self {
        self.hidden = Some(hidden);
        self
    }

    /// Writes the result of this operation.
    pub(super) fn of_result(mut self, operation: &Operation) -> Self {
        self.result_table = table_of_result(operation);
        self
    }

    /// The DataSet of a member of this type, with the columns that are declared for it.
    pub(super) fn described(self, kind: Type, data_set: Cow<'_, DataSet>) -> Cow<'_, DataSet> {
        described(data_set, kind, self.result_table)
    }

    fn has_tables(self) -> bool {
        self.data_sets != DataSetForm::AsItCame
    }

    /// Leaves out credentials and secrets.
    pub(super) const fn with_secrets(mut self, on: bool) -> Self {
        self.with_secrets = on;
        self
    }

    /// Leaves out undeclared content by its names.
    pub(super) const fn hiding(mut self, undeclared: &'a UndeclaredSecrets) -> Self {
        self.hiding = Some(undeclared);
        self
    }

    /// Adds undeclared content to an object.
    pub(super) fn push_content(self, object: &mut Map<String, Json>, content: &Content) {
        push_content(object, content, self.hiding);
    }

    /// Whether undeclared XML is written.
    pub(super) fn shows_xml(self, xml: &str) -> bool {
        !self.hiding.is_some_and(|hiding| hiding.hides_xml(xml))
    }

    /// Whether the member is written as its tables.
    pub(super) fn writes_tables(self, member: &Member) -> bool {
        self.has_tables() && member.kind.is_table() && self.shows(member)
    }

    /// Whether the member is written at all.
    pub(super) fn shows(self, member: &Member) -> bool {
        self.with_secrets || !member.holds_secret()
    }

    pub(super) fn push(self, object: &mut Map<String, Json>, member: &Member, field: &dyn Field) {
        match (member.place, field.view().with_text()) {
            (_, View::Null) => {}
            _ if !self.shows(member) => {}
            // A repeated element without occurrences is absent.
            (_, View::Items(0)) if member.repeated || member.place == Place::AnyElements => {}
            (Place::Choice(alternatives), View::Chosen(alternative)) => {
                if let Some((member, field)) = alternatives.get(alternative).zip(field.inner(0)) {
                    self.push(object, member, field);
                }
            }
            (Place::Choice(alternatives), View::Items(count)) => {
                let items = field.members().map(|item| self.chosen(alternatives, item));
                match object.get_mut(CHOICE) {
                    Some(Json::Array(array)) => array.extend(items),
                    _ => {
                        object.insert(CHOICE.to_owned(), array(count, items));
                    }
                }
            }
            (Place::AnyElements, View::Items(count)) => {
                let mut elements = array(count, field.members().map(untyped));
                if let (Some(elements), true) = (elements.as_array_mut(), self.hiding.is_some()) {
                    elements.retain(|element| element.as_str().is_none_or(|element| self.shows_xml(element)));
                }
                match self.data_set_of(&elements) {
                    Some(Json::Object(tables)) => object.extend(tables),
                    _ => drop(object.insert(ANY.to_owned(), elements)),
                }
            }
            (Place::AnyAttributes, View::Attributes(attributes)) => {
                let is_visible = |name: &str| !self.hiding.is_some_and(|hiding| hiding.hides(name));
                object.insert(ANY_ATTRIBUTES.to_owned(), texts_by_name(attributes, is_visible));
            }
            (_, View::Items(count)) if member.repeated => {
                let items = field.members().map(|item| self.one(member, item));
                object.insert(key(member).into_owned(), array(count, items));
            }
            (Place::Element | Place::Attribute | Place::Text, _) => {
                object.insert(key(member).into_owned(), self.one(member, field));
            }
            _ => {
                object.insert(key(member).into_owned(), untyped(field));
            }
        }
    }

    pub(super) fn parts<'f>(
        self,
        members: &[Member],
        has_part_names: bool,
        parts: impl Iterator<Item = &'f dyn Field>,
    ) -> Map<String, Json> {
        let mut object = Map::new();
        for (member, part) in members.iter().zip(parts) {
            if has_part_names {
                self.push_bare(&mut object, member, part);
            } else {
                self.push(&mut object, member, part);
            }
        }
        object
    }

    /// Adds a part of a bare message, by the name of the part instead of its element.
    fn push_bare(self, object: &mut Map<String, Json>, part: &Member, field: &dyn Field) {
        let mut inner = Map::new();
        self.push(&mut inner, part, field);
        let json = if part.place == Place::Element {
            inner.into_iter().next().map(|(_, json)| json)
        } else {
            Some(inner.into())
        };
        if let Some(json) = json.filter(|_| !field.view().is_null() || part.presence.is_nullable()) {
            object.insert(encode_local_name(part.part_name()).into_owned(), json);
        }
    }

    pub(super) fn chosen(self, alternatives: &[Member], field: &dyn Field) -> Json {
        let View::Chosen(alternative) = field.view() else { return untyped(field) };
        let mut object = Map::with_capacity(1);
        if let Some((member, field)) = alternatives.get(alternative).zip(field.inner(0)) {
            self.push(&mut object, member, field);
        }
        object.into()
    }

    /// One value of a member.
    fn one(self, member: &Member, field: &dyn Field) -> Json {
        match (member.content, field.view()) {
            (_, View::DataSet(data_set)) if self.has_tables() => self.tables(member.kind, Cow::Borrowed(data_set)),
            (Some(content), View::Text(text)) => content::json(content, &text),
            _ => self.value(member.kind, field),
        }
    }

    // One function for each arm, because a stack frame has room for all arms of its function, at every depth.
    pub(super) fn value(self, kind: Type, field: &dyn Field) -> Json {
        match (kind, field.view().with_text()) {
            (_, View::Null | View::Nil) => Json::Null,
            (_, View::OfType(kind)) => self.typed(kind, field),
            (Type::Any, view) if let Some(rest) = field.rest() => any(view, rest, self.hiding),
            (Type::Structure(structure), View::Members) => self.members(structure, field),
            (Type::Array(of), View::Items(count)) => self.items(of, count, field),
            (kind, view) => self.leaf(kind, view, field),
        }
    }

    fn typed(self, kind: Type, field: &dyn Field) -> Json {
        let mut object = Map::new();
        object.insert(TYPE.to_owned(), Json::from(type_key(kind, self.service)));
        match field.inner(0).map_or(Json::Null, |inner| self.value(kind, inner)) {
            Json::Object(members) if matches!(kind, Type::Structure(_)) => object.extend(members),
            value => {
                object.insert(VALUE.to_owned(), value);
            }
        }
        object.into()
    }

    /// The tables of elements that are a schema and a diffgram.
    fn data_set_of(self, elements: &Json) -> Option<Json> {
        let [schema, diffgram] = elements.as_array().filter(|_| self.has_tables())?.as_slice() else { return None };
        let (schema, diffgram) = (schema.as_str()?, diffgram.as_str()?);
        let is_diffgram = diffgram.contains("diffgram");
        if is_diffgram {
            self.read_tables(Type::Xml(XmlKind::DataSet), &[schema, diffgram].concat(), is_data_set)
        } else {
            None
        }
    }

    fn members(self, structure: &Structure, field: &dyn Field) -> Json {
        let count = field.members().filter(|member| member.view() != View::Null).count();
        let is_of_family = structure.is_of_family();
        let mut object = Map::with_capacity(count + usize::from(is_of_family));
        let rest = field.rest();
        if let Some(name) = rest.and_then(Rest::type_name) {
            object.insert(TYPE.to_owned(), name.into());
        } else if is_of_family {
            object.insert(TYPE.to_owned(), type_key_of(structure, self.service).into());
        }
        for (member, field) in structure.members().iter().zip(field.members()) {
            self.push(&mut object, member, field);
        }
        if let Some(rest) = rest {
            self.push_content(&mut object, &rest.content);
        }
        object.into()
    }

    fn items(self, of: &ArrayType, count: usize, field: &dyn Field) -> Json {
        if of.alternatives.is_empty() {
            array(count, field.members().map(|item| self.value(of.item, item)))
        } else {
            array(count, field.members().map(|item| self.chosen(of.alternatives, item)))
        }
    }

    fn leaf(self, kind: Type, view: View<'_>, field: &dyn Field) -> Json {
        match (kind, view) {
            (Type::Any, View::Xml(xml)) => object_of(INNER, Json::from(xml)),
            (kind, View::Xml(xml)) if self.has_tables() && kind.is_table() => {
                self.tables_in(kind, &xml).unwrap_or_else(|| content(XmlKind::DataSet, &xml))
            }
            (Type::Xml(kind), View::Xml(xml)) => content(kind, &xml),
            (Type::DataSet(_), View::Xml(xml)) => content(XmlKind::DataSet, &xml),
            (Type::List(list), View::Text(text)) => words(&text, |item| scalar(list.item, item)),
            (Type::List(list), View::Items(count)) => {
                array(count, field.members().map(|item| self.value(list.item, item)))
            }
            (Type::Enumeration(enumeration), View::Text(text)) if enumeration.flags => words(&text, |item| item.into()),
            (kind, View::Text(text)) => scalar(kind, &text),
            _ => untyped(field),
        }
    }

    /// The tables in the content of a DataSet or a DataTable, none in an empty one; `None` if it is neither.
    fn tables_in(self, kind: Type, xml: &str) -> Option<Json> {
        self.read_tables(kind, xml, |root, data_set| {
            let is_text = !xml.trim().is_empty() && root.elements().next().is_none();
            !data_set.tables().is_empty() || !is_text && is_data_set(root, data_set)
        })
    }

    /// The tables in XML, if it is accepted as a DataSet.
    fn read_tables(self, kind: Type, xml: &str, is_accepted: impl Fn(Element<'_>, &DataSet) -> bool) -> Option<Json> {
        let document = Document::parse(format!("<x>{xml}</x>"), &ParseOptions::keeping_forbidden_references()).ok()?;
        let data_set = DataSet::from_element(document.root()).ok()?;
        is_accepted(document.root(), &data_set).then(|| self.tables(kind, Cow::Owned(data_set)))
    }

    fn tables(self, kind: Type, data_set: Cow<'_, DataSet>) -> Json {
        if let Some(hidden) = self.hidden {
            let mut facts = hidden.lock().unwrap_or_else(PoisonError::into_inner);
            *facts += data_set.hidden_facts();
        }
        tables(&self.described(kind, data_set), self.data_sets)
    }
}

/// An array with exact room: a growing array exists twice for a moment, and an item takes 72 bytes.
fn array(count: usize, items: impl Iterator<Item = Json>) -> Json {
    let mut array = Vec::with_capacity(count);
    array.extend(items);
    array.into()
}

fn words(text: &str, item: impl Fn(&str) -> Json) -> Json {
    array(text.split_ascii_whitespace().count(), text.split_ascii_whitespace().map(item))
}

fn object_of(key: &str, value: Json) -> Json {
    Map::from_iter([(key.to_owned(), value)]).into()
}

/// The XML inside an element: all of it, or for a data set its elements.
fn content(kind: XmlKind, xml: &str) -> Json {
    if kind == XmlKind::Content {
        return object_of(MIXED, Json::from(xml));
    }
    match elements_of(xml) {
        Some(elements) if elements.is_empty() => Map::new().into(),
        Some(elements) => object_of(ANY, elements.into()),
        None => object_of(INNER, Json::from(xml)),
    }
}

/// Whether all elements are parts of a DataSet: schemas and diffgrams.
fn is_data_set(root: Element<'_>, _: &DataSet) -> bool {
    root.elements().all(is_of_data_set)
}

/// The elements in a piece of XML; `None` if there is text beside them, or it is not well-formed.
fn elements_of(xml: &str) -> Option<Vec<Json>> {
    let document = Document::parse(format!("<x>{xml}</x>"), &ParseOptions::keeping_forbidden_references()).ok()?;
    let mut elements = Vec::new();
    for child in document.root().children() {
        match child {
            Node::Element(element) => elements.push(Json::from(element.outer_xml())),
            Node::Text(text) if text.trim().is_empty() => {}
            _ => return None,
        }
    }
    Some(elements)
}

/// A scalar or a value of an enumeration. An invalid text stays a string.
fn scalar(kind: Type, text: &str) -> Json {
    let Type::Scalar(scalar) = kind else { return Json::from(text) };
    let trimmed = text.trim();
    let json = match scalar {
        Scalar::Char => Char::parse(trimmed).ok().and_then(Char::character_text).map(Json::from),
        scalar => CellKind::of(scalar.name()).parse(trimmed),
    };
    json.unwrap_or_else(|| Json::from(text))
}

pub(super) fn untyped(field: &dyn Field) -> Json {
    match field.view().with_text() {
        View::Null | View::Nil | View::Integer(_) | View::DataSet(_) | View::Document(_) => Json::Null,
        View::Text(text) | View::Xml(text) => Json::from(text),
        View::Items(count) => array(count, field.members().map(untyped)),
        View::Members => field.members().map(untyped).collect(),
        View::Chosen(_) | View::OfType(_) => field.inner(0).map_or(Json::Null, untyped),
        View::Attributes(attributes) => texts_by_name(attributes, |_| true),
    }
}

fn texts_by_name(attributes: &[(Cow<'_, str>, Cow<'_, str>)], is_visible: impl Fn(&str) -> bool) -> Json {
    let attributes = attributes.iter().filter(|(name, _)| is_visible(name));
    attributes.map(|(name, text)| (name.to_string(), Json::from(text.as_ref()))).collect::<Map<_, _>>().into()
}
