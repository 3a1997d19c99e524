//! Values into JSON.

use serde_json::{Map, Number, Value as Json};

use super::names::{ANY, ANY_ATTRIBUTES, CHOICE, INNER, MIXED, TYPE, VALUE, key, type_key};
use crate::operation::{Member, Place, Scalar, Service, Type, XmlKind};
use crate::value::{Chosen, Value};
use crate::xml::name::encode_local_name;
use crate::xml::{Document, Node, ParseOptions};
use crate::xsd::{Char, Lexical as _};

/// Writes values of one service.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    service: &'a Service,
}

impl<'a> Writer<'a> {
    pub(super) const fn new(service: &'a Service) -> Self {
        Self { service }
    }

    /// Adds a member to the object of its structure; what is absent adds nothing.
    pub(super) fn push(self, object: &mut Map<String, Json>, member: &Member, value: &Value<'_>) {
        match (member.place, value) {
            (_, Value::Null) => {}
            // Without an occurrence it is absent.
            (_, Value::Array(items)) if items.is_empty() && (member.repeated || member.place == Place::AnyElements) => {
            }
            (Place::Choice(alternatives), Value::Choice(chosen)) => {
                if let Some(member) = alternatives.get(chosen.alternative) {
                    self.push(object, member, &chosen.value);
                }
            }
            (Place::Choice(alternatives), Value::Array(items)) => {
                let items = items.iter().map(|item| self.chosen(alternatives, item));
                match object.get_mut(CHOICE) {
                    Some(Json::Array(others)) => others.extend(items),
                    _ => {
                        object.insert(CHOICE.to_owned(), items.collect());
                    }
                }
            }
            (Place::AnyElements, Value::Array(elements)) => {
                object.insert(ANY.to_owned(), elements.iter().map(plain).collect());
            }
            (Place::AnyAttributes, Value::Attributes(attributes)) => {
                object.insert(ANY_ATTRIBUTES.to_owned(), texts_by_name(attributes));
            }
            (_, Value::Array(items)) if member.repeated => {
                let items = items.iter().map(|item| self.value(member.kind, item)).collect();
                object.insert(key(member).into_owned(), items);
            }
            (Place::Element | Place::Attribute | Place::Text, value) => {
                object.insert(key(member).into_owned(), self.value(member.kind, value));
            }
            (_, value) => {
                object.insert(key(member).into_owned(), plain(value));
            }
        }
    }

    /// Adds a part of a message whose style is bare: it is called like the part, not like its element.
    pub(super) fn push_bare(self, object: &mut Map<String, Json>, part: &Member, value: &Value<'_>) {
        let mut inside = Map::new();
        self.push(&mut inside, part, value);
        let json = if part.place == Place::Element {
            inside.into_iter().next().map(|(_, json)| json)
        } else {
            Some(inside.into())
        };
        if let Some(json) = json.filter(|_| !value.is_null() || part.presence.is_nullable()) {
            object.insert(encode_local_name(part.part_name()).into_owned(), json);
        }
    }

    /// The object with the element that was chosen.
    fn chosen(self, alternatives: &[Member], value: &Value<'_>) -> Json {
        let mut object = Map::new();
        match value {
            Value::Choice(chosen) => {
                let Chosen { alternative, value } = chosen.as_ref();
                if let Some(member) = alternatives.get(*alternative) {
                    self.push(&mut object, member, value);
                }
                object.into()
            }
            other => plain(other),
        }
    }

