//! Reads values from JSON by their types.

use std::borrow::Cow;

use serde_json::{Map, Value as Json};

use super::content;
use super::index::Index;
use super::names::{ANY, ANY_ATTRIBUTES, MIXED, TYPE, VALUE, key, known};
use super::numbers::{MOST_DIGITS, is_number, number, to_text};
use super::parse::array_or_object;
use super::request_rules::{MemberOf, RequestRules};
use super::scalar_text::{has_stated_kind, is_bytes, number_or_boolean, text};
use super::unreadable::{Mistakes, Reading, Unreadable};
use crate::operation::{ArrayType, Content, InvalidValue, Member, Place, Presence, Scalar, Service, Structure, Type};
use crate::results::DataSet;
use crate::value::{TypedValue, Value};
use crate::xml::name::encode_local_name;

#[derive(Clone, Copy)]
pub(super) struct Reader<'i> {
    pub(super) service: &'static Service,
    pub(super) texts: Texts,
    /// Whether content is accepted that the description does not declare.
    pub(super) is_open: bool,
    /// Whether this is within an array or object that a text held.
    is_in_text: bool,
    /// Whether a value has only the kinds of JSON that schemas state: a number is no string, and an abstract structure names its type.
    pub(super) is_strict: bool,
    pub(super) rules: Option<&'i dyn RequestRules>,
    pub(super) index: &'i Index,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Texts {
    /// Refuses a text that is not of its type, and gives the others in canonical form.
    Canonical,
    /// Refuses a text that is not of its type, unless the type is an enumeration, and keeps the others as they are.
    Typed,
    /// Refuses a text that is no boolean or number of its type, except for the ranges of `int` and `long`, and keeps the others.
    Kinds,
    /// Keeps every text.
    Any,
}

impl<'i> Reader<'i> {
    const fn new(service: &'static Service, texts: Texts, index: &'i Index) -> Self {
        Self { service, texts, is_open: false, is_in_text: false, is_strict: false, rules: None, index }
    }

    /// A reader for requests: refuses a text that is not of its type, and gives the others in canonical form.
    pub(super) const fn checking(service: &'static Service, index: &'i Index) -> Self {
        Self::new(service, Texts::Canonical, index)
    }

    /// A reader for values of Rust types, which keep the form of a text, and texts that their enumeration does not declare.
    pub(super) const fn keeping(service: &'static Service, index: &'i Index) -> Self {
        Self::new(service, Texts::Typed, index)
    }

    /// A reader for requests that the service itself checks: refuses what is not even of the declared kind.
    pub(super) const fn of_kinds(service: &'static Service, index: &'i Index) -> Self {
        Self::new(service, Texts::Kinds, index)
    }

    /// A reader that keeps every text as it is.
    pub(super) const fn trusting(service: &'static Service, index: &'i Index) -> Self {
        Self::new(service, Texts::Any, index).open()
    }

    pub(super) const fn with_rules(mut self, rules: &'i dyn RequestRules) -> Self {
        self.rules = Some(rules);
        self
    }

    pub(super) const fn strict(mut self) -> Self {
        self.is_strict = true;
        self
    }

    /// Accepts content that the description does not declare.
    pub(super) const fn open(mut self) -> Self {
        self.is_open = true;
        self
    }

    pub(super) const fn is_open(self) -> bool {
        self.is_open
    }

