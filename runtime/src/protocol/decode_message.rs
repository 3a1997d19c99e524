//! Responses whose parts are described one by one: outputs and SOAP headers, in any style.

use std::borrow::Cow;

use super::decode_response::ReceivedResponse;
use super::soap::header;
use super::soap::soap_version::{SoapVersion, XSI};
use super::value::document::is_document;
use super::value::read_value::{Deviations, Nil, Unreadable, ValueReader};
use super::value::value_element::{ValueElement as _, says_nil};
use super::value::values_left::ValuesLeft;
use crate::error::Error;
use crate::operation::{Member, Operation, Place, Style, Type};
use crate::value::Value;
use crate::value::content::Content;
use crate::value::message::{Message, SoapHeader};
use crate::xml;
use crate::xml::{PullReader, Pulled, XmlErrorKind};

impl ReceivedResponse<'_> {
    /// The message that a response of success is; `None` if it is none, but a fault or something else.
    pub(super) fn message(&self, text: &str) -> Result<Option<Content>, Error> {
        if self.context.transport.is_soap() { self.enveloped_message(text) } else { self.bare_message(text).map(Some) }
    }

    /// A response over GET or POST: the value of the first part, in an element that is called like its type.
    fn bare_message(&self, text: &str) -> Result<Content, Error> {
        let (deviations, left) = (Deviations::new(0), ValuesLeft::of_response(text.len()));
        let values = self.values(&deviations, &left);
        let outputs = self.context.operation.outputs;
        let mut reader = PullReader::new(text, &self.context.limits);
        let mut read = outputs.iter().map(|_| Value::Null).collect::<Vec<_>>();
        let mut failure = Ok(());
        if reader.root() {
            match (outputs.first(), read.first_mut()) {
                (Some(output), Some(place)) => match root_value(values, output, &mut reader) {
                    Ok(value) => *place = value,
                    Err(unreadable) => failure = Err(unreadable),
                },
                _ => deviations.note(&reader, "", "is there, where nothing is due"),
            }
        }
        let is_due = outputs.first().is_some_and(|output| is_document(output.kind));
        match reader.finish() {
            // A document that is null has no root.
            Err(error) if is_due && error.kind() == XmlErrorKind::NoRoot => {}
            finished => finished.map_err(|error| self.malformed(error))?,
        }
        failure.map_err(|unreadable| self.unreadable(&unreadable))?;
        let mut message = Message::new(read);
        message.deviations = deviations.finish();
        Ok(Content::Message(Box::new(message)))
    }

    fn enveloped_message(&self, text: &str) -> Result<Option<Content>, Error> {
        let Some(version) = self.envelope_without_fault(text) else { return Ok(None) };
        let operation = self.context.operation;
        // Places are told from the result on.
        let around = if operation.messages.style == Style::Bare { 2 } else { 3 };
        let (deviations, of_headers) = (Deviations::new(around), Deviations::new(2));
        let left = ValuesLeft::of_response(text.len());
        let mut reader = PullReader::new(text, &self.context.limits);
        reader.root();
        let (depth, mut headers, mut outputs) = (reader.depth(), Ok(Vec::new()), None);
        while let Some(inside) = reader.content(depth) {
            if !matches!(inside, Pulled::Start) || reader.namespace() != Some(version.namespace()) {
                continue;
            }
            match reader.name() {
                "Header" if headers.as_ref().is_ok_and(Vec::is_empty) => {
                    headers = self.headers(version, self.values(&of_headers, &left), &mut reader);
                }
                "Body" if outputs.is_none() => {
                    outputs = Some(self.body(self.values(&deviations, &left), &deviations, &mut reader));
                }
                _ => {}
            }
        }
        // What is not well-formed is no response, whatever else is to be said of it.
        reader.finish().map_err(|error| self.malformed(error))?;
        let Some(outputs) = outputs else { return Ok(None) };
        let mut message = Message::new(outputs?);
        message.headers = headers.map_err(|unreadable| self.unreadable(&unreadable))?;
        message.deviations = of_headers.finish();
        message.deviations.extend(deviations.finish());
        Ok(Some(Content::Message(Box::new(message))))
    }

    /// The version of the envelope, if the response is one, and no fault is the first thing in its body. Reads no further than that.
    fn envelope_without_fault(&self, text: &str) -> Option<SoapVersion> {
        let mut reader = PullReader::new(text, &self.context.limits);
        let version = SoapVersion::of_namespace(reader.root().then(|| reader.namespace()).flatten())?;
        if reader.name() != "Envelope" {
            return None;
        }
        let is_start = |pulled: &Pulled<'_>| matches!(pulled, Pulled::Start);
        while let Some(inside) = reader.content(1) {
            if !is_start(&inside) || reader.name() != "Body" || reader.namespace() != Some(version.namespace()) {
                continue;
            }
            let depth = reader.depth();
            while let Some(inside) = reader.content(depth) {
                if is_start(&inside) {
                    let is_fault = reader.name() == "Fault" && SoapVersion::of_namespace(reader.namespace()).is_some();
                    return (!is_fault).then_some(version);
                }
            }
            return Some(version);
        }
        None
    }

    fn values<'a>(&'a self, deviations: &'a Deviations, left: &'a ValuesLeft) -> ValueReader<'a> {
        let context = self.context;
        let is_rpc = context.transport.is_soap() && context.operation.messages.style == Style::Rpc;
        let reader = ValueReader::new(&context.namespace, Nil::Null)
            .types(context.service.types)
            .noting(deviations)
            .within(left);
        if is_rpc { reader.unqualified_parts() } else { reader }
    }

    fn headers(
        &self,
        version: SoapVersion,
        values: ValueReader<'_>,
        header: &mut PullReader<'_>,
    ) -> Result<Vec<SoapHeader>, Unreadable> {
        let declared = self.context.operation.messages.response_headers;
        let mut headers = Ok(Vec::new());
        header.take_children(|block| {
            if let Ok(read) = &mut headers {
                let declared = header::find(declared, &self.context.namespace, block);
                match header::read(version, values, declared, block) {
                    Ok(header) => read.push(header),
                    Err(unreadable) => headers = Err(unreadable),
                }
            }
        });
        headers
    }

    /// The parts in the body.
    fn body(
        &self,
        values: ValueReader<'_>,
        deviations: &Deviations,
        body: &mut PullReader<'_>,
    ) -> Result<Vec<Value<'static>>, Error> {
        let operation = self.context.operation;
        if operation.messages.style == Style::Bare {
            return values.parts(operation.outputs, body).map_err(|unreadable| self.unreadable(&unreadable));
        }
        let depth = body.depth();
        while let Some(inside) = body.content(depth) {
            if let Pulled::Start = inside {
                self.check_wrapper(operation, deviations, body)?;
                return values.parts(operation.outputs, body).map_err(|unreadable| self.unreadable(&unreadable));
            }
        }
        if !operation.outputs.is_empty() && !operation.messages.one_way {
            deviations.note(body, "", "holds nothing");
        }
        Ok(operation.outputs.iter().map(|_| Value::Null).collect())
    }

    /// The element around the parts: one of another name is the response of another operation.
    fn check_wrapper(
        &self,
        operation: &Operation,
        deviations: &Deviations,
        wrapper: &PullReader<'_>,
    ) -> Result<(), Error> {
        let due = operation.response_name();
        let namespace = due.1.uri(&self.context.namespace);
        let found = wrapper.namespace().unwrap_or_default();
        if !xml::name::is_encoding_of(wrapper.name(), &due.0) {
            return Err(self.unexpected(format!(
                "the response is `{}` of namespace `{}`, not `{}` of namespace `{namespace}`: is it that of another operation?",
                xml::shortened(wrapper.name(), 80),
                xml::shortened(found, 80),
                due.0
            )));
        }
        if found != namespace {
            let what = format!("of namespace `{}` is due of namespace `{namespace}`", xml::shortened(found, 80));
            deviations.note(wrapper, wrapper.name(), what);
        }
        Ok(())
    }

    /// The headers of a fault, none of which is declared for faults alone.
    pub(super) fn fault_headers(&self, version: SoapVersion, text: &str) -> Vec<SoapHeader> {
        let (deviations, left) = (Deviations::new(2), ValuesLeft::of_response(text.len()));
        let mut reader = PullReader::new(text, &self.context.limits);
        let mut headers = Vec::new();
        if reader.root() {
            while let Some(inside) = reader.content(1) {
                let is_header = matches!(inside, Pulled::Start)
                    && reader.name() == "Header"
                    && reader.namespace() == Some(version.namespace());
                if is_header {
                    // The fault counts, whatever its headers are.
                    headers.extend(
                        self.headers(version, self.values(&deviations, &left), &mut reader).unwrap_or_default(),
                    );
                }
            }
        }
        headers
    }

    fn unreadable(&self, unreadable: &Unreadable) -> Error {
        let place = xml::shortened(&unreadable.element, 80);
        self.unexpected(format!("the result cannot be read: `{place}`: {}", unreadable.message()))
    }
}

