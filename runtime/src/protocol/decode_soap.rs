//! Requests over SOAP 1.1 and 1.2: an envelope, an operation, parameters by name; what is missing is null.

use std::borrow::Cow;
use std::fmt::Write as _;

use bytes::Bytes;
use http::{Request, Response, StatusCode};

use super::envelope::{Envelope, NoEnvelope, Outline};
use super::media_type::MediaType;
use super::read_value::{Nil, Reason, Unreadable, ValueReader, is_nil};
use super::routing::{self, Unrouted};
use super::soap_version::SoapVersion;
use super::{Received, ServerSettings, encode_fault, refusal, soap_fault};
use crate::fault::{Fault, FaultCode};
use crate::incoming::Incoming;
use crate::operation::{Operation, Parameter};
use crate::request::DynamicRequest;
use crate::value::Value;
use crate::xml::{self, Document, Element, XmlError, XmlErrorKind};

const SOAP_ACTION: &str = "SOAPAction";

/// Decodes a request to the service's own address.
pub(super) fn decode(settings: &ServerSettings, request: &Request<Bytes>) -> Result<Received, Response<Bytes>> {
    let media_type = MediaType::of(request.headers());
    if media_type.essence == "application/json" || !settings.protocols.any_soap() {
        return Err(refusal::unrecognized(None));
    }
    let action = request.headers().get(SOAP_ACTION).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let guess = guess(settings, action.is_some(), &media_type);
    let text = match text(request.body(), &media_type) {
        Ok(text) => text,
        Err(error) => return Err(unparsable(settings, guess, &media_type, "", &error)),
    };
    let document = match Document::parse(text.as_str(), &settings.limits) {
        Ok(document) => document,
        Err(error) => return Err(unparsable(settings, guess, &media_type, &text, &error)),
    };
    let envelope = match Envelope::of(&document) {
        Ok(envelope) if settings.protocols.includes(envelope.version.transport()) => envelope,
        Ok(envelope) => return Err(version_mismatch(settings, guess, Some(envelope.version.namespace()))),
        Err(NoEnvelope::UnknownNamespace(namespace)) => {
            return Err(version_mismatch(settings, guess, namespace.as_deref()));
        }
        Err(NoEnvelope::OtherRoot(_)) if media_type.essence != guess.media_type() => {
            return Err(refusal::unsupported_media_type(guess));
        }
        Err(NoEnvelope::OtherRoot(_)) => {
            return Err(cannot_read(settings, guess, "Missing required 'soap:Envelope' element."));
        }
    };
    if !accepts(envelope.version, &media_type) {
        return Err(refusal::unsupported_media_type(envelope.version));
    }
    received(settings, request, &media_type, action.as_deref(), &document, &envelope)
}

/// The version a request seems to be of before its envelope is seen.
fn guess(settings: &ServerSettings, has_action: bool, media_type: &MediaType) -> SoapVersion {
    let one = settings.protocols.includes(SoapVersion::V11.transport());
    let two = settings.protocols.includes(SoapVersion::V12.transport());
    let seems_two = !has_action || media_type.essence == SoapVersion::V12.media_type();
    if two && (seems_two || !one) { SoapVersion::V12 } else { SoapVersion::V11 }
}

/// SOAP 1.2 is read as `text/xml`, too, but SOAP 1.1 not as `application/soap+xml`.
fn accepts(version: SoapVersion, media_type: &MediaType) -> bool {
    media_type.essence == SoapVersion::V11.media_type()
        || version == SoapVersion::V12 && media_type.essence == SoapVersion::V12.media_type()
}

/// The body as text. `text/xml` without charset is US-ASCII whatever the XML declaration says (RFC 3023), and what is
/// not ASCII in it is lost; a byte order mark goes before that.
fn text(body: &Bytes, media_type: &MediaType) -> Result<String, XmlError> {
    let starts_with_mark = encoding_rs::Encoding::for_bom(body).is_some();
    if media_type.essence == SoapVersion::V11.media_type() && media_type.charset().is_none() && !starts_with_mark {
        let ascii = |byte: &u8| if byte.is_ascii() { char::from(*byte) } else { '?' };
        return Ok(body.iter().map(ascii).collect());
    }
    xml::decode(body, media_type.charset())
}

