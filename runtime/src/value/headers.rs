//! SOAP headers beside a message, for callers and implementors.

use super::Value;
use super::deviation::Deviation;
use super::field::{Field, FieldType};
use super::message::{Message, UnexpectedResult};
use super::output::ExpectedResult;
use super::result::ResultType;
use super::soap_header::SoapHeader;
use crate::operation::{InvalidValue, Member, Type};

/// SOAP headers, in the order of the envelope.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Headers(Vec<SoapHeader>);

impl Headers {
    /// No headers.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a header at the end.
    pub fn push(&mut self, header: SoapHeader) {
        self.0.push(header);
    }

    /// Iterates over the headers.
    pub fn iter(&self) -> std::slice::Iter<'_, SoapHeader> {
        self.0.iter()
    }

    /// The number of headers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no headers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The headers as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[SoapHeader] {
        &self.0
    }

    /// The first declared header of that name. `name` is not encoded.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&SoapHeader> {
        self.0.iter().find(|header| header.declared().is_some_and(|(member, _)| member.name == name))
    }

    /// The first declared header of that type; `None` if it is missing or null.
    ///
    /// # Errors
    ///
    /// Its value is not of the type.
    pub fn get<H: Field + FieldType + Default>(&self) -> Result<Option<H>, InvalidValue> {
        let mut declared = self.0.iter().filter_map(SoapHeader::declared);
        let found = declared.find(|(member, value)| is_of_type(member, H::TYPE) && !value.is_null());
        found.map(|(member, value)| read(member, value)).transpose()
    }
}

impl From<Vec<SoapHeader>> for Headers {
    fn from(headers: Vec<SoapHeader>) -> Self {
        Self(headers)
    }
}

impl From<Headers> for Vec<SoapHeader> {
    fn from(headers: Headers) -> Self {
        headers.0
    }
}

impl IntoIterator for Headers {
    type Item = SoapHeader;
    type IntoIter = std::vec::IntoIter<SoapHeader>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Headers {
    type Item = &'a SoapHeader;
    type IntoIter = std::slice::Iter<'a, SoapHeader>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A message with its SOAP headers: a result with the headers of the service, or in a service a request with those of the caller.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WithHeaders<T> {
    /// The result or the request.
    pub message: T,
    /// Its headers. Empty over GET and POST.
    pub headers: Headers,
    /// Contradictions of a response to the service's description. Ignored in the result of a service.
    pub deviations: Vec<Deviation>,
}

impl<T> WithHeaders<T> {
    /// A message without headers.
    pub const fn new(message: T) -> Self {
        Self { message, headers: Headers::new(), deviations: Vec::new() }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, header: SoapHeader) -> Self {
        self.headers.push(header);
        self
    }
}

impl<T> From<T> for WithHeaders<T> {
    fn from(message: T) -> Self {
        Self::new(message)
    }
}

impl<T: ResultType> ResultType for WithHeaders<T> {
    fn from_message(mut message: Message, expected: &ExpectedResult) -> Result<Self, UnexpectedResult> {
        let headers = Headers(std::mem::take(&mut message.headers));
        let deviations = std::mem::take(&mut message.deviations);
        Ok(Self { message: T::from_message(message, expected)?, headers, deviations })
    }

    fn into_message(self) -> Message {
        let mut message = self.message.into_message();
        message.headers.extend(self.headers);
        message
    }
}

impl SoapHeader {
    /// The header of `declared` with the value's type. `declared` are the headers of a request or a response
    /// ([`Messages`](crate::descriptors::Messages)).
    ///
    /// # Errors
    ///
    /// A sentence: no header is of that type, or several are.
    pub fn of<H: Field + FieldType>(declared: &'static [Member], value: &H) -> Result<Self, String> {
        Self::of_type(declared, H::TYPE, content_of(value))
    }

    pub(crate) fn of_type(declared: &'static [Member], kind: Type, value: Value<'static>) -> Result<Self, String> {
        let found: Vec<_> = declared.iter().filter(|member| is_of_type(member, kind)).collect();
        match found.as_slice() {
            [header] => Ok(Self::new(header, value)),
            [] => {
                let names: Vec<_> = declared.iter().map(|member| format!("`{}`", member.name)).collect();
                let known = if names.is_empty() { "no header".to_owned() } else { names.join(", ") };
                Err(format!("declares no header of the type {}; it declares {known}", kind.name()))
            }
            several => {
                let names: Vec<_> = several.iter().map(|member| format!("`{}`", member.name)).collect();
                let names = names.join(", ");
                Err(format!(
                    "declares several headers of the type {} ({names}): name one by its descriptor",
                    kind.name()
                ))
            }
        }
    }
}

/// Whether a header is of that type, and not a list of it.
pub(crate) fn is_of_type(member: &Member, kind: Type) -> bool {
    !member.repeated && member.kind == kind
}

pub(crate) fn content_of<H: Field>(field: &H) -> Value<'static> {
    (field as &dyn Field).to_value().into_owned()
}

fn read<H: Field + Default>(member: &Member, value: &Value<'static>) -> Result<H, InvalidValue> {
    let mut field = H::default();
    (&mut field as &mut dyn Field).set_member(member, value.clone())?;
    Ok(field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Text;

    static HEADERS: [Member; 3] =
        [Member::new("Count", Type::INT), Member::new("Id", Type::STRING), Member::new("Note", Type::STRING)];

    #[test]
    fn a_header_is_found_by_its_name_and_by_its_type() {
        let headers = Headers::from(vec![
            SoapHeader::unknown("<x/>".to_owned()),
            SoapHeader::new(&HEADERS[1], Value::from("a")),
            SoapHeader::new(&HEADERS[0], Value::from("7")),
        ]);
        assert_eq!(headers.get::<i32>(), Ok(Some(7)));
        assert_eq!((headers.get::<String>(), headers.get::<bool>()), (Ok(Some("a".to_owned())), Ok(None)));
        assert_eq!(headers.named("Count").unwrap().declared(), Some((&HEADERS[0], &Value::from("7"))));
        assert!(headers.named("x").is_none());
        let wrong = Headers::from(vec![SoapHeader::new(&HEADERS[0], Value::from("seven"))]);
        assert_eq!(wrong.get::<i32>().unwrap_err().to_string(), "`seven` is not a valid int");
    }

    #[test]
    fn a_typed_header_is_the_one_of_its_type() {
        assert_eq!(SoapHeader::of(&HEADERS, &7), Ok(SoapHeader::new(&HEADERS[0], Value::from("7"))));
        assert_eq!(
            SoapHeader::of(&HEADERS, &"a".to_owned()).unwrap_err(),
            "declares several headers of the type string (`Id`, `Note`): name one by its descriptor"
        );
        assert_eq!(
            SoapHeader::of(&HEADERS, &true).unwrap_err(),
            "declares no header of the type boolean; it declares `Count`, `Id`, `Note`"
        );
        assert_eq!(
            SoapHeader::of(&[], &true).unwrap_err(),
            "declares no header of the type boolean; it declares no header"
        );
    }

    #[test]
    fn a_plain_result_goes_through_a_message_and_back() {
        let sent = WithHeaders::new(Text::new("done")).header(SoapHeader::new(&HEADERS[0], Value::from("7")));
        let message = sent.clone().into_message();
        assert_eq!((message.values(), message.headers.len()), (vec![Value::from("done")], 1));
        assert_eq!(WithHeaders::from_message(message, &ExpectedResult::default()), Ok(sent));
    }
}
