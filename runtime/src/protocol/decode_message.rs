//! Responses whose parts are described one by one: outputs and SOAP headers, in any style.

use std::borrow::Cow;

use super::decode_response::ReceivedResponse;
use super::soap::header;
use super::soap::soap_version::{SoapVersion, XSI};
use super::value::document::is_document;
use super::value::read_value::{Deviations, Reason, Unreadable, ValueReader};
use super::value::value_element::{ValueElement as _, says_nil};
use super::value::values_left::ValuesLeft;
use crate::error::Error;
use crate::operation::{Member, Operation, Place, Style, Type};
use crate::value::Value;
use crate::value::content::Content;
use crate::value::field::{Field, Given, Step};
use crate::value::message::{Message, SoapHeader};
use crate::value::typed_output::{BlankOutput, TypedOutput};
use crate::xml;
use crate::xml::{PullReader, Pulled, XmlErrorKind};

impl ReceivedResponse<'_> {
    /// The message that a response of success is; `None` if it is none, but a fault or something else.
    pub(super) fn message(&self, text: &str, blank: BlankOutput) -> Result<Option<Content>, Error> {
        let outputs = Outputs::new(self.context.operation, blank);
        let message = if self.context.transport.is_soap() {
            self.enveloped_message(text, outputs)?
        } else {
            Some(self.bare_message(text, outputs)?)
        };
        Ok(message.map(|message| Content::Message(Box::new(message))))
    }

    /// A response over GET or POST: the value of the first part, in an element that is called like its type.
    fn bare_message(&self, text: &str, mut outputs: Outputs) -> Result<Message, Error> {
        let (deviations, left) = (Deviations::new(0), ValuesLeft::of_response(&self.context.limits, text.len()));
        let values = self.values(&deviations, &left).typed(outputs.is_typed());
        let first = self.context.operation.outputs.first();
        let mut reader = PullReader::new(text, &self.context.limits);
        let mut read = Ok(());
        if reader.root() {
            match first.and_then(|output| Some((output, outputs.field().enter(Step::Member(0))?))) {
                Some((output, field)) => read = root_into(values, output, &mut reader, field),
                None => deviations.note(&reader, "", "is there, where nothing is due"),
            }
        }
        let is_due = first.is_some_and(|output| is_document(output.kind));
        match reader.finish() {
            // A document that is null has no root.
            Err(error) if is_due && error.kind() == XmlErrorKind::NoRoot => {}
            finished => finished.map_err(|error| self.malformed(error))?,
        }
        read.map_err(|unreadable| self.unreadable(&unreadable))?;
        let mut message = outputs.into_message();
        message.deviations = deviations.finish();
        Ok(message)
    }

    fn enveloped_message(&self, text: &str, mut outputs: Outputs) -> Result<Option<Message>, Error> {
        let Some(version) = self.envelope_without_fault(text) else { return Ok(None) };
        let operation = self.context.operation;
        // Places are told from the result on.
        let around = if operation.messages.style == Style::Bare { 2 } else { 3 };
        let (deviations, of_headers) = (Deviations::new(around), Deviations::new(2));
        let left = ValuesLeft::of_response(&self.context.limits, text.len());
        let mut reader = PullReader::new(text, &self.context.limits);
        reader.root();
        let (depth, mut headers, mut body) = (reader.depth(), Ok(Vec::new()), None);
        while let Some(inside) = reader.content(depth) {
            if !matches!(inside, Pulled::Start) || reader.namespace() != Some(version.namespace()) {
                continue;
            }
            match reader.name() {
                "Header" if headers.as_ref().is_ok_and(Vec::is_empty) => {
                    headers = self.headers(version, self.values(&of_headers, &left), &mut reader);
                }
                "Body" if body.is_none() => {
                    let values = self.values(&deviations, &left).typed(outputs.is_typed());
                    body = Some(self.body(values, &deviations, &mut reader, outputs.field()));
                }
                _ => {}
            }
        }
        // What is not well-formed is no response, whatever else is to be said of it.
        reader.finish().map_err(|error| self.malformed(error))?;
        let Some(body) = body else { return Ok(None) };
        body?;
        let mut message = outputs.into_message();
        message.headers = headers.map_err(|unreadable| self.unreadable(&unreadable))?;
        message.deviations = of_headers.finish();
        message.deviations.extend(deviations.finish());
        Ok(Some(message))
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
        let reader = ValueReader::of_response(&context.namespace, context.service.types, left, deviations);
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
            let Ok(known) = &mut headers else { return };
            let declared = header::find(declared, &self.context.namespace, block);
            let read = if values.takes_item(size_of::<SoapHeader>()) {
                header::read(version, values, declared, block)
            } else {
                Err(Unreadable::too_many(block))
            };
            match read {
                Ok(header) => known.push(header),
                Err(unreadable) => headers = Err(unreadable),
            }
        });
        headers
    }

    /// Reads the parts in the body into the members of `place`.
    fn body(
        &self,
        values: ValueReader<'_>,
        deviations: &Deviations,
        body: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Error> {
        let operation = self.context.operation;
        let mut parts = |element: &mut PullReader<'_>| {
            let read = values.parts_into(operation.outputs, element, place);
            read.map_err(|unreadable| self.unreadable(&unreadable))
        };
        if operation.messages.style == Style::Bare {
            return parts(body);
        }
        let depth = body.depth();
        while let Some(inside) = body.content(depth) {
            if let Pulled::Start = inside {
                self.check_wrapper(operation, deviations, body)?;
                return parts(body);
            }
        }
        if !operation.outputs.is_empty() && !operation.messages.one_way {
            deviations.note(body, "", "holds nothing");
        }
        Ok(())
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
        let (deviations, left) = (Deviations::new(2), ValuesLeft::of_response(&self.context.limits, text.len()));
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
        /// Longer than the places of nearly all values.
        const LONGEST_PLACE: usize = 400;
        let place = xml::shortened(&unreadable.element, LONGEST_PLACE);
        let what = match &unreadable.reason {
            Reason::TooMany => format!(
                "the values of the response take more than {} bytes of memory for each of its bytes and 64 MiB beside: \
                 `ParseOptions::max_memory_per_byte` is the limit",
                self.context.limits.max_memory_per_byte
            ),
            _ => unreadable.message(),
        };
        self.unexpected(format!("the result cannot be read: `{place}`: {what}"))
    }
}