    fn value(self, kind: Type, value: &Value<'_>) -> Json {
        match (kind, value) {
            (_, Value::Null | Value::Nil) => Json::Null,
            (_, Value::OfType(typed)) => {
                let mut object = Map::new();
                object.insert(TYPE.to_owned(), Json::from(type_key(typed.kind, self.service)));
                match self.value(typed.kind, &typed.value) {
                    Json::Object(members) if matches!(typed.kind, Type::Structure(_)) => object.extend(members),
                    value => {
                        object.insert(VALUE.to_owned(), value);
                    }
                }
                object.into()
            }
            (Type::Structure(structure), Value::Structure(values)) => {
                let mut object = Map::new();
                for (member, value) in structure.members().iter().zip(values) {
                    self.push(&mut object, member, value);
                }
                object.into()
            }
            (Type::Array(array), Value::Array(items)) if array.alternatives.is_empty() => {
                items.iter().map(|item| self.value(array.item, item)).collect()
            }
            (Type::Array(array), Value::Array(items)) => {
                items.iter().map(|item| self.chosen(array.alternatives, item)).collect()
            }
            (Type::Any, Value::Xml(xml)) => object_of(INNER, Json::from(xml.as_ref())),
            (Type::Xml(kind), Value::Xml(xml)) => inside(kind, xml),
            (Type::DataSet(_), Value::Xml(xml)) => inside(XmlKind::DataSet, xml),
            (Type::List(list), Value::Text(text)) => {
                text.split_ascii_whitespace().map(|item| scalar(list.item, item)).collect()
            }
            (Type::Enumeration(enumeration), Value::Text(text)) if enumeration.flags => {
                text.split_ascii_whitespace().collect()
            }
            (kind, Value::Text(text)) => scalar(kind, text),
            (_, other) => plain(other),
        }
    }
}

fn object_of(key: &str, value: Json) -> Json {
    Map::from_iter([(key.to_owned(), value)]).into()
}

/// XML inside an element: of any content all of it, of a data set its elements.
fn inside(kind: XmlKind, xml: &str) -> Json {
    if kind == XmlKind::Content {
        return object_of(MIXED, Json::from(xml));
    }
    match elements_of(xml) {
        Some(elements) if elements.is_empty() => Map::new().into(),
        Some(elements) => object_of(ANY, elements.into()),
        None => object_of(INNER, Json::from(xml)),
    }
}

/// The elements in a piece of XML; `None` if there is text beside them, or it is none.
fn elements_of(xml: &str) -> Option<Vec<Json>> {
    let document = Document::parse(format!("<x>{xml}</x>"), &ParseOptions::default()).ok()?;
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

/// A scalar, or a value of an enumeration. What is no value of its type is the text as it came.
fn scalar(kind: Type, text: &str) -> Json {
    let Type::Scalar(scalar) = kind else { return Json::from(text) };
    let plain = text.trim();
    let json = match scalar {
        Scalar::Boolean => match plain {
            "true" | "1" => Some(Json::Bool(true)),
            "false" | "0" => Some(Json::Bool(false)),
            _ => None,
        },
        Scalar::Byte | Scalar::Short | Scalar::Int | Scalar::Long => plain.parse::<i64>().ok().map(Json::from),
        Scalar::UnsignedByte | Scalar::UnsignedShort | Scalar::UnsignedInt | Scalar::UnsignedLong => {
            plain.parse::<u64>().ok().map(Json::from)
        }
        Scalar::Float | Scalar::Double => {
            let is_number = plain.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.'));
            let number = is_number.then(|| plain.parse::<f64>().ok()).flatten();
            number.and_then(Number::from_f64).map(Json::Number)
        }
        Scalar::Char => Char::parse(plain).ok().and_then(Char::character_text).map(Json::from),
        _ => None,
    };
    json.unwrap_or_else(|| Json::from(text))
}

/// A value that its type does not explain.
fn plain(value: &Value<'_>) -> Json {
    match value {
        Value::Null | Value::Nil => Json::Null,
        Value::Text(text) | Value::Xml(text) => Json::from(text.as_ref()),
        Value::Array(items) | Value::Structure(items) => items.iter().map(plain).collect(),
        Value::Choice(chosen) => plain(&chosen.value),
        Value::OfType(typed) => plain(&typed.value),
        Value::Attributes(attributes) => texts_by_name(attributes),
    }
}

fn texts_by_name(attributes: &[(std::borrow::Cow<'_, str>, std::borrow::Cow<'_, str>)]) -> Json {
    attributes.iter().map(|(name, text)| (name.to_string(), Json::from(text.as_ref()))).collect::<Map<_, _>>().into()
}

/// A typed result of a generated operation: every scalar is a string.
pub(super) fn texts(value: &Value<'_>, kind: Type) -> Json {
    match (value, kind) {
        (Value::Array(items), Type::Array(array)) => items.iter().map(|item| texts(item, array.item)).collect(),
        (Value::Structure(values), Type::Structure(structure)) => {
            let members = structure.members().iter().zip(values);
            members
                .map(|(member, value)| (member.name.to_owned(), texts(value, member.kind)))
                .collect::<Map<_, _>>()
                .into()
        }
        (value, _) => plain(value),
    }
}
