//! Responses, from the client's side: a result, or an error that states what came instead.

use std::borrow::Cow;

use bytes::Bytes;
use http::{Response, StatusCode};

use super::get_post::fault_text;
use super::media_type::{MediaType, decode_leniently};
use super::response_context::{ResponseContext, result_root};
use super::soap::envelope::{Envelope, NoEnvelope};
use super::soap::soap_fault;
use super::soap::soap_version::XSI;
use super::value::plain_result;
use super::value::read_result;
use super::value::value_element::says_nil;
use crate::Transport;
use crate::error::{Error, ErrorKind, Outcome};
use crate::fault::Fault;
use crate::operation::ResultShape;
use crate::value::content::Content;
use crate::value::typed_output::BlankOutput;
use crate::xml::{self, Document, Element, XmlErrorKind};
use asmx_dataset::data_set::fast::{self, FindContainer};

/// Decodes a response. Its outputs are read into what `blank` makes.
pub(super) fn decode(
    context: &ResponseContext,
    response: Response<Bytes>,
    blank: BlankOutput,
) -> Result<Content, Error> {
    let (parts, body) = response.into_parts();
    let media_type = MediaType::of(&parts.headers);
    let received = ReceivedResponse { context, status: parts.status, media_type: &media_type, body: &body };
    received.content(blank).map_err(|error| {
        error
            .with_operation(context.operation)
            .with_transport(context.transport)
            .with_response(parts.status, body.clone())
            .with_retry_after(&parts.headers)
    })
}

/// As [`decode`] reads a response that is in any way unusual.
#[cfg(test)]
pub(super) fn decode_tree(context: &ResponseContext, response: &Response<Bytes>) -> Result<Content, Error> {
    let media_type = MediaType::of(response.headers());
    let received =
        ReceivedResponse { context, status: response.status(), media_type: &media_type, body: response.body() };
    received.text().and_then(|text| received.tree(text))
}

pub(super) struct ReceivedResponse<'a> {
    pub(super) context: &'a ResponseContext,
    pub(super) status: StatusCode,
    pub(super) media_type: &'a MediaType,
    pub(super) body: &'a Bytes,
}

/// Where a document holds the result.
pub(super) enum FoundResult<'d> {
    /// It is known without reading further.
    Content(Content),
    /// In this element.
    Element(Element<'d>),
}

impl FindContainer for ReceivedResponse<'_> {
    fn container<'d>(&self, document: &'d Document) -> Option<Element<'d>> {
        match self.find(document) {
            Ok(FoundResult::Element(element)) => Some(element),
            Ok(FoundResult::Content(_)) | Err(_) => None,
        }
    }
}

/// How much of a body is read for the text of a fault, in bytes. A fault keeps less, however it is escaped.
const LONGEST_FAULT: usize = 256 * 1024;