/// What the outputs of a response are read into.
enum Outputs {
    /// A structure of them.
    Values(Value<'static>),
    Typed(TypedOutput),
}

impl Outputs {
    fn new(operation: &Operation, blank: BlankOutput) -> Self {
        match blank() {
            Some(output) => Self::Typed(TypedOutput::new(output)),
            None => Self::Values(Value::Structure(operation.outputs.iter().map(|_| Value::Null).collect())),
        }
    }

    const fn is_typed(&self) -> bool {
        matches!(self, Self::Typed(_))
    }

    fn field(&mut self) -> &mut dyn Field {
        match self {
            Self::Values(values) => values,
            Self::Typed(output) => output.field(),
        }
    }

    fn into_message(self) -> Message {
        match self {
            Self::Values(Value::Structure(values)) => Message::new(values),
            Self::Values(_) => Message::default(),
            Self::Typed(output) => Message::of_typed(output),
        }
    }
}

/// Reads the root of a response over GET or POST into the field of its part.
fn root_into(
    values: ValueReader<'_>,
    output: &'static Member,
    root: &mut PullReader<'_>,
    field: &mut dyn Field,
) -> Result<(), Unreadable> {
    // Here null is told, whether or not the value may be.
    if root.attribute(Some(XSI), "nil").is_some_and(|value| says_nil(&value)) {
        root.skip();
        let given = if output.presence.is_nullable() { Given::Nil } else { Given::Absent };
        return values.give(field, given, output.name, root);
    }
    match output.kind {
        _ if output.repeated => items_into(values, output, root, field),
        kind if is_document(kind) => {
            let document = values.whole(root)?;
            document_into(values, kind, document, root, field)
        }
        // A value that is an empty text, or a set of none.
        Type::Enumeration(enumeration) if enumeration.lists("") => values.member_into(output, root, field),
        kind if kind.kind().is_value() && root.is_blank() => {
            root.skip();
            values.give(field, Given::Absent, output.name, root)
        }
        Type::Array(_) => values.any_items().member_into(output, root, field),
        _ => values.member_into(output, root, field),
    }
}

/// The values of a repeated part, which stand in one element here, whatever they are called.
fn items_into(
    values: ValueReader<'_>,
    output: &'static Member,
    root: &mut PullReader<'_>,
    field: &mut dyn Field,
) -> Result<(), Unreadable> {
    let field = values.inside(field, Step::Items, root)?;
    let depth = root.depth();
    while let Some(inside) = root.content(depth) {
        if matches!(inside, Pulled::Start) {
            let item = values.inside(field, Step::Item, root)?;
            values.item(item, root)?;
            values.member_into(output, root, item)?;
        }
    }
    Ok(())
}

/// The value of a type that is a document, which was passed.
fn document_into(
    values: ValueReader<'_>,
    kind: Type,
    document: String,
    passed: &PullReader<'_>,
    field: &mut dyn Field,
) -> Result<(), Unreadable> {
    let mut field = field;
    if let Type::Structure(structure) = kind {
        field = values.inside(field, Step::Members(1), passed)?;
        field = values.inside(field, Step::Member(0), passed)?;
        if structure.members().iter().any(|member| member.place == Place::AnyElements) {
            field = values.inside(field, Step::Item, passed)?;
        }
    }
    values.give(field, Given::Xml(Cow::Owned(document)), "", passed)
}