    pub(super) const fn service(self) -> &'static Service {
        self.service
    }

    pub(super) fn may_give(self, of: MemberOf, member: &Member) -> bool {
        self.rules.is_none_or(|rules| rules.may_give(of, member))
    }

    pub(super) fn must_give(self, of: MemberOf, member: &Member) -> bool {
        self.rules.is_some_and(|rules| rules.must_give(of, member))
    }

    /// The names of the members that the writer may give.
    pub(super) fn known<'a>(self, of: MemberOf, members: impl Iterator<Item = &'a Member>) -> Vec<&'static str> {
        known(members.filter(|member| self.may_give(of, member)))
    }

    pub(super) fn named(self, member: &Member, json: &Json) -> Reading {
        let path = if member.name.is_empty() || member.place == Place::Attribute {
            key(member)
        } else {
            encode_local_name(member.name)
        };
        self.content(member, json).map_err(|mistakes| mistakes.under(&path))
    }

    /// The value of a member, whatever its name is.
    pub(super) fn content(self, member: &Member, json: &Json) -> Reading {
        let read = match member.place {
            Place::Element | Place::Attribute | Place::Text => self.occurrences(member, json),
            _ if json.is_null() => Ok(Value::Null),
            Place::Choice(alternatives) if !member.repeated => self.alternative(alternatives, json),
            Place::Choice(alternatives) => self.choices(alternatives, json),
            // A part of a bare message has its content in an object.
            Place::AnyElements | Place::Mixed if json.as_object().is_some_and(Map::is_empty) => Ok(Value::Null),
            Place::AnyElements => elements(single(json, ANY).unwrap_or(json))
                .ok_or_else(|| Unreadable::new(json, "array of elements in XML").into()),
            Place::AnyAttributes => attributes(single(json, ANY_ATTRIBUTES).unwrap_or(json))
                .ok_or_else(|| Unreadable::new(json, "object of texts").into()),
            Place::Mixed => {
                let text = single(json, MIXED).unwrap_or(json).as_str();
                let xml = text.map(|xml| Value::Xml(Cow::Owned(xml.to_owned())));
                xml.ok_or_else(|| Unreadable::new(json, "string with XML").into())
            }
        };
        read.map_err(|mistakes| mistakes.hidden_if(member.holds_secret()))
    }

    fn occurrences(self, member: &Member, json: &Json) -> Reading {
        match json {
            Json::Null => Ok(null(member.presence)),
            Json::Array(items) if member.repeated => {
                Self::items(items, |item| self.item(member.kind, member.content, member.presence.is_nullable(), item))
            }
            _ if member.repeated => match self.in_text(json).filter(|(_, json)| json.is_array()) {
                Some((within, array)) => within.occurrences(member, &array),
                None => Err(Unreadable::new(json, &format!("array of {}", member.kind.name())).into()),
            },
            json => self.one(member.kind, member.content, json),
        }
    }

    /// Reads one value of a member.
    fn one(self, kind: Type, content: Option<Content>, json: &Json) -> Reading {
        let Some(content) = content else { return self.value(kind, json) };
        let text = content::text(content, json).ok_or_else(|| Unreadable::new(json, "string with XML"))?;
        Ok(Value::Text(Cow::Owned(text)))
    }

    fn items(items: &[Json], read: impl Fn(&Json) -> Reading) -> Reading {
        // Without iterators, because they take stack at every depth.
        let (mut values, mut mistakes) = (Vec::with_capacity(items.len()), Mistakes::default());
        for (index, item) in items.iter().enumerate() {
            values.extend(mistakes.collect(read(item).map_err(|inner| inner.under(&format!("[{index}]")))));
            if mistakes.are_enough() {
                break;
            }
        }
        mistakes.or(Value::Array(values))
    }

    /// Reads an item of an array. Null is `xsi:nil`.
    fn item(self, kind: Type, content: Option<Content>, nullable: bool, json: &Json) -> Reading {
        match json {
            Json::Null if nullable || self.texts == Texts::Any => Ok(Value::Nil),
            Json::Null => Err(Unreadable::new(json, &kind.name()).into()),
            json => self.one(kind, content, json),
        }
    }

    /// The array or object that a text holds, and its reader. Texts within it are texts, so that its depth is that of one JSON.
    fn in_text(self, json: &Json) -> Option<(Self, Json)> {
        let text = json.as_str().filter(|_| !self.is_in_text)?;
        Some((Self { is_in_text: true, ..self }, array_or_object(text)?))
    }

    /// Reads the value that stands as its JSON in a text; `None` if the text is no such value of the type.
    fn value_in_text(self, kind: Type, json: &Json) -> Option<Reading> {
        let is_of_kind: fn(&Json) -> bool = match kind {
            Type::Array(_) => Json::is_array,
            Type::Structure(_) => Json::is_object,
            kind if kind.is_table() => Json::is_object,
            _ => return None,
        };
        let (within, json) = self.in_text(json).filter(|(_, json)| is_of_kind(json))?;
        Some(within.value(kind, &json))
    }

    pub(super) fn value(self, kind: Type, json: &Json) -> Reading {
        if json.is_string()
            && let Some(read) = self.value_in_text(kind, json)
        {
            return read;
        }
        let misfit = || Err(Unreadable::new(json, &kind.name()).into());
        match (kind, json) {
            (Type::Any, json) => self.any(json),
            (Type::Structure(declared), Json::Object(members)) => match members.get(TYPE) {
                Some(name) if !name.is_null() => self.derived(declared, name, members),
                _ if self.is_strict && declared.is_abstract && !declared.derived().is_empty() => {
                    Err(Unreadable::missing(TYPE).into())
                }
                _ => self.structure(declared, members),
            },
            (Type::Structure(structure), json) => match Self::only_xml(structure, json) {
                Some(value) => Ok(value),
                None => self.text_of_structure(structure, json),
            },
            (Type::Array(array), Json::Array(items)) => self.array(array, items),
            // A lone item, which callers write without brackets.
            (Type::Array(_), json) if !json.is_null() && !json.is_object() => {
                Err(Unreadable::new(json, &kind.name()).proposing(&format!("[{}]", to_text(json))).into())
            }
            (Type::Array(_), _) => misfit(),
            (Type::Xml(_) | Type::DataSet(_), json) => {
                let tables = if kind.is_table() { self.data_set(kind, json) } else { None };
                let xml = match tables {
                    Some(data_set) => Some(xml_of(&data_set?)),
                    None => content::xml(json),
                };
                xml.map_or_else(misfit, |xml| Ok(Value::Xml(Cow::Owned(xml))))
            }
            (Type::List(_), Json::Array(items)) => self.list(kind, items),
            (Type::Enumeration(enumeration), Json::Array(items)) if enumeration.flags => self.list(kind, items),
            // Over GET and POST bytes and sets of flags travel as arrays.
            (_, Json::Array(items)) if self.texts == Texts::Any || self.texts == Texts::Kinds && is_bytes(kind) => {
                Self::items(items, |item| text(kind, item).map_or_else(misfit, Ok))
            }
            (kind, json) => self.scalar(kind, json),
        }
    }

    fn scalar(self, kind: Type, json: &Json) -> Reading {
        if self.is_strict && !has_stated_kind(kind, json) {
            return Err(match kind {
                Type::Enumeration(enumeration) => {
                    Unreadable::of(InvalidValue::of_enumeration(&to_text(json), enumeration)).into()
                }
                _ if number_or_boolean(kind).is_none() => {
                    Unreadable::new(json, &kind.name()).proposing(&format!("\"{}\"", to_text(json))).into()
                }
                _ => Unreadable::new(json, &kind.name()).into(),
            });
        }
        self.text(kind, json)
    }

    pub(super) fn text(self, kind: Type, json: &Json) -> Reading {
        let Some(value) = text(kind, json) else {
            let most = if is_number(json) { format!(" of at most {MOST_DIGITS} digits") } else { String::new() };
            return Err(Unreadable::new(json, &format!("{}{most}", kind.name())).into());
        };
        let invalid = |problem| Mistakes::from(Unreadable::of(problem));
        let is_written = matches!(kind, Type::Scalar(Scalar::Float | Scalar::Double)) && is_number(json);
        match self.texts {
            Texts::Canonical if is_written => {
                value.borrowed().canonical(kind).map_err(invalid)?;
                Ok(value)
            }
            Texts::Canonical => value.canonical(kind).map_err(invalid),
            // A server writes a number as .NET does: `1`, where JSON has `1.0`.
            Texts::Typed if is_written => value.canonical(kind).map_err(invalid),
            Texts::Typed if !matches!(kind, Type::Enumeration(_)) => {
                value.borrowed().canonical(kind).map_err(invalid)?;
                Ok(value)
            }
            Texts::Kinds => {
                let checked = number_or_boolean(kind).map(|of| value.borrowed().canonical(of).map(drop));
                let problem = checked.and_then(Result::err);
                problem.map_or(Ok(value), |problem| Err(invalid(InvalidValue { expected: kind.name(), ..problem })))
            }
            Texts::Typed | Texts::Any => Ok(value),
        }
    }

    /// Joins the items of a list or a set of flags to one text.
    fn list(self, kind: Type, items: &[Json]) -> Reading {
        let item_kind = if let Type::List(list) = kind { list.item } else { kind };
        let Value::Array(items) = Self::items(items, |item| self.scalar(item_kind, item))? else {
            return Ok(Value::default());
        };
        let texts: Vec<&str> = items.iter().filter_map(Value::as_text).collect();
        Ok(Value::Text(Cow::Owned(texts.join(" "))))
    }

    fn array(self, array: &ArrayType, items: &[Json]) -> Reading {
        if array.alternatives.is_empty() {
            return Self::items(items, |item| self.item(array.item, None, array.nullable_items, item));
        }
        Self::items(items, |item| self.alternative(array.alternatives, item))
    }

    /// Reads a string or an array of strings for a structure that only holds XML.
    fn only_xml(structure: &Structure, json: &Json) -> Option<Value<'static>> {
        let (member, []) = structure.members().split_first()? else { return None };
        let value = match member.place {
            Place::AnyElements => elements(json)?,
            Place::Mixed => Value::Xml(Cow::Owned(json.as_str()?.to_owned())),
            _ => return None,
        };
        Some(Value::Structure(vec![value]))
    }

    fn any(self, json: &Json) -> Reading {
        let typed = json.as_object().and_then(|object| Some((object, object.get(TYPE)?)));
        let Some((object, name)) = typed else { return self.any_without_type(json) };
        let kind = name.as_str().and_then(|name| self.index.type_named(self.service, name));
        let Some(kind) = kind else { return Self::any_of_undeclared_type(name, object) };
        let value = match (kind, object.get(VALUE)) {
            (Type::Structure(structure), None) => self.structure(structure, object)?,
            (kind, Some(json)) => self.value(kind, json).map_err(|unreadable| unreadable.under(VALUE))?,
            (kind, None) => return Err(Unreadable::new(json, &format!("{} in `$value`", kind.name())).into()),
        };
        Ok(of_type(kind, value))
    }

    /// Reads XML, or a value of the nearest type.
    fn any_without_type(self, json: &Json) -> Reading {
        let kind = match json {
            Json::Bool(_) => Type::Scalar(Scalar::Boolean),
            Json::String(_) if is_number(json) => {
                let is_integer = number(json).is_some_and(|number| !number.contains(['.', 'e', 'E']));
                Type::Scalar(if is_integer { Scalar::Decimal } else { Scalar::Double })
            }
            Json::Number(number) if number.is_f64() => Type::Scalar(Scalar::Double),
            Json::Number(number) if number.as_i64().is_some_and(|number| i32::try_from(number).is_ok()) => Type::INT,
            Json::Number(number) if number.is_i64() => Type::LONG,
            Json::Number(_) => Type::Scalar(Scalar::UnsignedLong),
            Json::String(_) => Type::STRING,
            Json::Object(_) | Json::Null | Json::Array(_) => {
                let xml = json.as_object().and_then(|_| content::xml(json));
                let xml = xml.ok_or_else(|| Unreadable::new(json, "value with its `$type`"))?;
                return Ok(Value::Xml(Cow::Owned(xml)));
            }
        };
        Ok(of_type(kind, self.text(Type::STRING, json)?))
    }

    /// Reads an undeclared value: text, or an array of texts.
    pub(super) fn untyped(json: &Json) -> Reading {
        match json {
            Json::Null => Ok(Value::Null),
            Json::Array(items) => Self::items(items, Self::untyped),
            json => text(Type::STRING, json).ok_or_else(|| Unreadable::new(json, "text").into()),
        }
    }
}

const fn null(presence: Presence) -> Value<'static> {
    if presence.is_nullable() { Value::Nil } else { Value::Null }
}

fn of_type(kind: Type, value: Value<'static>) -> Value<'static> {
    Value::OfType(Box::new(TypedValue { kind, value }))
}

pub(super) fn single<'a>(json: &'a Json, key: &str) -> Option<&'a Json> {
    json.as_object().filter(|members| members.len() == 1)?.get(key)
}

fn elements(json: &Json) -> Option<Value<'static>> {
    let element = |json: &Json| Some(Value::Xml(Cow::Owned(json.as_str()?.to_owned())));
    match json {
        Json::Array(elements) => elements.iter().map(element).collect::<Option<_>>().map(Value::Array),
        json => element(json).map(|element| Value::Array(vec![element])),
    }
}

fn attributes(json: &Json) -> Option<Value<'static>> {
    let attribute =
        |(name, text): (&String, &Json)| Some((Cow::Owned(name.clone()), Cow::Owned(text.as_str()?.to_owned())));
    json.as_object()?.iter().map(attribute).collect::<Option<_>>().map(Value::Attributes)
}

fn xml_of(data_set: &DataSet) -> String {
    let mut content = String::new();
    data_set.write_content(&mut content);
    content
}
