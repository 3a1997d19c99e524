//! Results as parts of messages, and the other way round: an operation whose messages are described part by part returns a message,
//! whatever type its method has.

use std::borrow::Cow;

use super::Value;
use super::content::{Content, UnexpectedContent};
use super::expected_result::ExpectedResult;
use super::field::{Field, Step};
use super::message::Message;
use crate::operation::{InvalidValue, Member, Operation, ResultShape, Scalar, Type, XmlKind};
use crate::results::{DataSet, Integers, Text, XmlDocument};
use crate::xml::{Document, ParseOptions};

impl From<Content> for Message {
    /// The result as the only part; none of an operation that returns nothing.
    fn from(content: Content) -> Self {
        let owned = |text: String| Value::Text(Cow::Owned(text));
        let value = match content {
            Content::Message(message) => return *message,
            Content::None => return Self::default(),
            Content::String(text) => text.into_option().map(owned),
            Content::DataSet(data_set) => (!data_set.is_null()).then(|| {
                let mut content = String::new();
                data_set.write_content(&mut content);
                Value::Xml(Cow::Owned(content))
            }),
            Content::Xml(document) => (!document.is_null()).then(|| Value::Xml(Cow::Owned(document.to_standalone()))),
            Content::Integers(integers) => integers
                .into_option()
                .map(|integers| Value::Array(integers.iter().map(|integer| owned(integer.to_string())).collect())),
        };
        Self::new(vec![value.unwrap_or_default()])
    }
}

impl Content {
    /// What the operation is declared to return: a message, if it returns one.
    pub(crate) fn declared_by(self, operation: &Operation) -> Self {
        match self {
            Self::Message(_) => self,
            other if operation.result == ResultShape::Message => Self::Message(Box::new(other.into())),
            other => other,
        }
    }

    /// The only part of a message as a result of that shape; what is no message as it is.
    pub(crate) fn part_as(self, shape: ResultShape) -> Result<Self, UnexpectedContent> {
        let Self::Message(message) = self else { return Ok(self) };
        let parts = message.outputs.len();
        let mut outputs = message.outputs.into_iter();
        let value = match (outputs.next(), outputs.next()) {
            (None, _) if shape == ResultShape::None => return Ok(Self::None),
            (Some(value), None) if shape != ResultShape::None => value,
            _ => return Err(UnexpectedContent::parts(parts, due(shape))),
        };
        of_value(shape, value)
    }
}

impl ExpectedResult {
    /// The shape of the only part of the message that is expected, if its type has one.
    pub(crate) fn only_shape(&self) -> Option<ResultShape> {
        let [only] = self.outputs else { return None };
        match only.kind {
            _ if only.repeated => None,
            Type::Scalar(Scalar::String) => Some(ResultShape::String),
            Type::Xml(XmlKind::DataSet) => Some(ResultShape::DataSet),
            Type::DataSet(data_set) => Some(ResultShape::TypedDataSet(data_set)),
            Type::Xml(XmlKind::Content) => Some(ResultShape::Xml),
            _ => None,
        }
    }
}

const TYPED: &str = "a value of the declared type";

fn due(shape: ResultShape) -> &'static str {
    match shape {
        ResultShape::None => "nothing",
        ResultShape::String | ResultShape::Delimited => "a string",
        ResultShape::DataSet | ResultShape::TypedDataSet(_) => "a DataSet",
        ResultShape::Xml => "an XML document",
        ResultShape::Integers => "integers",
        ResultShape::Message => TYPED,
    }
}

fn of_value(shape: ResultShape, value: Value<'static>) -> Result<Content, UnexpectedContent> {
    let is_null = value.is_null();
    let wrong = |why: &dyn std::fmt::Display| UnexpectedContent::part(&why.to_string(), due(shape));
    match (shape, value) {
        (ResultShape::String | ResultShape::Delimited, Value::Text(text)) => {
            Ok(Content::String(Text::new(text.into_owned())))
        }
        (ResultShape::String | ResultShape::Delimited, _) if is_null => Ok(Content::String(Text::null())),
        (ResultShape::DataSet | ResultShape::TypedDataSet(_), Value::Xml(xml)) => {
            let container = Document::parse(format!("<result>{xml}</result>"), &read_before());
            let container = container.map_err(|error| wrong(&error))?;
            DataSet::from_element(container.root()).map(Content::DataSet).map_err(|error| wrong(&error))
        }
        (ResultShape::DataSet | ResultShape::TypedDataSet(_), _) if is_null => Ok(Content::DataSet(DataSet::null())),
        // An element without a document in it is a document without a root, which is null.
        (ResultShape::Xml, Value::Xml(xml)) if xml.trim().is_empty() => Ok(Content::Xml(XmlDocument::null())),
        (ResultShape::Xml, Value::Xml(xml)) => {
            let document = Document::parse(xml.into_owned(), &read_before()).map_err(|error| wrong(&error))?;
            Ok(Content::Xml(XmlDocument::from_element(document.root())))
        }
        (ResultShape::Xml, _) if is_null => Ok(Content::Xml(XmlDocument::null())),
        (ResultShape::Integers, Value::Array(items)) => {
            let integers = items.iter().map(|item| item.as_text().unwrap_or("0").parse::<i32>());
            let integers = integers.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&error))?;
            Ok(Content::Integers(Integers::new(integers)))
        }
        (ResultShape::Integers, _) if is_null => Ok(Content::Integers(Integers::null())),
        _ => Err(wrong(&"a value of another type")),
    }
}