fn received(
    settings: &ServerSettings,
    request: &Request<Bytes>,
    media_type: &MediaType,
    action: Option<&str>,
    document: &Document,
    envelope: &Envelope<'_>,
) -> Result<Received, Response<Bytes>> {
    let version = envelope.version;
    if envelope.body().is_none() {
        return Err(cannot_read(settings, version, "Missing required 'soap:Body' element."));
    }
    let element = envelope.body_element();
    let operation = routing::soap(settings.service, &settings.namespace, version, action, media_type, element)
        .map_err(|unrouted| fault(settings, version, &unrouted_fault(unrouted)))?;
    // The element of another operation, or of another namespace, is as if there was none.
    let name = xml::name::encode_local_name(operation.name);
    let reader = ValueReader::new(&settings.namespace, Nil::NotNull);
    let wrapper = element.filter(|element| element.name() == name && reader.owns(*element));
    let values = Values::read(settings, operation, reader, wrapper)
        .map_err(|unreadable| unreadable_answer(settings, version, document, &unreadable))?;
    if let Some(block) = envelope.header_to_understand() {
        let message = format!("SOAP header {} was not understood.", block.name());
        return Err(fault(settings, version, &Fault::new(FaultCode::MustUnderstand, message)));
    }
    let incoming = Incoming::of_request(
        settings.service,
        operation,
        version.transport(),
        request,
        values.common,
        values.undeclared,
    );
    Ok(Received { incoming, request: DynamicRequest::from_values(operation, values.own) })
}

