//! Reads requests over SOAP 1.1 and 1.2.

use std::borrow::Cow;

use bytes::Bytes;
use http::Response;
use http::request::Parts;

use super::envelope;
use super::foreign_namespace::ForeignNamespace;
use super::header;
use super::parameters::{ParameterReader, Values};
use super::soap_version::SoapVersion;
use super::unreadable::{
    Progress, cannot_read, fault, unparsable, unreadable_response, unrouted_fault, version_mismatch,
};
use crate::Transport;
use crate::fault::{Fault, FaultCode};
use crate::operation::{Name, Operation, Style};
use crate::protocol::incoming::{Incoming, Received};
use crate::protocol::media_type::MediaType;
use crate::protocol::refusal;
use crate::protocol::routing;
use crate::protocol::routing::ElementName;
use crate::protocol::server_settings::ServerSettings;
use crate::protocol::value::read_value::{Unreadable, ValueReader};
use crate::protocol::value::value_budget::ValueBudget;
use crate::protocol::value::value_element::ValueElement;
use crate::value::request::DynamicRequest;
use crate::value::soap_header::SoapHeader;
use crate::xml;
use crate::xml::{PullReader, Pulled, XmlError};

const SOAP_ACTION: &str = "SOAPAction";

/// Decodes a request to an address of the service; `at` is its path, as the service states it.
pub(crate) fn decode(
    settings: &ServerSettings,
    at: &str,
    head: &Parts,
    body: Bytes,
) -> Result<Received, Response<Bytes>> {
    let media_type = MediaType::of(&head.headers);
    if media_type.is("application/json") || !settings.protocols.over_soap() {
        return Err(refusal::unrecognized(None));
    }
    let action = head.headers.get(SOAP_ACTION).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let guess = guess(settings, action.is_some(), &media_type);
    let budget = ValueBudget::of_request(settings.max_values, body.len());
    let text = match text(&body, &media_type) {
        Ok(Cow::Borrowed(text)) => body.slice_ref(text.as_bytes()),
        Ok(Cow::Owned(text)) => Bytes::from(text),
        Err(error) => return Err(unparsable(settings, guess, &media_type, "", &error, &Progress::default())),
    };
    // After a conversion from another charset, only the text is kept.
    drop(body);
    let Ok(text) = std::str::from_utf8(&text) else { return Err(refusal::bad_request(guess)) };
    let mut reader = PullReader::new(text, &settings.limits);
    let request =
        SoapRequest { settings, at, media_type: &media_type, action: action.as_deref(), guess, budget: &budget, text };
    let mut progress = Progress::default();
    let read = request.read(&mut reader, &mut progress);
    // A document that is not well-formed is refused as that, whatever else is wrong with it.
    if let Err(error) = reader.finish() {
        return Err(unparsable(settings, guess, &media_type, text, &error, &progress));
    }
    let Read { version, operation, values, headers, foreign } = read?;
    let transport = version.transport();
    let mut incoming =
        Incoming::of_request(settings.service, operation, transport, head, values.common, values.undeclared);
    incoming.soap_headers = headers;
    incoming.foreign_namespace = foreign;
    Ok(Received { incoming, request: DynamicRequest::from_values(operation, values.own) })
}

/// The version of a request, guessed before its envelope is read (docs/RULES.md, rule 13).
fn guess(settings: &ServerSettings, has_action: bool, media_type: &MediaType) -> SoapVersion {
    let one = settings.protocols.offers(SoapVersion::V11.transport());
    let two = settings.protocols.offers(SoapVersion::V12.transport());
    let seems_two = !has_action || media_type.is(SoapVersion::V12.media_type());
    if two && (seems_two || !one) { SoapVersion::V12 } else { SoapVersion::V11 }
}

const MARK: char = '\u{FEFF}';

/// The body as text. An unknown charset counts as UTF-8. `text/xml` without a charset is US-ASCII whatever the XML declaration says (RFC 3023),
/// and other characters become `?`, unless the body begins with a byte order mark.
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
    let decoded = match media_type.charset().as_deref() {
        Some(label) if !xml::knows_encoding(label) => xml::decode(body, Some("utf-8")),
        charset => xml::decode(body, charset),
    }?;
    // The XML reader removes one mark. A second one is a character before the root, which is not well-formed.
    let is_doubled = starts_with_mark && decoded.starts_with(MARK);
    Ok(if is_doubled { Cow::Owned(format!("{MARK}{decoded}")) } else { decoded })
}

/// A request before its envelope is read.
struct SoapRequest<'a> {
    settings: &'a ServerSettings,
    at: &'a str,
    media_type: &'a MediaType,
    action: Option<&'a str>,
    guess: SoapVersion,
    budget: &'a ValueBudget,
    text: &'a str,
}

struct Read {
    version: SoapVersion,
    operation: &'static Operation,
    values: Values,
    headers: Vec<SoapHeader>,
    foreign: Option<ForeignNamespace>,
}

