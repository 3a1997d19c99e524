//! Reads responses: a message, or an error that says what came instead.

use bytes::Bytes;
use http::{Response, StatusCode};

use super::media_type::{MediaType, decode_leniently};
use super::outputs::Outputs;
use super::response_context::ResponseContext;
use super::soap::soap_fault;
use super::soap::soap_version::SoapVersion;
use crate::Transport;
use crate::error::{Error, ErrorKind, Outcome};
use crate::fault::Fault;
use crate::operation::{Operation, Scalar, Type, XmlKind};
use crate::page::html_unescape;
use crate::servers::{Asked, Reason, explained};
use crate::value::field::{DocumentMut, Field};
use crate::value::message::Message;
use crate::value::output::BlankOutput;
use crate::xml::{self, Document, Element, Part, XmlErrorKind};
use asmx_dataset::data_set::fast;

/// Decodes a response. `output` makes the output that its parts are read into.
pub(super) fn decode(
    context: &ResponseContext,
    response: Response<Bytes>,
    output: BlankOutput,
) -> Result<Message, Error> {
    let (parts, body) = response.into_parts();
    let media_type = MediaType::of(&parts.headers);
    let received = ReceivedResponse::new(context, parts.status, &media_type, &body).with_reason(parts.extensions.get());
    received.message(output).map_err(|error| {
        let error = error
            .with_operation(context.operation)
            .with_transport(context.transport)
            .with_response(parts.status, body.clone())
            .with_retry_after(&parts.headers);
        explained(error, Asked::of_call(context.transport), &parts)
    })
}

/// A response whose head was read.
#[derive(Debug)]
pub struct ReceivedResponse<'a> {
    pub(super) context: &'a ResponseContext,
    status: StatusCode,
    reason: Option<&'a Reason>,
    pub(super) media_type: &'a MediaType,
    body: &'a Bytes,
}

/// The longest part of a body that is read for the text of a fault, in bytes. A fault keeps less of it, however it is escaped.
const LONGEST_FAULT: usize = 256 * 1024;

impl<'a> ReceivedResponse<'a> {
    pub(super) fn new(
        context: &'a ResponseContext,
        status: StatusCode,
        media_type: &'a MediaType,
        body: &'a Bytes,
    ) -> Self {
        Self { context, status, reason: None, media_type, body }
    }

    fn with_reason(mut self, reason: Option<&'a Reason>) -> Self {
        self.reason = reason;
        self
    }

    fn message(&self, output: BlankOutput) -> Result<Message, Error> {
        if self.body.is_empty() {
            return self.empty();
        }
        #[cfg(feature = "json")]
        if let Some(json) = self.own_json() {
            let mut message = Message::null(self.context.operation);
            message.own = Some(json.into());
            return Ok(message);
        }
        match self.data_set_message(output) {
            Some(message) => Ok(message),
            None => Ok(self.read(&self.text()?, Outputs::new(self.context.operation, output))?.message),
        }
    }

    /// The JSON that an operation without outputs wrote itself, whatever its media type says.
    #[cfg(feature = "json")]
    fn own_json(&self) -> Option<String> {
        let is_due = self.context.operation.outputs.is_empty() && !self.context.transport.is_soap();
        if !is_due || !self.status.is_success() || self.body.first() == Some(&b'<') {
            return None;
        }
        let text = decode_leniently(self.body, self.media_type.charset().as_deref());
        crate::results::read_json(&text).is_ok().then_some(text)
    }

    /// Reads the data set of a usual response fast. Other responses are left to the walk.
    fn data_set_message(&self, output: BlankOutput) -> Option<Message> {
        let is_due = self.context.operation.value().is_some_and(|result| result.kind.is_data_set() && !result.repeated);
        if !is_due || !self.status.is_success() || !self.media_type.is_xml() {
            return None;
        }
        let mut message = Outputs::new(self.context.operation, output).message;
        let target = message.part_mut(0).and_then(Field::document_mut)?;
        let mut beside = None;
        let charset = self.media_type.charset();
        let mut read = fast::read(self.body, charset.as_deref(), &self.context.limits, &mut |text| {
            let (part, message) = self.part(text)?;
            beside = Some(message);
            Some(part)
        })?;
        if !DocumentMut::DataSet(&mut read).move_to(target) {
            return None;
        }
        let beside = beside?;
        (message.deviations, message.rest, message.headers) = (beside.deviations, beside.rest, beside.headers);
        Some(message)
    }