/// The parameters of one request.
struct Values {
    common: Vec<Value<'static>>,
    own: Vec<Value<'static>>,
    undeclared: Vec<(String, Value<'static>)>,
}

impl Values {
    /// Reads every parameter: of a repeated element the first counts, elements of other namespaces do not.
    fn read(
        settings: &ServerSettings,
        operation: &Operation,
        reader: ValueReader<'_>,
        wrapper: Option<Element<'_>>,
    ) -> Result<Self, Unreadable> {
        let common = settings.service.common;
        let mut found: Vec<Option<Element<'_>>> = vec![None; common.len() + operation.parameters.len()];
        let mut undeclared = Vec::new();
        for element in wrapper.into_iter().flat_map(Element::elements).filter(|element| reader.owns(*element)) {
            let mut parameters = common.iter().chain(operation.parameters);
            match parameters
                .position(|parameter| reader.is(element, parameter.name))
                .and_then(|index| found.get_mut(index))
            {
                Some(place) => {
                    place.get_or_insert(element);
                }
                None => {
                    undeclared.push((xml::name::decode_local_name(element.name()).into_owned(), as_it_came(element)));
                }
            }
        }
        let mut found = found.into_iter();
        let mut read = |parameters: &[Parameter]| {
            let pairs = parameters.iter().zip(found.by_ref());
            pairs.map(|(parameter, element)| reader.parameter(parameter, element)).collect::<Result<Vec<_>, _>>()
        };
        // The order matters: `found` is used up from the front.
        let common = read(common)?;
        let own = read(operation.parameters)?;
        Ok(Self { common, own, undeclared })
    }
}

/// An element that nobody declared: its text; the texts of its `string` items if it has nothing else; else its content
/// as XML.
fn as_it_came(element: Element<'_>) -> Value<'static> {
    let text_of =
        |element: Element<'_>| if is_nil(element) { Value::Null } else { Value::from(element.text().into_owned()) };
    if element.has_only_text() {
        return text_of(element);
    }
    let is_item =
        |item: &Element<'_>| item.name() == "string" && item.namespace() == element.namespace() && item.has_only_text();
    let has_text = !element.text().trim().is_empty();
    if !has_text && element.elements().all(|item| is_item(&item)) {
        return Value::Array(element.elements().map(text_of).collect());
    }
    Value::Text(Cow::Owned(element.inner_xml().to_owned()))
}

fn fault(settings: &ServerSettings, version: SoapVersion, fault: &Fault) -> Response<Bytes> {
    encode_fault(settings.error_style, version.transport(), fault)
}

fn unrouted_fault(unrouted: Unrouted) -> Fault {
    Fault::client(match unrouted {
        Unrouted::UnknownAction(action) => {
            format!("Server did not recognize the value of HTTP Header SOAPAction: {action}.")
        }
        Unrouted::NoAction => {
            "Unable to handle request without a valid action parameter. Please supply a valid soap action.".to_owned()
        }
    })
}

const CANNOT_READ: &str = "Server was unable to read request.";

fn cannot_read(settings: &ServerSettings, version: SoapVersion, why: &str) -> Response<Bytes> {
    let told = Fault::client(CANNOT_READ).caused_by(why).type_name("System.InvalidOperationException");
    fault(settings, version, &told)
}

/// The answer to a parameter that cannot be read.
fn unreadable_answer(
    settings: &ServerSettings,
    version: SoapVersion,
    document: &Document,
    unreadable: &Unreadable,
) -> Response<Bytes> {
    let Reason::Invalid(exception) = &unreadable.reason else { return refusal::bad_request(version) };
    let before = document.text().get(..unreadable.end).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    // .NET's reader stands at the name of what follows.
    let after = document.text().get(unreadable.end..).unwrap_or_default();
    let ahead = if after.starts_with("</") { 2 } else { usize::from(after.starts_with('<')) };
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1 + ahead;
    let place = format!("There is an error in XML document ({line}, {column}).");
    let told = Fault::client(CANNOT_READ).caused_by(place).type_name("System.InvalidOperationException");
    let told = told.caused_by(exception.message.clone());
    fault(settings, version, &exception.type_name.iter().cloned().fold(told, Fault::type_name))
}

/// The answer to what is not well-formed: 400 without a body; but SOAP 1.2 reads up to the operation's element before
/// it knows what it deals with, and answers a fault if that fails.
fn unparsable(
    settings: &ServerSettings,
    guess: SoapVersion,
    media_type: &MediaType,
    text: &str,
    error: &XmlError,
) -> Response<Bytes> {
    let outline = Outline::of(text);
    let version = outline.version.unwrap_or(guess);
    if !accepts(version, media_type) {
        return refusal::unsupported_media_type(version);
    }
    let reached_body = outline.body_element.is_some_and(|begin| error.offset().is_none_or(|offset| offset >= begin));
    if guess == SoapVersion::V11 || reached_body {
        return refusal::bad_request(version);
    }
    let message = match error.kind() {
        XmlErrorKind::Doctype => "For security reasons DTD is prohibited in this XML document.".to_owned(),
        XmlErrorKind::NoRoot => "Root element is missing.".to_owned(),
        _ => format!("{error}."),
    };
    fault(settings, guess, &Fault::server(message).type_name("System.Xml.XmlException"))
}

/// The answer to an envelope of no version, or of one that is not offered: always in the form of SOAP 1.1.
fn version_mismatch(settings: &ServerSettings, guess: SoapVersion, namespace: Option<&str>) -> Response<Bytes> {
    let message = format!(
        "Possible SOAP version mismatch: Envelope namespace {} was unexpected. Expecting {}.",
        namespace.unwrap_or_default(),
        guess.namespace()
    );
    let told = Fault::new(FaultCode::VersionMismatch, message);
    let header = if guess == SoapVersion::V12 { upgrade_header(settings) } else { String::new() };
    let body = soap_fault::write(SoapVersion::V11, settings.error_style, &header, &told);
    refusal::answer(StatusCode::INTERNAL_SERVER_ERROR, Some(SoapVersion::V11.content_type()), body)
}

/// The envelopes that would have been understood (SOAP 1.2 part 1, section 5.4.7).
fn upgrade_header(settings: &ServerSettings) -> String {
    let two = SoapVersion::V12.namespace();
    let mut header = format!("<soap12:Upgrade xmlns:soap12=\"{two}\">");
    for (prefix, version) in [("soap", SoapVersion::V11), ("soap12", SoapVersion::V12)] {
        if settings.protocols.includes(version.transport()) {
            let namespace = version.namespace();
            // Writing to a String cannot fail.
            let _ = write!(
                header,
                "<soap12:SupportedEnvelope qname=\"{prefix}:Envelope\" xmlns:{prefix}=\"{namespace}\" />"
            );
        }
    }
    header.push_str("</soap12:Upgrade>");
    header
}