impl SoapRequest<'_> {
    fn read(&self, reader: &mut PullReader<'_>, progress: &mut Progress) -> Result<Read, Response<Bytes>> {
        let settings = self.settings;
        reader.root();
        progress.version = SoapVersion::of_namespace(reader.namespace()).filter(|_| reader.name() == "Envelope");
        let version = self.version(reader)?;
        let (header, body) = envelope::read(version, reader, |body| self.body(version, body, progress), |_| {});
        let Some(body) = body else {
            return Err(cannot_read(settings, version, "Missing required 'soap:Body' element."));
        };
        let (operation, values, foreign) = body?;
        let headers = match header {
            Some(mut header) => self.blocks(version, operation, &mut header)?,
            None => Vec::new(),
        };
        Ok(Read { version, operation, values, headers, foreign })
    }

    /// Reads the blocks of a header. Of two blocks of one declared header the first counts. Undeclared blocks are kept up to the limit of
    /// names in a form.
    fn blocks(
        &self,
        version: SoapVersion,
        operation: &Operation,
        header: &mut PullReader<'_>,
    ) -> Result<Vec<SoapHeader>, Response<Bytes>> {
        let (settings, declared) = (self.settings, operation.messages.request_headers);
        let mut headers: Vec<SoapHeader> = Vec::new();
        let depth = header.depth();
        while let Some(event) = header.content(depth) {
            if !matches!(event, Pulled::Start) {
                continue;
            }
            let declared = header::find(declared, &settings.namespace, header);
            let is_kept = match declared {
                Some(member) => !headers.iter().any(|header| header.is(member)),
                None if header::must_be_understood(version, header) && !settings.unknown_headers => {
                    let message = format!("SOAP header {} was not understood.", header.name());
                    let response = fault(settings, version, &Fault::new(FaultCode::MustUnderstand, message));
                    return Err(refusal::because(response, "a header that must be understood is unknown"));
                }
                None => headers.len() < settings.max_form_keys,
            };
            if !is_kept {
                header.skip();
                continue;
            }
            let read = if self.budget.take(1) {
                header::read(version, self.values(), declared, header)
            } else {
                Err(Unreadable::too_many(header))
            };
            headers.push(read.map_err(|unreadable| unreadable_response(settings, version, self.text, &unreadable))?);
        }
        Ok(headers)
    }

    fn values(&self) -> ValueReader<'_> {
        ValueReader::of_request(&self.settings.namespace, self.settings.service.types, self.budget)
    }

    /// The version of the envelope. The namespace of the root decides; its name is checked last (docs/RULES.md, rule 13).
    fn version(&self, root: &PullReader<'_>) -> Result<SoapVersion, Response<Bytes>> {
        let (settings, guess) = (self.settings, self.guess);
        match SoapVersion::of_namespace(root.namespace()) {
            // A `SOAPAction` names the operation without the body, so genuine servers check the Content-Type first.
            None if guess == SoapVersion::V11 && !SoapVersion::is_soap(self.media_type) => {
                Err(refusal::unsupported_media_type(guess))
            }
            None => {
                let fault_version = if settings.protocols.offers(Transport::Soap11) { SoapVersion::V11 } else { guess };
                Err(version_mismatch(settings, fault_version, root.namespace()))
            }
            Some(version) if !settings.protocols.offers(version.transport()) => {
                Err(version_mismatch(settings, SoapVersion::V11, Some(version.namespace())))
            }
            Some(version) if !version.accepts(self.media_type) => Err(refusal::unsupported_media_type(version)),
            Some(version) if root.name() != "Envelope" => {
                let why = "Missing required 'soap:Envelope' element.";
                if guess == SoapVersion::V11 {
                    return Err(cannot_read(settings, version, why));
                }
                // Without a `SOAPAction` the server misses the envelope when it looks for the operation, before it reads parameters.
                let missing = Fault::server(why).type_name("System.InvalidOperationException");
                Err(fault(settings, version, &missing))
            }
            Some(version) => Ok(version),
        }
    }

    /// Reads the operation's element, the first of the body; in the style `Bare` all elements, which are the parameters.
    fn body(
        &self,
        version: SoapVersion,
        reader: &mut PullReader<'_>,
        progress: &mut Progress,
    ) -> Result<(&'static Operation, Values, Option<ForeignNamespace>), Response<Bytes>> {
        let settings = self.settings;
        let depth = reader.depth();
        let is_there = loop {
            match reader.content(depth) {
                Some(Pulled::Start) => break true,
                Some(_) => {}
                None => break false,
            }
        };
        progress.has_reached_operation = is_there || reader.depth() == depth && reader.is_in_start_tag();
        let local = reader.name();
        let element = is_there.then(|| ElementName { namespace: reader.namespace().unwrap_or_default(), local });
        let operation =
            routing::soap(settings, self.at, version, self.action, self.media_type, element).map_err(|unrouted| {
                let foreign = element.and_then(|element| ForeignNamespace::of_any(settings, element));
                let unrouted = unrouted_fault(unrouted);
                let response = fault(settings, version, &foreign.iter().fold(unrouted, Fault::noting));
                refusal::because(response, "no operation has that action or element")
            })?;
        let foreign = element.and_then(|element| ForeignNamespace::of(settings, operation, element));
        let parts = ParameterReader { settings, operation, budget: self.budget, values: self.values() };
        let values = match operation.messages.style {
            Style::Bare => parts.read(|visit| {
                if is_there {
                    visit(reader);
                }
                while let Some(event) = reader.content(depth) {
                    if matches!(event, Pulled::Start) {
                        visit(reader);
                    }
                }
            }),
            // Parameters in the element of another operation or namespace are not read.
            Style::Wrapped | Style::Rpc => parts.read(|visit| {
                let Name { name, namespace } = operation.request_name();
                if is_there && ValueReader::is_named(reader, name, namespace.uri(&settings.namespace)) {
                    reader.take_children(visit);
                }
            }),
        };
        let values = values.map_err(|unreadable| unreadable_response(settings, version, self.text, &unreadable))?;
        Ok((operation, values, foreign))
    }
}