    pub(super) fn read(&self, text: &str, outputs: Outputs) -> Result<Outputs, Error> {
        if self.status.is_success()
            && let Some(outputs) = self.read_message(text, outputs)?
        {
            return Ok(outputs);
        }
        Err(self.no_message(text))
    }

    /// The element with the only value of a response, and the message without it; `None` if the text is not a usual response.
    pub(super) fn part(&self, text: &str) -> Option<(Part, Message)> {
        let outputs = self.read(text, Outputs::without_value(self.context.operation)).ok()?;
        Some((outputs.part?.into_inner()?, outputs.message))
    }

    fn text(&self) -> Result<std::borrow::Cow<'_, str>, Error> {
        let is_failed = self.status == StatusCode::INTERNAL_SERVER_ERROR;
        if !self.context.transport.is_soap() && is_failed && self.media_type.is("text/plain") {
            let body = self.body.get(..LONGEST_FAULT).unwrap_or(self.body);
            let text = decode_leniently(body, self.media_type.charset().as_deref());
            return Err(Error::from_fault(Fault::from_text(None, &html_unescape(&text))));
        }
        if !self.media_type.is_xml() {
            return Err(self.no_xml());
        }
        xml::decode(self.body, self.media_type.charset().as_deref()).map_err(|error| self.malformed(error))
    }

    /// A response without a body. Over GET and POST an operation without a result returns it. Over SOAP a one-way operation does, with the
    /// status 202: it says that the request was accepted, so a result was lost. Any other body was lost on the way.
    fn empty(&self) -> Result<Message, Error> {
        let operation = self.context.operation;
        let (is_one_way, is_accepted) = (operation.messages.one_way, self.status == StatusCode::ACCEPTED);
        let has_no_result = operation.outputs.is_empty();
        let is_over = is_one_way || is_accepted && has_no_result || !self.context.transport.is_soap() && has_no_result;
        if self.status.is_success() && is_over {
            return Ok(Message::null(operation));
        }
        if is_accepted {
            return Err(self.unusable("the response has the status 202 (accepted) and no body"));
        }
        Err(self.unusable("the response is empty").with_broken_response())
    }

    /// The error of a response without a result: by its status, unless that is a success.
    fn unusable(&self, what: impl std::fmt::Display) -> Error {
        if self.status.is_success() {
            let expected = expected(self.context.operation, self.context.transport);
            return Error::new(ErrorKind::UnexpectedResponse, format!("{what}, but {expected} was expected"));
        }
        let status = match self.reason {
            Some(Reason(reason)) => format!("{} {reason}", self.status.as_str()),
            None => self.status.to_string(),
        };
        let error = Error::new(ErrorKind::Status, format!("the server responded with status {status} ({what})"));
        if may_be_executed(self.status) { error.with_outcome(Outcome::Unknown) } else { error }
    }

    fn no_xml(&self) -> Error {
        let media_type = xml::shortened(self.media_type.essence(), 80);
        let what = match &*media_type {
            "" => "the response has no Content-Type".to_owned(),
            media_type => format!("the response is `{media_type}`, not XML"),
        };
        self.unusable(what).with_broken_response()
    }

    pub(super) fn malformed(&self, error: xml::XmlError) -> Error {
        let is_broken = matches!(error.kind(), XmlErrorKind::Malformed | XmlErrorKind::NoRoot | XmlErrorKind::Encoding);
        let unusable = self.unusable(format!("the response is not well-formed XML: {error}")).with_source(error);
        if is_broken { unusable.with_broken_response() } else { unusable }
    }

    /// The error of a response that its transport does not have.
    pub(super) fn unexpected(&self, what: impl Into<String>) -> Error {
        if self.status.is_success() {
            Error::new(ErrorKind::UnexpectedResponse, what.into())
        } else {
            self.unusable(what.into())
        }
    }

    /// The error of an envelope with other content than a fault. The status may report a failure, and the body a result: either may be true.
    fn without_fault(&self, what: String) -> Error {
        let error = self.unusable(what);
        if self.status.is_server_error() { error.with_outcome(Outcome::Unknown) } else { error }
    }

    fn no_message(&self, text: &str) -> Error {
        let document = match Document::parse(text, &self.context.limits) {
            Ok(document) => document,
            Err(error) => return self.malformed(error),
        };
        let root = document.root();
        let version = SoapVersion::of_namespace(root.namespace()).filter(|_| root.name() == "Envelope");
        let body_of = |version: SoapVersion| {
            root.elements().filter(move |part| part.is(Some(version.namespace()), "Body")).flat_map(Element::elements)
        };
        let content = version.and_then(|version| body_of(version).next());
        let fault = version
            .and_then(|version| body_of(version).find_map(|element| Some((soap_fault::version_of(element)?, element))));
        match (fault, version) {
            (Some((version, element)), _) if self.context.transport.is_soap() => {
                let headers = self.fault_headers(version, document.text());
                let error = Error::from_fault(soap_fault::read(version, element).with_headers(headers));
                let namespace = &*self.context.namespace;
                // The namespace of the service's own description is right.
                let is_stated = self.context.service.namespace == Some(namespace);
                if is_stated { error } else { error.doubting_namespace(namespace) }
            }
            (Some((version, element)), _) => Error::from_fault(soap_fault::read(version, element)),
            (None, _) if !self.context.transport.is_soap() => {
                self.unusable(format!("the response is {}", named(root.name(), root.namespace())))
            }
            (None, Some(version)) if content.is_none() => {
                let mut bodies = root.elements().filter(|part| part.is(Some(version.namespace()), "Body"));
                match bodies.find_map(|body| Some(body.text()).filter(|text| !text.trim().is_empty())) {
                    Some(text) => self.without_fault(text_in_body(&text)),
                    None => self.unexpected("the body of the envelope is empty"),
                }
            }
            (None, Some(_)) => self.without_fault("there is an envelope, but no fault in it".to_owned()),
            (None, None) if root.name() != "Envelope" => {
                self.unexpected(format!("the response is `{}`, not a SOAP envelope", xml::shortened(root.name(), 80)))
            }
            (None, None) => self.unexpected(format!(
                "the response is an envelope of the unknown namespace `{}`",
                xml::shortened(root.namespace().unwrap_or_default(), 80)
            )),
        }
    }
}