/// The value that the root of a response over GET or POST is.
fn root_value(
    values: ValueReader<'_>,
    output: &'static Member,
    root: &mut PullReader<'_>,
) -> Result<Value<'static>, Unreadable> {
    // Here null is told, whether or not the value may be.
    if root.attribute(Some(XSI), "nil").is_some_and(|value| says_nil(&value)) {
        root.skip();
        return Ok(if output.presence.is_nullable() { Value::Nil } else { Value::Null });
    }
    match output.kind {
        _ if output.repeated => items(values, output, root),
        kind if is_document(kind) => Ok(document(kind, values.whole(root)?)),
        // A value that is an empty text, or a set of none.
        Type::Enumeration(enumeration) if enumeration.lists("") => values.parameter(output, root),
        kind if kind.kind().is_value() && root.is_blank() => {
            root.skip();
            Ok(Value::Null)
        }
        Type::Array(_) => values.any_items().parameter(output, root),
        _ => values.parameter(output, root),
    }
}

/// The values of a repeated part, which stand in one element here, whatever they are called.
fn items(
    values: ValueReader<'_>,
    output: &'static Member,
    root: &mut PullReader<'_>,
) -> Result<Value<'static>, Unreadable> {
    let (depth, mut items) = (root.depth(), Vec::new());
    while let Some(inside) = root.content(depth) {
        if matches!(inside, Pulled::Start) {
            items.push(values.parameter(output, root)?);
        }
    }
    Ok(Value::Array(items))
}

/// The value of a type that is a document.
fn document(kind: Type, document: String) -> Value<'static> {
    let xml = Value::Xml(Cow::Owned(document));
    let Type::Structure(structure) = kind else { return xml };
    let is_wildcard = structure.members().iter().any(|member| member.place == Place::AnyElements);
    Value::Structure(vec![if is_wildcard { Value::Array(vec![xml]) } else { xml }])
}
