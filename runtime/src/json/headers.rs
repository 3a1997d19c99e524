//! SOAP headers as JSON: those of requests from an object, those of responses to one.

use serde_json::{Map, Value as Json};

use super::index::Index;
use super::names::{ACTOR, ANY, MUST_UNDERSTAND, VALUE, is_key_of, key};
use super::parameter_error::{Errors, ParameterError};
use super::read::Reader;
use super::request_rules::MemberOf;
use super::write::Writer;
use crate::Transport;
use crate::operation::{Operation, Scalar, Service, Type};
use crate::protocol::soap::soap_version::SoapVersion;
use crate::protocol::value::read_value::capture;
use crate::protocol::value::value_element::ValueElement as _;
use crate::value::soap_header::{HeaderContent, SoapHeader};
use crate::xml::{ParseOptions, PullReader, XmlError};

/// Reads the headers of a request by element name. Each may have `$mustUnderstand` (`true`, `"1"`) and `$actor` beside its members. The value
/// of a header that is not a structure is then `$value`.
///
/// Texts are not checked here, because the call checks them.
///
/// # Errors
///
/// An undeclared header, or a value of another shape than its type.
pub fn headers(
    service: &'static Service,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Vec<SoapHeader>, ParameterError> {
    read_headers(Reader::trusting(service, &Index::default()), operation, object)
}

pub(super) fn read_headers(
    reader: Reader<'_>,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Vec<SoapHeader>, ParameterError> {
    let declared = operation.messages.request_headers;
    let (mut headers, mut errors) = (Vec::with_capacity(object.len()), Errors::default());
    for (name, json) in object {
        if errors.are_enough() {
            break;
        }
        let found = declared.iter().find(|header| is_key_of(name, header));
        let header = match found {
            Some(header) if reader.may_give(MemberOf::Headers, header) => header,
            Some(header) if header.holds_secret() => {
                errors.push(ParameterError::Withheld { parameter: name.clone() });
                continue;
            }
            _ => {
                let known = reader.known(MemberOf::Headers, declared.iter());
                errors.push(ParameterError::UnknownHeader { operation: operation.name, name: name.clone(), known });
                continue;
            }
        };
        let (mut must_understand, mut actor, mut json) = (false, None, json.clone());
        // The schemas of requests have no object for other headers than structures.
        let may_have_marks = !reader.is_strict || matches!(header.kind, Type::Structure(_));
        if let Json::Object(members) = &mut json
            && may_have_marks
        {
            let mut mark = |name: &str, scalar: Scalar| {
                let json = members.shift_remove(name).filter(|json| !json.is_null())?;
                let read =
                    reader.value(Type::Scalar(scalar), &json).map_err(|inner| inner.under(name).under(&key(header)));
                errors.collect(read)?.as_text().map(str::to_owned)
            };
            must_understand =
                mark(MUST_UNDERSTAND, Scalar::Boolean).is_some_and(|text| matches!(text.trim(), "1" | "true"));
            actor = mark(ACTOR, Scalar::String);
            if members.len() == 1
                && let Some(value) = members.shift_remove(VALUE)
            {
                json = value;
            }
        }
        if let Some(value) = errors.collect(reader.named(header, &json)) {
            headers.push(SoapHeader { content: HeaderContent::Declared(header, value), must_understand, actor });
        }
    }
    errors.into_result()?;
    Ok(headers)
}

/// Reads undeclared headers of a request from XML, a sequence of elements. The prefix `soap` is that of the envelope of `transport`.
///
/// # Errors
///
/// The XML is not well-formed.
pub fn raw_headers(xml: &str, transport: Transport) -> Result<Vec<SoapHeader>, XmlError> {
    let envelope = if transport == Transport::Soap12 { SoapVersion::V12 } else { SoapVersion::V11 };
    let header = format!("<header xmlns:soap=\"{}\">{xml}</header>", envelope.namespace());
    let options = ParseOptions::default();
    let (mut reader, mut headers) = (PullReader::new(&header, &options), Vec::new());
    if reader.root() {
        reader.take_children(|element| headers.extend(capture::element(element, None).map(SoapHeader::unknown)));
    }
    reader.finish()?;
    Ok(headers)
}

/// The headers of a response as an object by element name, the first of each name. `$any` has the elements of undeclared headers.
pub fn response_headers(service: &Service, headers: &[SoapHeader]) -> Json {
    to_json(Writer::new(service), headers)
}

pub(super) fn to_json(writer: Writer<'_>, headers: &[SoapHeader]) -> Json {
    let mut object = Map::new();
    let mut unknown = Vec::new();
    for header in headers {
        match &header.content {
            HeaderContent::Declared(member, value) => {
                let name = key(member);
                if object.contains_key(name.as_ref()) {
                    continue;
                }
                writer.push(&mut object, member, value);
                if let Some(Json::Object(members)) = object.get_mut(name.as_ref()) {
                    if header.must_understand {
                        members.insert(MUST_UNDERSTAND.to_owned(), Json::from("1"));
                    }
                    if let Some(actor) = &header.actor {
                        members.insert(ACTOR.to_owned(), Json::from(actor.as_str()));
                    }
                }
            }
            HeaderContent::Unknown(element) if writer.shows_xml(element) => unknown.push(Json::from(element.as_str())),
            HeaderContent::Unknown(_) => {}
        }
    }
    if !unknown.is_empty() {
        object.insert(ANY.to_owned(), unknown.into());
    }
    object.into()
}
