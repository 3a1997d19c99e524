//! Requests over SOAP 1.1 and 1.2: an envelope, an operation, parameters by name; what is missing is null.

use std::borrow::Cow;
use std::fmt::Write as _;

use bytes::Bytes;
use http::request::Parts;
use http::{Response, StatusCode};

use super::envelope::Outline;
use super::header;
use super::soap_fault;
use super::soap_version::SoapVersion;
use crate::Transport;
use crate::fault::{Fault, FaultCode};
use crate::operation::{Member, Name, Operation, Place, Style};
use crate::protocol::encode_response::encode_fault;
use crate::protocol::incoming::{Incoming, Received};
use crate::protocol::media_type::MediaType;
use crate::protocol::refusal;
use crate::protocol::routing;
use crate::protocol::routing::{ElementName, Unrouted};
use crate::protocol::server_settings::ServerSettings;
use crate::protocol::value::read_value::{Reason, Unreadable, ValueReader};
use crate::protocol::value::value_element::{Joined, ValueElement};
use crate::protocol::value::values_left::ValuesLeft;
use crate::value::message::SoapHeader;
use crate::value::request::DynamicRequest;
use crate::value::{Chosen, Value};
use crate::xml;
use crate::xml::{PullReader, Pulled, XmlError, XmlErrorKind};

const SOAP_ACTION: &str = "SOAPAction";

/// Decodes a request to an address of the service; `at` is its path, as the service states it.
pub(crate) fn decode(
    settings: &ServerSettings,
    at: &str,
    head: &Parts,
    body: Bytes,
) -> Result<Received, Response<Bytes>> {
    let media_type = MediaType::of(&head.headers);
    if media_type.is("application/json") || !settings.protocols.any_soap() {
        return Err(refusal::unrecognized(None));
    }
    let action = head.headers.get(SOAP_ACTION).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let guess = guess(settings, action.is_some(), &media_type);
    let left = ValuesLeft::of_request(settings.max_values, body.len());
    let text = match text(&body, &media_type) {
        Ok(Cow::Borrowed(text)) => body.slice_ref(text.as_bytes()),
        Ok(Cow::Owned(text)) => Bytes::from(text),
        Err(error) => return Err(unparsable(settings, guess, &media_type, "", &error)),
    };
    // Where it was transcoded, only the text is kept.
    drop(body);
    let Ok(text) = std::str::from_utf8(&text) else { return Err(refusal::bad_request(guess)) };
    let mut reader = PullReader::new(text, &settings.limits);
    let asked = Asked { settings, at, media_type: &media_type, action: action.as_deref(), guess, left: &left, text };
    let read = asked.read(&mut reader);
    // What is not well-formed is no request, whatever else is to be said of it.
    if let Err(error) = reader.finish() {
        return Err(unparsable(settings, guess, &media_type, text, &error));
    }
    let Read { version, operation, values, headers } = read?;
    let transport = version.transport();
    let mut incoming =
        Incoming::of_request(settings.service, operation, transport, head, values.common, values.undeclared);
    incoming.soap_headers = headers;
    Ok(Received { incoming, request: DynamicRequest::from_values(operation, values.own) })
}

/// The version a request seems to be of before its envelope is seen.
fn guess(settings: &ServerSettings, has_action: bool, media_type: &MediaType) -> SoapVersion {
    let one = settings.protocols.includes(SoapVersion::V11.transport());
    let two = settings.protocols.includes(SoapVersion::V12.transport());
    let seems_two = !has_action || media_type.is(SoapVersion::V12.media_type());
    if two && (seems_two || !one) { SoapVersion::V12 } else { SoapVersion::V11 }
}

/// SOAP 1.2 is read as `text/xml`, too, but SOAP 1.1 not as `application/soap+xml`.
fn accepts(version: SoapVersion, media_type: &MediaType) -> bool {
    media_type.is(SoapVersion::V11.media_type())
        || version == SoapVersion::V12 && media_type.is(SoapVersion::V12.media_type())
}

fn is_soap(media_type: &MediaType) -> bool {
    [SoapVersion::V11, SoapVersion::V12].iter().any(|version| media_type.is(version.media_type()))
}

