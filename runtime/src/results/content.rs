//! Strings that hold something else: XML, or JSON. The text is kept, whatever it is; it is read when a caller asks for its value.

use std::borrow::Cow;
use std::fmt;

#[cfg(feature = "json")]
use serde_core::de::{DeserializeOwned, Error as _};
#[cfg(feature = "json")]
use serde_core::ser::Serialize;

#[cfg(feature = "json")]
use super::is_in_proportion;
#[cfg(feature = "json")]
use super::json_tokens::{Token, is_number, with_tokens};
use crate::operation::{Content, InvalidValue, Type};
use crate::value::field::{Field, FieldType, Input, IntoText, IntoValue, SingleValue, View};
use crate::xml::{Document, ParseOptions, PullReader, XmlError, shown_lines, trim_white_space};
use asmx_types::display::Shown;

macro_rules! texts {
    ($($(#[doc = $doc:literal])+ $name:ident;)*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, PartialEq, Eq, Hash, Default)]
        pub struct $name(String);

        impl $name {
            /// A text, which is sent as it is.
            #[must_use]
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The text as sent.
            #[must_use]
            pub fn text(&self) -> &str {
                &self.0
            }

            /// The text as sent.
            #[must_use]
            pub fn into_text(self) -> String {
                self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::new(text)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.debug_tuple(stringify!($name)).field(&Shown(&self.0)).finish()
            }
        }

        impl fmt::Display for $name {
            /// For people: control characters except line breaks and tabs as escapes (`\u{1b}`).
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.pad(&shown_lines(&self.0))
            }
        }

        impl FieldType for $name {
            const TYPE: Type = Type::STRING;
            const NAME: &'static str = "string";
        }

        impl Field for $name {
            fn view(&self) -> View<'_> {
                View::Text(Cow::Borrowed(&self.0))
            }

            fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
                self.0.take(input)
            }
        }

        impl SingleValue for $name {}

        impl<T: IntoText> IntoValue<Option<$name>> for T {
            fn into_value(self) -> Option<$name> {
                self.into_text().map($name)
            }
        }

        impl<T: Into<String>> IntoValue<$name> for T {
            fn into_value(self) -> $name {
                $name(self.into())
            }
        }
    )*};
}

texts! {
    /// A string that holds an XML document. A text that is not XML is kept, and its response has a
    /// [deviation](crate::Message::deviations).
    ///
    /// ```
    /// use asmx_runtime::XmlText;
    ///
    /// // The encoding is that of the file which the service made of it once.
    /// let text = XmlText::from(r#"<?xml version="1.0" encoding="utf-16"?><a>1</a>"#);
    /// assert_eq!(text.document()?.root().text(), "1");
    /// # Ok::<(), asmx_runtime::xml::XmlError>(())
    /// ```
    XmlText;
    /// A string that holds a value of JSON. A text that is not JSON is kept, and its response has a
    /// [deviation](crate::Message::deviations) if the feature `json` is on.
    JsonText;
}

impl XmlText {
    /// Parses the document. References to characters that XML 1.0 forbids are kept and flagged, because genuine servers send them.
    ///
    /// # Errors
    ///
    /// [`XmlError`] if the text is not XML, or beyond the limits of [`ParseOptions`].
    pub fn document(&self) -> Result<Document, XmlError> {
        self.document_with(&ParseOptions::keeping_forbidden_references())
    }

    /// [`document`](Self::document) with these options.
    ///
    /// # Errors
    ///
    /// As [`document`](Self::document).
    pub fn document_with(&self, options: &ParseOptions) -> Result<Document, XmlError> {
        Document::parse(self.0.as_str(), options)
    }
}

#[cfg(feature = "json")]
impl JsonText {
    /// Writes a value of a type with serde.
    ///
    /// # Errors
    ///
    /// The type refuses to be written, or it has keys that are not texts.
    pub fn of<T: Serialize>(value: &T) -> serde_json::Result<Self> {
        Ok(Self::from(&serde_json::to_value(value)?))
    }

    /// The value. Nested values are at most 128 levels deep.
    ///
    /// ```
    /// use asmx_runtime::JsonText;
    ///
    /// assert_eq!(JsonText::from(r#"{"days": [1, 2]}"#).value()?["days"][1], 2);
    /// assert!(JsonText::from("no days").value().is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not JSON, or its value would take far more memory than the text.
    pub fn value(&self) -> serde_json::Result<serde_json::Value> {
        read_json(&self.0)
    }

    /// The value as a type of the caller's.
    ///
    /// # Errors
    ///
    /// The text is not JSON, or not of the type.
    pub fn read<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(without_mark(&self.0))
    }
}

#[cfg(feature = "json")]
impl From<&serde_json::Value> for JsonText {
    /// The value as text. Two characters that XML cannot hold are escaped.
    fn from(value: &serde_json::Value) -> Self {
        Self(for_xml(&value.to_string()))
    }
}

/// The JSON with escapes for two characters that XML cannot hold.
#[cfg(feature = "json")]
pub(crate) fn for_xml(json: &str) -> String {
    json.replace('\u{fffe}', "\\ufffe").replace('\u{ffff}', "\\uffff")
}