/// The bounds of a text that was read before, under the bounds that applied then.
fn read_before() -> ParseOptions {
    let mut options = ParseOptions::keeping_forbidden_references();
    (options.max_depth, options.max_nodes) = (usize::MAX, usize::MAX);
    (options.max_attributes, options.max_name) = (usize::MAX, usize::MAX);
    options
}

/// Fills the members of `output` with the parts of a message, which `members` describe.
pub(crate) fn fill(output: &mut dyn Field, members: &[Member], content: Content) -> Result<(), UnexpectedContent> {
    let Content::Message(message) = content else { return Err(UnexpectedContent::new(&content, "a message")) };
    if message.outputs.len() != members.len() {
        return Err(UnexpectedContent::parts(message.outputs.len(), "so many as the operation is declared to return"));
    }
    for (index, (member, value)) in members.iter().zip(message.outputs).enumerate() {
        if let Some(field) = output.enter(Step::Member(index)) {
            fill_part(field, member, value)?;
        }
    }
    Ok(())
}

impl Content {
    /// Fills a field with the only part of a message; whether it is null.
    pub(crate) fn fill(self, field: &mut dyn Field, expected: &ExpectedResult) -> Result<bool, UnexpectedContent> {
        match (self, expected.outputs) {
            (Self::Message(message), [member]) => {
                let (found, mut parts) = (message.outputs.len(), message.outputs.into_iter());
                match (parts.next(), parts.next()) {
                    (Some(value), None) => fill_part(field, member, value),
                    _ => Err(UnexpectedContent::parts(found, TYPED)),
                }
            }
            (other, _) => Err(UnexpectedContent::new(&other, TYPED)),
        }
    }
}

/// Fills a field with a part of a message; whether it is null.
fn fill_part(field: &mut dyn Field, member: &Member, value: Value<'static>) -> Result<bool, UnexpectedContent> {
    let is_null = value.is_null();
    let invalid = |invalid: InvalidValue| UnexpectedContent::invalid(member.name, &invalid);
    field.set_member(member, value).map(|()| is_null).map_err(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::table::{ColumnType, Table};

    fn assert_goes_both_ways(content: &Content, shape: ResultShape) {
        let message = Message::from(content.clone());
        let outputs = usize::from(shape != ResultShape::None);
        assert_eq!(message.outputs.len(), outputs, "{content:?}");
        assert_eq!(Content::Message(Box::new(message)).part_as(shape), Ok(content.clone()));
    }

    #[test]
    fn every_shape_is_a_message_and_a_message_every_shape() {
        let table = Table::new("T").column("Name", ColumnType::String).row([Some("a<b>".to_owned())]);
        let data_set = DataSet::new("D").table(table);
        assert_goes_both_ways(&Content::None, ResultShape::None);
        assert_goes_both_ways(&Content::String(Text::new("a")), ResultShape::String);
        assert_goes_both_ways(&Content::String(Text::null()), ResultShape::Delimited);
        assert_goes_both_ways(&Content::Integers(Integers::new([1, -2])), ResultShape::Integers);
        assert_goes_both_ways(&Content::Integers(Integers::null()), ResultShape::Integers);
        assert_goes_both_ways(&Content::DataSet(data_set), ResultShape::DataSet);
        assert_goes_both_ways(&Content::DataSet(DataSet::null()), ResultShape::DataSet);
        assert_goes_both_ways(
            &Content::Xml(XmlDocument::parse("<a xmlns=\"\"><b>1</b></a>").unwrap()),
            ResultShape::Xml,
        );
        assert_goes_both_ways(&Content::Xml(XmlDocument::null()), ResultShape::Xml);
    }

    #[test]
    fn what_is_of_another_shape_is_told() {
        let wrong = |outputs: Vec<Value<'static>>, shape| {
            Content::Message(Box::new(Message::new(outputs))).part_as(shape).unwrap_err().to_string()
        };
        let two = wrong(vec![Value::Null, Value::Null], ResultShape::String);
        assert_eq!(two, "the result is a message of 2 parts, not a string");
        let words = || vec![Value::from(vec!["one"])];
        assert_eq!(wrong(words(), ResultShape::Integers), "the result is invalid digit found in string, not integers");
        assert_eq!(wrong(words(), ResultShape::DataSet), "the result is a value of another type, not a DataSet");
        assert_eq!(wrong(words(), ResultShape::None), "the result is a message of 1 part, not nothing");
    }
}