/// The body as text. A charset that nobody knows is as if it was UTF-8. `text/xml` without charset is US-ASCII whatever the XML declaration says (RFC 3023), and what is
/// not ASCII in it is lost; a byte order mark goes before that.
fn text<'b>(body: &'b Bytes, media_type: &MediaType) -> Result<Cow<'b, str>, XmlError> {
    let starts_with_mark = encoding_rs::Encoding::for_bom(body).is_some();
    if media_type.is(SoapVersion::V11.media_type()) && media_type.charset().is_none() && !starts_with_mark {
        if body.is_ascii() {
            return xml::decode(body, Some("us-ascii"));
        }
        let ascii = |byte: &u8| if byte.is_ascii() { char::from(*byte) } else { '?' };
        let mut text = String::with_capacity(body.len());
        text.extend(body.iter().map(ascii));
        return Ok(Cow::Owned(text));
    }
    match media_type.charset().as_deref() {
        Some(label) if !xml::knows_encoding(label) => xml::decode(body, Some("utf-8")),
        charset => xml::decode(body, charset),
    }
}

/// What is known of a request before its envelope is read.
struct Asked<'a> {
    settings: &'a ServerSettings,
    at: &'a str,
    media_type: &'a MediaType,
    action: Option<&'a str>,
    guess: SoapVersion,
    left: &'a ValuesLeft,
    text: &'a str,
}

/// A request that was read.
struct Read {
    version: SoapVersion,
    operation: &'static Operation,
    values: Values,
    headers: Vec<SoapHeader>,
}

impl Asked<'_> {
    /// Reads the envelope, or returns the response to one that cannot be read.
    fn read(&self, reader: &mut PullReader<'_>) -> Result<Read, Response<Bytes>> {
        let settings = self.settings;
        reader.root();
        let version = self.version(reader)?;
        let (mut has_header, mut body) = (false, None);
        let depth = reader.depth();
        while let Some(inside) = reader.content(depth) {
            if !matches!(inside, Pulled::Start) || reader.namespace() != Some(version.namespace()) {
                continue;
            }
            match reader.name() {
                "Header" => has_header = true,
                "Body" if body.is_none() => body = Some(self.body(version, reader)),
                _ => {}
            }
        }
        let Some(body) = body else {
            return Err(cannot_read(settings, version, "Missing required 'soap:Body' element."));
        };
        let (operation, values) = body?;
        let headers = if has_header { self.headers(version, operation)? } else { Vec::new() };
        Ok(Read { version, operation, values, headers })
    }

    /// Reads the first header of the envelope. What its blocks are is known when the operation is, which the body tells: so it is read
    /// once more.
    fn headers(&self, version: SoapVersion, operation: &Operation) -> Result<Vec<SoapHeader>, Response<Bytes>> {
        let mut reader = PullReader::new(self.text, &self.settings.limits);
        reader.root();
        let depth = reader.depth();
        while let Some(inside) = reader.content(depth) {
            let is_header = matches!(inside, Pulled::Start)
                && reader.name() == "Header"
                && reader.namespace() == Some(version.namespace());
            if is_header {
                return self.blocks(version, operation, &mut reader);
            }
        }
        Ok(Vec::new())
    }

    /// Reads the blocks of a header: of a declared one that is there twice the first counts. Of those that nobody declared no more are kept
    /// than a form may have names.
    fn blocks(
        &self,
        version: SoapVersion,
        operation: &Operation,
        header: &mut PullReader<'_>,
    ) -> Result<Vec<SoapHeader>, Response<Bytes>> {
        let (settings, declared) = (self.settings, operation.messages.request_headers);
        let mut headers: Vec<SoapHeader> = Vec::new();
        let depth = header.depth();
        while let Some(inside) = header.content(depth) {
            if !matches!(inside, Pulled::Start) {
                continue;
            }
            let declared = header::find(declared, &settings.namespace, header);
            let is_kept = match declared {
                Some(member) => !headers.iter().any(|header| header.is(member)),
                None if header::must_be_understood(version, header) && !settings.unknown_headers => {
                    let message = format!("SOAP header {} was not understood.", header.name());
                    return Err(fault(settings, version, &Fault::new(FaultCode::MustUnderstand, message)));
                }
                None => headers.len() < settings.max_form_keys,
            };
            if !is_kept {
                header.skip();
                continue;
            }
            let read = if self.left.take(1) {
                header::read(version, self.values(), declared, header)
            } else {
                Err(Unreadable::too_many(header))
            };
            headers.push(read.map_err(|unreadable| unreadable_response(settings, version, self.text, &unreadable))?);
        }
        Ok(headers)
    }

    fn values(&self) -> ValueReader<'_> {
        ValueReader::of_request(&self.settings.namespace, self.settings.service.types, self.left)
    }

    /// The version of the envelope that the root is. Its namespace alone says which; the name is looked at last
    /// (docs/RULES.md, rule 13).
    fn version(&self, root: &PullReader<'_>) -> Result<SoapVersion, Response<Bytes>> {
        let (settings, guess) = (self.settings, self.guess);
        match SoapVersion::of_namespace(root.namespace()) {
            // By the header an operation is found without a look at the body, so that the Content-Type is looked at first.
            None if guess == SoapVersion::V11 && !is_soap(self.media_type) => {
                Err(refusal::unsupported_media_type(guess))
            }
            None => {
                let fault_version =
                    if settings.protocols.includes(Transport::Soap11) { SoapVersion::V11 } else { guess };
                Err(version_mismatch(settings, fault_version, root.namespace()))
            }
            Some(version) if !settings.protocols.includes(version.transport()) => {
                Err(version_mismatch(settings, SoapVersion::V11, Some(version.namespace())))
            }
            Some(version) if !accepts(version, self.media_type) => Err(refusal::unsupported_media_type(version)),
            Some(version) if root.name() != "Envelope" => {
                let why = "Missing required 'soap:Envelope' element.";
                if guess == SoapVersion::V11 {
                    return Err(cannot_read(settings, version, why));
                }
                // Without the header it is missed when the operation is sought, before parameters are read.
                let missing = Fault::server(why).type_name("System.InvalidOperationException");
                Err(fault(settings, version, &missing))
            }
            Some(version) => Ok(version),
        }
    }

    /// Reads the first element of the body, the others do not count; or all of them, if they are the parameters.
    fn body(
        &self,
        version: SoapVersion,
        reader: &mut PullReader<'_>,
    ) -> Result<(&'static Operation, Values), Response<Bytes>> {
        let settings = self.settings;
        let depth = reader.depth();
        let is_there = loop {
            match reader.content(depth) {
                Some(Pulled::Start) => break true,
                Some(_) => {}
                None => break false,
            }
        };
        let local = reader.name();
        let element = is_there.then(|| ElementName { namespace: reader.namespace().unwrap_or_default(), local });
        let operation = routing::soap(settings, self.at, version, self.action, self.media_type, element)
            .map_err(|unrouted| fault(settings, version, &unrouted_fault(unrouted)))?;
        let parts = ParameterReader { settings, operation, left: self.left, values: self.values() };
        let values = match operation.messages.style {
            Style::Bare => parts.read(|visit| {
                if is_there {
                    visit(reader);
                }
                while let Some(inside) = reader.content(depth) {
                    if matches!(inside, Pulled::Start) {
                        visit(reader);
                    }
                }
            }),
            // The element of another operation, or of another namespace, is as if there was none.
            Style::Wrapped | Style::Rpc => parts.read(|visit| {
                let Name { name, namespace } = operation.request_name();
                if is_there && ValueReader::is_named(reader, name, namespace.uri(&settings.namespace)) {
                    reader.take_children(visit);
                }
            }),
        };
        let values = values.map_err(|unreadable| unreadable_response(settings, version, self.text, &unreadable))?;
        Ok((operation, values))
    }
}