impl ReceivedResponse<'_> {
    fn content(&self, blank: BlankOutput) -> Result<Content, Error> {
        if self.body.is_empty() {
            return self.empty();
        }
        if self.status.is_success()
            && self.context.operation.result.is_data_set()
            && self.media_type.is_xml()
            && let Some(data_set) =
                fast::read(self.body, self.media_type.charset().as_deref(), &self.context.limits, self)
        {
            return Ok(Content::DataSet(data_set));
        }
        let text = self.text()?;
        if self.is_due(ResultShape::Message)
            && let Some(content) = self.message(&text, blank)?
        {
            return Ok(content);
        }
        if self.status.is_success()
            && let Some(content) = plain_result::read(self.context, &text)
        {
            return Ok(content);
        }
        self.tree(text)
    }

    /// The text of a response that is XML.
    fn text(&self) -> Result<Cow<'_, str>, Error> {
        let is_failed = self.status == StatusCode::INTERNAL_SERVER_ERROR;
        if !self.context.transport.is_soap() && is_failed && self.media_type.is("text/plain") {
            let body = self.body.get(..LONGEST_FAULT).unwrap_or(self.body);
            let text = decode_leniently(body, self.media_type.charset().as_deref());
            return Err(Error::from_fault(Fault::from_text(None, &fault_text::html_unescape(&text))));
        }
        if !self.media_type.is_xml() {
            return Err(self.no_xml());
        }
        xml::decode(self.body, self.media_type.charset().as_deref()).map_err(|error| self.malformed(error))
    }

    /// Reads a response by its tree.
    fn tree(&self, text: Cow<'_, str>) -> Result<Content, Error> {
        match Document::parse(text, &self.context.limits) {
            Ok(document) => match self.find(&document)? {
                FoundResult::Content(content) => Ok(content),
                FoundResult::Element(element) => self.read(element),
            },
            // This is how a null document looks over GET and POST.
            Err(error)
                if error.kind() == XmlErrorKind::NoRoot
                    && !self.context.transport.is_soap()
                    && self.is_due(ResultShape::Xml) =>
            {
                Ok(Content::null(self.context.operation))
            }
            Err(error) => Err(self.malformed(error)),
        }
    }

    /// Whether the response is one of success, and the operation has a result of that shape.
    fn is_due(&self, shape: ResultShape) -> bool {
        self.status.is_success() && self.context.operation.result == shape
    }

    /// A response without a body. Over GET and POST it is the response of an operation without a result. Over SOAP only a one-way
    /// operation has such a response, with the status 202; any other one was lost on the way.
    fn empty(&self) -> Result<Content, Error> {
        let is_one_way = self.status == StatusCode::ACCEPTED || self.context.operation.messages.one_way;
        if self.is_due(ResultShape::Message)
            && (is_one_way || !self.context.transport.is_soap() && self.context.operation.outputs.is_empty())
        {
            return Ok(Content::null(self.context.operation));
        }
        if self.is_due(ResultShape::None) && (is_one_way || !self.context.transport.is_soap()) {
            return Ok(Content::None);
        }
        Err(self.unusable("the response is empty").with_broken_response())
    }

    /// An error for a response without a result: by its status, if that is not one of success.
    fn unusable(&self, what: impl std::fmt::Display) -> Error {
        if self.status.is_success() {
            let due = due(self.context.operation.result, self.context.transport);
            return Error::new(ErrorKind::UnexpectedResponse, format!("{what}, where {due} is due"));
        }
        let hint = match self.status.as_u16() {
            300..=399 => ": redirects are not followed; is the base URL right?",
            400 if self.context.transport.is_soap() => ": the server found the request malformed",
            401 | 403 => ": the server demands other credentials, or a right that the caller does not have",
            404 => ": there is nothing at this address; is the base URL right?",
            405 => ": the server does not know the HTTP method",
            407 => ": a proxy on the way demands credentials",
            413 => ": the request is too large for the server",
            415 => ": the server does not take this transport's Content-Type",
            429 => ": the server gets too many requests",
            502 | 504 => ": a proxy or gateway on the way got no proper response from the service",
            503 => ": the server is overloaded or switched off for a while",
            500 if !self.context.transport.is_soap() && self.media_type.is("text/html") => {
                ": GET and POST may be switched off at this server; SOAP may work"
            }
            _ => "",
        };
        let error =
            Error::new(ErrorKind::Status, format!("the server responded with status {}{hint} ({what})", self.status));
        // The service did not send this: the request may have reached it, and its response may be lost.
        let is_gateway = matches!(self.status, StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT);
        if is_gateway { error.with_outcome(Outcome::Unknown) } else { error }
    }

    fn no_xml(&self) -> Error {
        let shown = xml::shortened(self.media_type.essence(), 80);
        let what = if shown.is_empty() { "without a Content-Type".to_owned() } else { format!("`{shown}`") };
        self.unusable(format!("the response is {what}, not XML")).with_broken_response()
    }

    pub(super) fn malformed(&self, error: xml::XmlError) -> Error {
        let is_broken = matches!(error.kind(), XmlErrorKind::Malformed | XmlErrorKind::NoRoot | XmlErrorKind::Encoding);
        let unusable = self.unusable(format!("the response is not well-formed XML: {error}")).with_source(error);
        if is_broken { unusable.with_broken_response() } else { unusable }
    }

    /// A response of another kind than the transport has.
    pub(super) fn unexpected(&self, what: impl Into<String>) -> Error {
        if self.status.is_success() {
            Error::new(ErrorKind::UnexpectedResponse, what)
        } else {
            self.unusable(what.into())
        }
    }

    pub(super) fn find<'d>(&self, document: &'d Document) -> Result<FoundResult<'d>, Error> {
        if self.context.transport.is_soap() { self.enveloped(document) } else { self.bare(document) }
    }

    fn enveloped<'d>(&self, document: &'d Document) -> Result<FoundResult<'d>, Error> {
        let envelope = Envelope::of(document).map_err(|no_envelope| {
            self.unexpected(match no_envelope {
                NoEnvelope::OtherRoot(root) => format!("the response is `{}`, not a SOAP envelope", cut(&root)),
                NoEnvelope::UnknownNamespace(namespace) => {
                    format!(
                        "the response is an envelope of the unknown namespace `{}`",
                        cut(&namespace.unwrap_or_default())
                    )
                }
            })
        })?;
        let Some(element) = envelope.body_element() else {
            return Err(self.unexpected("the body of the envelope is empty"));
        };
        if let Some(version) = soap_fault::version_of(element) {
            let headers = self.fault_headers(version, document.text());
            let error = Error::from_fault(soap_fault::read(version, element).with_headers(headers));
            let namespace = &*self.context.namespace;
            // One that the service's description states is right.
            let is_stated = self.context.service.namespace == Some(namespace);
            return Err(if is_stated { error } else { error.doubting_namespace(namespace) });
        }
        if !self.status.is_success() {
            return Err(self.unusable("there is an envelope, but no fault in it"));
        }
        let response = format!("{}Response", self.context.operation.name);
        self.check_name(element, &response)?;
        self.result(element)
    }

    /// The result inside a response element.
    fn result<'d>(&self, response: Element<'d>) -> Result<FoundResult<'d>, Error> {
        let operation = self.context.operation;
        if operation.result == ResultShape::None {
            return Ok(FoundResult::Content(Content::None));
        }
        let name = operation.result_element_name();
        let mut results = response.elements().filter(|element| self.is(*element, &name));
        match (results.next(), results.next()) {
            (None, _) => match response.elements().next() {
                None => Ok(FoundResult::Content(Content::null(operation))),
                Some(other) => {
                    let what = format!("the response holds {}, and no result `{name}`", described(other));
                    Err(self.unexpected(what))
                }
            },
            (Some(_), Some(_)) => Err(self.unexpected(format!("the response holds `{name}` more than once"))),
            // Genuine clients read a null DataSet that is there as an empty one.
            (Some(element), None) if is_nil(element) && !operation.result.is_data_set() => {
                Ok(FoundResult::Content(Content::null(operation)))
            }
            (Some(element), None) => Ok(FoundResult::Element(element)),
        }
    }

    fn bare<'d>(&self, document: &'d Document) -> Result<FoundResult<'d>, Error> {
        let root = document.root();
        let operation = self.context.operation;
        if !self.status.is_success() {
            let fault = Envelope::of(document).ok().and_then(|envelope| envelope.body_element());
            return Err(match fault.and_then(|element| Some((soap_fault::version_of(element)?, element))) {
                Some((version, element)) => Error::from_fault(soap_fault::read(version, element)),
                None => self.unusable(format!("the response is {}", described(root))),
            });
        }
        match operation.result {
            ResultShape::None => {
                Err(self.unexpected(format!("the response is {}, where nothing is due", described(root))))
            }
            ResultShape::Xml => Ok(FoundResult::Content(read_result::document(root))),
            shape => {
                self.check_name(root, &result_root(shape))?;
                Ok(if is_nil(root) {
                    FoundResult::Content(Content::null(operation))
                } else {
                    FoundResult::Element(root)
                })
            }
        }
    }

    pub(super) fn read(&self, element: Element<'_>) -> Result<Content, Error> {
        let context = self.context;
        read_result::read(context.operation.result, &context.namespace, element)
            .map_err(|message| self.unexpected(format!("the result cannot be read: {message}")))
    }

    /// Whether `element` is the one called `name` in the service's namespace.
    fn is(&self, element: Element<'_>, name: &str) -> bool {
        xml::name::is_encoding_of(element.name(), name)
            && element.namespace().unwrap_or_default() == &*self.context.namespace
    }

    fn check_name(&self, element: Element<'_>, expected: &str) -> Result<(), Error> {
        if self.is(element, expected) {
            return Ok(());
        }
        let namespace = &self.context.namespace;
        Err(self.unexpected(format!(
            "the response is {}, not `{expected}` of namespace `{namespace}`: is it that of another operation, or the client's \
             namespace wrong?",
            described(element)
        )))
    }
}

fn is_nil(element: Element<'_>) -> bool {
    element.attribute(Some(XSI), "nil").is_some_and(says_nil)
}

fn described(element: Element<'_>) -> String {
    match element.namespace() {
        Some(namespace) => format!("`{}` of namespace `{}`", cut(element.name()), cut(namespace)),
        None => format!("`{}` of no namespace", cut(element.name())),
    }
}

fn cut(text: &str) -> Cow<'_, str> {
    xml::shortened(text, 80)
}

/// What a result of that shape is, for messages.
fn due(shape: ResultShape, transport: Transport) -> &'static str {
    match shape {
        ResultShape::None if transport.is_soap() => "an envelope",
        ResultShape::None => "nothing",
        ResultShape::String | ResultShape::Delimited => "a string",
        ResultShape::DataSet | ResultShape::TypedDataSet(_) => "a DataSet",
        ResultShape::Xml => "an XML document",
        ResultShape::Integers => "an array of integers",
        ResultShape::Message => "a message",
    }
}