/// Reads JSON. Numbers with more digits than a number of `serde_json` keeps are strings.
#[cfg(feature = "json")]
pub(crate) fn read_json(text: &str) -> serde_json::Result<serde_json::Value> {
    /// The memory of a value, with the spare room of the array or object around it.
    const VALUE: usize = 2 * size_of::<serde_json::Value>();
    let values = text.bytes().filter(|byte| matches!(byte, b',' | b':' | b'[' | b'{')).count();
    if !is_in_proportion(values.saturating_mul(VALUE), text.len()) {
        return Err(serde_json::Error::custom("its values would take far more memory than the text"));
    }
    serde_json::from_str(&with_digits(without_mark(text)))
}

/// The JSON with numbers whose digits a value of `serde_json` would lose as strings.
#[cfg(feature = "json")]
fn with_digits(text: &str) -> Cow<'_, str> {
    with_tokens(text, |token| match token {
        Token::Number(number) if !keeps_digits(number) => Some(format!("\"{number}\"")),
        Token::Number(_) | Token::String(_) => None,
    })
}

/// Whether a number of 64 bits holds all digits. What is no number is left to the reader of JSON.
#[cfg(feature = "json")]
fn keeps_digits(number: &str) -> bool {
    if !is_number(number) || number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok() {
        return true;
    }
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.bytes().filter(u8::is_ascii_digit).map(char::from).collect();
    let digits = digits.trim_start_matches('0');
    let digits = if mantissa.contains('.') { digits.trim_end_matches('0') } else { digits };
    digits.len() <= 15
}

/// Some services write the byte order mark of a file into the string.
#[cfg(feature = "json")]
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Whether a text is what it claims to be. An empty text claims nothing: services return it where they have nothing to return.
pub(crate) fn holds(content: Content, text: &str) -> bool {
    trim_white_space(text).is_empty()
        || match content {
            Content::Xml => is_xml(text),
            #[cfg(feature = "json")]
            Content::Json => read_json(text).is_ok(),
            #[cfg(not(feature = "json"))]
            Content::Json => true,
        }
}

pub(crate) fn is_xml(text: &str) -> bool {
    PullReader::new(text, &ParseOptions::keeping_forbidden_references()).finish().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::XmlErrorKind;

    #[test]
    fn xml_is_read_within_its_limits_and_any_text_is_kept() {
        let text = XmlText::from("<?xml version=\"1.0\" encoding=\"utf-16\"?>\r\n<a b=\"1\">\u{1d11e}</a>");
        let document = text.document().unwrap();
        assert_eq!((document.root().name(), document.root().text().as_ref()), ("a", "\u{1d11e}"));
        assert!(holds(Content::Xml, text.text()) && holds(Content::Xml, " \r\n"));
        let deep = XmlText::from("<a>".repeat(300) + &"</a>".repeat(300));
        assert_eq!(deep.document().unwrap_err().kind(), XmlErrorKind::TooDeep);
        for wrong in ["<a>", "a", "<a/><b/>", "<!DOCTYPE a><a/>", deep.text()] {
            assert!(!holds(Content::Xml, wrong), "{wrong}");
            assert_eq!(XmlText::from(wrong).into_text(), wrong);
        }
        assert_eq!(
            format!("{:?}", XmlText::from("x".repeat(200))),
            format!("XmlText({:?}… (200 bytes))", "x".repeat(120))
        );
    }

    #[cfg(feature = "json")]
    #[test]
    fn json_is_read_within_its_limits_and_any_text_is_kept() {
        let exact = JsonText::from(
            r#"{"12345678901234567.89": [12345678901234567.89, 0.10, "7\"1234567890123456789012"], "n": -123456789012345678901234}"#,
        );
        let value = exact.value().unwrap();
        assert_eq!(
            value["12345678901234567.89"],
            serde_json::json!(["12345678901234567.89", 0.1, "7\"1234567890123456789012"])
        );
        assert_eq!(value["n"], "-123456789012345678901234");
        let text = JsonText::from("\u{feff}{\"a\": [1, 2.50], \"b\": null}");
        assert_eq!(text.value().unwrap(), serde_json::json!({"a": [1, 2.5], "b": null}));
        assert_eq!(
            text.read::<std::collections::BTreeMap<String, Option<Vec<f64>>>>().unwrap()["a"],
            Some(vec![1.0, 2.5])
        );
        assert!(holds(Content::Json, text.text()) && holds(Content::Json, "") && holds(Content::Json, " null "));
        let deep = "[".repeat(200) + &"]".repeat(200);
        for wrong in ["{", "yes", "{} {}", "1e999", deep.as_str()] {
            assert!(!holds(Content::Json, wrong), "{wrong}");
            assert_eq!(JsonText::from(wrong).into_text(), wrong);
        }
        let dense = format!("[{}0]", "0,".repeat(4_000_000));
        assert!(JsonText::from(dense).value().unwrap_err().to_string().starts_with("its values would take"));
        // XML cannot hold the two characters.
        let json = JsonText::of(&["\u{fffe}\u{ffff}\u{1}\n"]).unwrap();
        assert_eq!(json.text(), r#"["\ufffe\uffff\u0001\n"]"#);
        assert_eq!(json.value().unwrap(), serde_json::json!(["\u{fffe}\u{ffff}\u{1}\n"]));
    }
}