/// The parameters of one request.
struct Values {
    common: Vec<Value<'static>>,
    own: Vec<Value<'static>>,
    undeclared: Vec<(String, Value<'static>)>,
}

/// Reads the parameters of one request.
struct ParameterReader<'a> {
    settings: &'a ServerSettings,
    operation: &'static Operation,
    left: &'a ValuesLeft,
    values: ValueReader<'a>,
}

/// What was found of a parameter.
type Found = Option<Result<Value<'static>, Unreadable>>;

impl ParameterReader<'_> {
    /// Reads every parameter. `each` shows their elements: of a repeated element that is one parameter the first counts.
    fn read(&self, each: impl FnOnce(&mut dyn FnMut(&mut PullReader<'_>))) -> Result<Values, Unreadable> {
        let common = self.settings.service.common;
        let parameters = || common.iter().chain(self.operation.parameters);
        let mut found: Vec<Found> = parameters().map(|_| None).collect();
        let mut undeclared = Ok(Vec::new());
        each(&mut |element| {
            let declared = parameters().position(|parameter| self.is(parameter, element));
            let declared = declared.or_else(|| parameters().position(|one| one.place == Place::AnyElements));
            let declared = declared.and_then(|index| parameters().nth(index).zip(found.get_mut(index)));
            match (declared, &mut undeclared) {
                (Some((parameter, place)), _) => self.parameter(parameter, place, element),
                (None, Ok(others)) if self.may_be_undeclared(element) => {
                    if others.len() < self.settings.max_form_keys {
                        let name = xml::name::decode_local_name(element.name()).into_owned();
                        match as_it_came(self.left, element) {
                            Ok(value) => others.push((name, value)),
                            Err(unreadable) => undeclared = Err(unreadable),
                        }
                    } else {
                        undeclared = Err(Unreadable::too_many(element));
                    }
                }
                (None, _) => {}
            }
        });
        let mut found = found.into_iter();
        let mut read = |parameters: &[Member]| {
            let pairs = parameters.iter().zip(found.by_ref());
            pairs
                .map(|(parameter, value)| value.unwrap_or_else(|| Ok(self.values.absent(parameter))))
                .collect::<Result<Vec<_>, _>>()
        };
        // The order matters: `found` is used up from the front.
        let common = read(common)?;
        let own = read(self.operation.parameters)?;
        Ok(Values { common, own, undeclared: undeclared? })
    }

    /// Whether the element is the parameter, or one of the alternatives that it has.
    fn is(&self, parameter: &Member, element: &PullReader<'_>) -> bool {
        match parameter.place {
            Place::Element => self.is_called(parameter, element),
            Place::Choice(alternatives) => alternatives.iter().any(|member| self.is_called(member, element)),
            _ => false,
        }
    }

    fn is_called(&self, member: &Member, element: &PullReader<'_>) -> bool {
        let namespace = match self.operation.messages.style {
            Style::Rpc => "",
            Style::Wrapped | Style::Bare => member.namespace.uri(&self.settings.namespace),
        };
        ValueReader::is_named(element, member.name, namespace)
    }

    /// Parameters that nobody declared are called as the others are.
    fn may_be_undeclared(&self, element: &PullReader<'_>) -> bool {
        let namespace = self.operation.request_name().namespace.uri(&self.settings.namespace);
        match self.operation.messages.style {
            Style::Wrapped => element.namespace().unwrap_or_default() == namespace,
            Style::Rpc => element.namespace().is_none(),
            Style::Bare => false,
        }
    }

    /// Reads one occurrence of a parameter.
    fn parameter(&self, parameter: &'static Member, place: &mut Found, element: &mut PullReader<'_>) {
        let is_repeated = parameter.repeated || parameter.place == Place::AnyElements;
        if matches!(place, Some(Err(_))) || place.is_some() && !is_repeated {
            return;
        }
        let read = match parameter.place {
            Place::Choice(alternatives) => {
                let mut numbered = alternatives.iter().enumerate();
                let Some((alternative, member)) = numbered.find(|(_, member)| self.is_called(member, element)) else {
                    return;
                };
                let value = self.values.parameter(member, element);
                value.map(|value| Value::Choice(Box::new(Chosen { alternative, value })))
            }
            Place::AnyElements if !self.left.take(1) => Err(Unreadable::too_many(element)),
            Place::AnyElements => self.values.whole(element).map(|xml| Value::Xml(Cow::Owned(xml))),
            _ => self.values.parameter(parameter, element),
        };
        match (place, read) {
            (Some(Ok(Value::Array(items))), Ok(value)) if is_repeated => items.push(value),
            (place, Ok(value)) if is_repeated => *place = Some(Ok(Value::Array(vec![value]))),
            (place, read) => *place = Some(read),
        }
    }
}

/// An element that nobody declared: its text; the texts of its `string` items if it has nothing else; else its content
/// as XML.
fn as_it_came(left: &ValuesLeft, element: &mut PullReader<'_>) -> Result<Value<'static>, Unreadable> {
    if !left.take(2) {
        return Err(Unreadable::too_many(element));
    }
    let text_or_null =
        |is_nil: bool, text: Cow<'_, str>| if is_nil { Value::Null } else { Value::from(text.into_owned()) };
    let (is_nil, begin, depth) = (element.is_nil(), element.position(), element.depth());
    let namespace = element.namespace().map(str::to_owned);
    // As long as it has nothing else.
    let mut text = Some(Joined::default());
    let mut has_text = false;
    // Its items, as long as it has nothing else than such.
    let mut items = Some(Vec::with_capacity(element.elements_ahead(left.count())));
    while let Some(inside) = element.content(depth) {
        if let Pulled::Text(part) = inside {
            has_text = has_text || !part.trim().is_empty();
            if let Some(text) = &mut text {
                text.push(part, || element.text_ahead());
            }
            continue;
        }
        text = None;
        match (inside, &mut items) {
            (Pulled::Start, Some(known)) if !has_text => {
                let is_item = element.name() == "string" && element.namespace() == namespace.as_deref();
                let is_null = ValueElement::is_nil(element);
                match if is_item { element.take_text() } else { None } {
                    Some(item) if left.take(1) => known.push(text_or_null(is_null, item)),
                    Some(_) => return Err(Unreadable::too_many(element)),
                    None => items = None,
                }
            }
            (Pulled::Start, _) => items = None,
            _ => {}
        }
    }
    if let Some(text) = text {
        return Ok(text_or_null(is_nil, text.finish()));
    }
    match items {
        Some(items) if !has_text => Ok(Value::Array(items)),
        _ => Ok(Value::Text(Cow::Owned(element.written_since(begin).to_owned()))),
    }
}

fn fault(settings: &ServerSettings, version: SoapVersion, fault: &Fault) -> Response<Bytes> {
    encode_fault(settings.error_style, version.transport(), &settings.namespace, fault)
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

/// The response to a parameter that cannot be read.
fn unreadable_response(
    settings: &ServerSettings,
    version: SoapVersion,
    text: &str,
    unreadable: &Unreadable,
) -> Response<Bytes> {
    let Reason::Invalid(exception) = &unreadable.reason else { return refusal::bad_request(version) };
    let before = text.get(..unreadable.end).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    // .NET's reader stands at the name of what follows.
    let after = text.get(unreadable.end..).unwrap_or_default();
    let ahead = if after.starts_with("</") { 2 } else { usize::from(after.starts_with('<')) };
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1 + ahead;
    let place = format!("There is an error in XML document ({line}, {column}).");
    let told = Fault::client(CANNOT_READ).caused_by(place).type_name("System.InvalidOperationException");
    let told = told.caused_by(exception.message.clone());
    fault(settings, version, &exception.type_name.iter().cloned().fold(told, Fault::type_name))
}

/// Bytes behind an error that are looked at: as many as the tag may have that it is in.
const BEHIND: usize = 4096;

/// The response to what is not well-formed: 400 without a body; but SOAP 1.2 reads up to the operation's element before
/// it knows the operation, and returns a fault if that fails.
fn unparsable(
    settings: &ServerSettings,
    guess: SoapVersion,
    media_type: &MediaType,
    text: &str,
    error: &XmlError,
) -> Response<Bytes> {
    // What is behind the error says nothing, and may be anything.
    let mut end = error.offset().map_or(text.len(), |offset| offset.saturating_add(BEHIND).min(text.len()));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let outline = Outline::of(text.get(..end).unwrap_or_default());
    let version = outline.version.unwrap_or(guess);
    if !accepts(version, media_type) {
        return refusal::unsupported_media_type(version);
    }
    let reached_body = outline.body_element.is_some_and(|begin| error.offset().is_none_or(|offset| offset >= begin));
    if guess == SoapVersion::V11 || reached_body {
        return refusal::bad_request(version);
    }
    let message = match error.kind() {
        XmlErrorKind::Doctype => "DTD is prohibited in this XML document.".to_owned(),
        XmlErrorKind::NoRoot => "Root element is missing.".to_owned(),
        _ => late_declaration(text).unwrap_or_else(|| format!("{error}.")),
    };
    fault(settings, guess, &Fault::server(message).type_name("System.Xml.XmlException"))
}

/// What .NET's reader says of white space before the XML declaration: it stands behind the `<?` then.
fn late_declaration(text: &str) -> Option<String> {
    let declaration = text.trim_start_matches(['\n', '\r', '\t', ' ']);
    let before = text.strip_suffix(declaration).filter(|before| !before.is_empty())?;
    declaration.strip_prefix("<?xml").filter(|rest| rest.starts_with(char::is_whitespace))?;
    let before = before.replace("\r\n", "\n").replace('\r', "\n");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().len() + 1 + "<?".len();
    Some(format!(
        "Unexpected XML declaration. The XML declaration must be the first node in the document, and no white space characters are \
         allowed to appear before it. Line {line}, position {column}."
    ))
}

/// The response to a root of another namespace, or to a version that is not offered, in the form of `fault_version`.
fn version_mismatch(settings: &ServerSettings, fault_version: SoapVersion, namespace: Option<&str>) -> Response<Bytes> {
    let offers_11 = settings.protocols.includes(Transport::Soap11);
    let message = format!(
        "Possible SOAP version mismatch: Envelope namespace {} was unexpected. Expecting {}.",
        namespace.unwrap_or_default(),
        if offers_11 { SoapVersion::V11 } else { SoapVersion::V12 }.namespace()
    );
    let told = Fault::new(FaultCode::VersionMismatch, message);
    let offers_12 = settings.protocols.includes(Transport::Soap12);
    let header = if offers_12 { upgrade_header(settings) } else { String::new() };
    let body = soap_fault::write(fault_version, settings.error_style, &header, &told);
    refusal::response(StatusCode::INTERNAL_SERVER_ERROR, Some(fault_version.content_type()), body)
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
