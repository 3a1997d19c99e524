//! Messages of one part, and the results of a shape of their own that say the same.

use std::borrow::Cow;

use super::Value;
use super::content::Content;
use super::message::Message;
use crate::operation::ResultShape;
use crate::results::{DataSet, Integers, Text, XmlDocument};
use crate::xml::{Document, ParseOptions};

impl Content {
    /// The same result in that shape, where it is a message of one part that can be so; itself otherwise.
    pub(crate) fn plain(self, shape: ResultShape) -> Self {
        let Self::Message(message) = self else { return self };
        match plain(&message, shape) {
            Some(content) => content,
            None => Self::Message(message),
        }
    }
}

fn plain(message: &Message, shape: ResultShape) -> Option<Content> {
    let value = match message.outputs.as_slice() {
        [] => return (shape == ResultShape::None).then_some(Content::None),
        [value] => value,
        _ => return None,
    };
    Some(match (shape, value) {
        (ResultShape::String | ResultShape::Delimited, Value::Null | Value::Nil) => Content::String(Text::null()),
        (ResultShape::String | ResultShape::Delimited, Value::Text(text)) => Content::String(Text::new(text.clone())),
        (ResultShape::Integers, Value::Null | Value::Nil) => Content::Integers(Integers::null()),
        (ResultShape::Integers, Value::Array(items)) => {
            let items: Option<Vec<i32>> = items.iter().map(|item| item.as_text()?.parse().ok()).collect();
            Content::Integers(Integers::new(items?))
        }
        (ResultShape::DataSet, Value::Null | Value::Nil) => Content::DataSet(DataSet::null()),
        (ResultShape::DataSet, Value::Xml(content)) => {
            let document = Document::parse(format!("<r>{content}</r>"), &ParseOptions::default()).ok()?;
            Content::DataSet(DataSet::from_element(document.root()).ok()?)
        }
        (ResultShape::Xml, Value::Null | Value::Nil) => Content::Xml(XmlDocument::null()),
        (ResultShape::Xml, Value::Xml(content)) => Content::Xml(XmlDocument::parse(content).ok()?),
        (ResultShape::Typed(_), value) => Content::Typed(value.clone()),
        _ => return None,
    })
}

impl Message {
    /// A message of the part that the result is.
    pub(crate) fn of_content(content: Content) -> Self {
        let xml = |content: String| Value::Xml(Cow::Owned(content));
        let value = match content {
            Content::Message(message) => return *message,
            Content::None => return Self::default(),
            Content::String(text) => text.into_option().map_or(Value::Null, Value::from),
            Content::Typed(value) => value,
            Content::Integers(integers) => match integers.into_option() {
                Some(items) => Value::from(items),
                None => Value::Null,
            },
            Content::DataSet(data_set) if data_set.is_null() => Value::Null,
            Content::DataSet(data_set) => {
                let mut content = String::new();
                data_set.write_content(&mut content);
                xml(content)
            }
            Content::Xml(document) if document.is_null() => Value::Null,
            Content::Xml(document) => {
                let mut content = String::new();
                document.write_content(&mut content);
                xml(content)
            }
        };
        Self::new(vec![value])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::Type;
    use crate::results::table::{ColumnType, Table};

    fn assert_goes_both_ways(content: &Content, shape: ResultShape) {
        let message = Message::of_content(content.clone());
        let outputs = usize::from(shape != ResultShape::None);
        assert_eq!(message.outputs.len(), outputs, "{content:?}");
        assert_eq!(Content::Message(Box::new(message)).plain(shape), *content);
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
        assert_goes_both_ways(&Content::Typed(Value::from("7")), ResultShape::Typed(Type::INT));
    }

    #[test]
    fn what_is_of_another_shape_stays_a_message() {
        let message = |outputs: Vec<Value<'static>>| Content::Message(Box::new(Message::new(outputs)));
        let two = message(vec![Value::Null, Value::Null]);
        assert_eq!(two.clone().plain(ResultShape::String), two);
        let words = message(vec![Value::from(vec!["one"])]);
        assert_eq!(words.clone().plain(ResultShape::Integers), words);
        assert_eq!(words.clone().plain(ResultShape::DataSet), words);
    }
}
