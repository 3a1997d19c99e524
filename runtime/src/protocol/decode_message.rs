//! The one walk over a response: from its root to its parts, in any style, in an envelope or by itself.
//!
//! Of an operation whose messages are described, what contradicts the description is noted, and read all the same. Of others nobody
//! says more than what the result is: the response is that, or an error.

use super::decode_response::{ReceivedResponse, named};
use super::response_context::root_name;
use super::soap::header;
use super::soap::soap_version::SoapVersion;
use super::value::document::is_document;
use super::value::read_value::{Deviations, Reason, Unreadable, ValueReader, whole};
use super::value::value_element::ValueElement as _;
use super::value::values_left::ValuesLeft;
use crate::error::Error;
use crate::operation::{Member, Operation, Style, Type, XmlKind};
use crate::results::{DataSet, Integers, Text, XmlDocument};
use crate::value::Value;
use crate::value::field::{Field, Step, Whole};
use crate::value::message::Message;
use crate::value::output::{BlankOutput, OnlyOutput, Output};
use crate::value::soap_header::SoapHeader;
use crate::xml;
use crate::xml::{PullReader, Pulled, XmlErrorKind};

impl ReceivedResponse<'_> {
    /// The message that a response of success is; `None` if it is none, but a fault or something else.
    pub(super) fn read_message(&self, text: &str, blank: BlankOutput) -> Result<Option<Message>, Error> {
        let outputs = Outputs::new(self.context.operation, blank);
        if self.context.transport.is_soap() {
            self.enveloped_message(text, outputs)
        } else {
            self.bare_message(text, outputs).map(Some)
        }
    }

    /// A response over GET or POST: the value of the first part, in an element that is called like its type.
    fn bare_message(&self, text: &str, mut outputs: Outputs) -> Result<Message, Error> {
        let operation = self.context.operation;
        let (deviations, left) = (Deviations::new(0), ValuesLeft::of_response(&self.context.limits, text.len()));
        let values = self.values(&deviations, &left).typed(outputs.is_typed);
        let first = operation.outputs.first();
        let mut reader = PullReader::new(text, &self.context.limits);
        let mut read = Ok(());
        if reader.root() {
            read = match first.and_then(|first| Some((first, outputs.output.enter(Step::Member(0))?))) {
                Some((output, field)) if operation.described => {
                    values.root_into(output, &mut reader, field).map_err(|unreadable| self.unreadable(&unreadable))
                }
                Some((result, field)) => self.bare_result(values, result, &mut reader, field),
                None if operation.described => {
                    deviations.note(&reader, "", "is there, where nothing is due");
                    Ok(())
                }
                None => {
                    let root = named(reader.name(), reader.namespace());
                    Err(self.unexpected(format!("the response is {root}, where nothing is due")))
                }
            };
        }
        let is_due = first.is_some_and(|output| is_document(output.kind));
        match reader.finish() {
            // A document that is null has no root.
            Err(error) if is_due && error.kind() == XmlErrorKind::NoRoot => {}
            finished => finished.map_err(|error| self.malformed(error))?,
        }
        read?;
        self.finished(outputs, Vec::new(), deviations.finish())
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
                "Header" if operation.described && headers.as_ref().is_ok_and(Vec::is_empty) => {
                    headers = self.headers(version, self.values(&of_headers, &left), &mut reader);
                }
                "Body" if body.is_none() => {
                    let values = self.values(&deviations, &left).typed(outputs.is_typed);
                    body = Some(self.body(values, &deviations, &mut reader, &mut *outputs.output));
                }
                _ => {}
            }
        }
        // What is not well-formed is no response, whatever else is to be said of it.
        reader.finish().map_err(|error| self.malformed(error))?;
        let Some(body) = body else { return Ok(None) };
        body?;
        let headers = headers.map_err(|unreadable| self.unreadable(&unreadable))?;
        let mut notes = of_headers.finish();
        notes.extend(deviations.finish());
        self.finished(outputs, headers, notes).map(Some)
    }

    /// The message, now that all of it was read.
    fn finished(&self, outputs: Outputs, headers: Vec<SoapHeader>, deviations: Vec<String>) -> Result<Message, Error> {
        match deviations.first() {
            Some(first) if !self.context.operation.described => {
                Err(self.unexpected(format!("the result cannot be read: {first}")))
            }
            _ => {
                let mut message = Message::of_output(outputs.output);
                (message.headers, message.deviations) = (headers, deviations);
                Ok(message)
            }
        }
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
                return if operation.described { parts(body) } else { self.enveloped_result(values, body, place) };
            }
        }
        if !operation.described {
            return Err(self.unexpected("the body of the envelope is empty"));
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
        if !xml::name::is_encoding_of(wrapper.name(), &due.0) || found != namespace && !operation.described {
            return Err(self.another(wrapper, &due.0, namespace));
        }
        if found != namespace {
            let what = format!("of namespace `{}` is due of namespace `{namespace}`", xml::shortened(found, 80));
            deviations.note(wrapper, wrapper.name(), what);
        }
        Ok(())
    }

    fn another(&self, found: &PullReader<'_>, due: &str, namespace: &str) -> Error {
        let found = named(found.name(), found.namespace());
        self.unexpected(format!(
            "the response is {found}, not `{due}` of namespace `{namespace}`: is it that of another operation, or the client's \
             namespace wrong?"
        ))
    }

    /// The result of an operation whose messages nothing describes, inside the element around it.
    fn enveloped_result(
        &self,
        values: ValueReader<'_>,
        response: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Error> {
        let Some(result) = self.context.operation.value() else { return Ok(()) };
        let Some(field) = place.enter(Step::Member(0)) else { return Ok(()) };
        let (depth, mut is_there, mut other) = (response.depth(), false, None);
        while let Some(inside) = response.content(depth) {
            if !matches!(inside, Pulled::Start) {
                continue;
            }
            if !ValueReader::is_named(response, result.name, &self.context.namespace) {
                other.get_or_insert_with(|| named(response.name(), response.namespace()));
                continue;
            }
            if std::mem::replace(&mut is_there, true) {
                return Err(self.unexpected(format!("the response holds `{}` more than once", result.name)));
            }
            // Genuine clients read a null DataSet that is there as an empty one.
            if response.is_nil() && !result.kind.is_data_set() {
                response.skip();
            } else {
                self.value(values, result, response, &mut *field)?;
            }
        }
        match other {
            Some(other) if !is_there => {
                Err(self.unexpected(format!("the response holds {other}, and no result `{}`", result.name)))
            }
            _ => Ok(()),
        }
    }

    /// The result over GET or POST: the root of the response.
    fn bare_result(
        &self,
        values: ValueReader<'_>,
        result: &'static Member,
        root: &mut PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Error> {
        if !is_document(result.kind) {
            let name = root_name(result);
            if !ValueReader::is_named(root, &name, &self.context.namespace) {
                return Err(self.another(root, &name, &self.context.namespace));
            }
            if root.is_nil() {
                root.skip();
                return Ok(());
            }
        }
        self.value(values, result, root, field)
    }

    /// Reads a result that is there.
    fn value(
        &self,
        values: ValueReader<'_>,
        result: &'static Member,
        element: &mut PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Error> {
        if self.is_only_found.get() {
            self.value_start.set(Some(element.start_tag()));
            element.skip();
            return Ok(());
        }
        let unreadable = |why: &dyn std::fmt::Display| self.unexpected(format!("the result cannot be read: {why}"));
        let keep = |found: Whole<'_>, field: &mut dyn Field| {
            let is_kept = field.whole().is_some_and(|place| found.moved_to(place));
            if is_kept { Ok(()) } else { Err(unreadable(&"a value of another type is due")) }
        };
        match result.kind {
            kind if kind.is_data_set() => {
                let mut data_set =
                    whole::data_set(element, &self.context.limits).map_err(|error| unreadable(&error))?;
                keep(Whole::DataSet(&mut data_set), field)
            }
            Type::Xml(XmlKind::Content) => {
                let mut document = if self.context.transport.is_soap() {
                    whole::enclosed_document(element).map_err(|why| unreadable(&why))?
                } else {
                    whole::document(element, &[])
                };
                keep(Whole::Document(&mut document), field)
            }
            _ => values.member_into(result, element, field).map_err(|unreadable| self.unreadable(&unreadable)),
        }
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
struct Outputs {
    output: Box<dyn Output>,
    /// Whether it is of types of its own, and not of values.
    is_typed: bool,
}

impl Outputs {
    fn new(operation: &Operation, blank: BlankOutput) -> Self {
        let result = operation.value().filter(|_| !operation.described).map(|result| result.kind);
        let output = blank().or_else(|| usual(result?));
        if let Some(output) = output {
            return Self { output, is_typed: true };
        }
        let values = operation.outputs.iter().map(|_| Value::Null).collect();
        Self { output: Box::new(Value::Structure(values)), is_typed: false }
    }
}

/// The output of an operation that is not described, for a caller without a type of its own.
fn usual(kind: Type) -> Option<Box<dyn Output>> {
    Some(match kind {
        kind if kind.is_data_set() => Box::new(OnlyOutput::<DataSet>(None)),
        Type::Xml(XmlKind::Content) => Box::new(OnlyOutput::<XmlDocument>(None)),
        kind if kind == Type::INT_ARRAY => Box::new(OnlyOutput::<Integers>(None)),
        kind if kind == Type::STRING => Box::new(OnlyOutput::<Text>(None)),
        _ => return None,
    })
}