pub(super) fn text_in_body(text: &str) -> String {
    format!("the body of the envelope contains the text `{}`, not an element", xml::shortened(text.trim(), 80))
}

pub(super) fn named(name: &str, namespace: Option<&str>) -> String {
    match namespace {
        Some(namespace) => format!("`{}` of namespace `{}`", xml::shortened(name, 80), xml::shortened(namespace, 80)),
        None => format!("`{}` of no namespace", xml::shortened(name, 80)),
    }
}

/// Whether an error status without a fault leaves open what became of the request. Services and their servers refuse with 4xx, 500, 501, 503 and
/// 505. Other statuses of 5xx, and 408, come from proxies: the request may have reached the service, and its response may be lost.
fn may_be_executed(status: StatusCode) -> bool {
    status == StatusCode::REQUEST_TIMEOUT
        || status.is_server_error() && !matches!(status.as_u16(), 500 | 501 | 503 | 505)
}

fn expected(operation: &Operation, transport: Transport) -> &'static str {
    match operation.outputs {
        [] if transport.is_soap() => "an envelope",
        [] => "nothing",
        [result] if !result.repeated => match result.kind {
            Type::Scalar(Scalar::String) => "a string",
            Type::Xml(XmlKind::Content) => "an XML document",
            kind if kind.is_data_set() => "a DataSet",
            kind if kind == Type::INT_ARRAY => "an array of integers",
            _ => "a message",
        },
        _ => "a message",
    }
}
