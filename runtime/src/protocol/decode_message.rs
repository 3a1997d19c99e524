//! Reads a response in one walk, from its root to its parts: in any style, in an envelope or alone.
//!
//! Contradictions to the description are noted and read nevertheless, or they are errors, as the operation states. A reader of rows starts at the
//! part that the same walk hands over.

use std::cell::Cell;

use super::decode_response::{ReceivedResponse, named, text_in_body};
use super::other_root;
use super::outputs::Outputs;
use super::response_context::{is_document, root_name};
use super::soap::envelope;
use super::soap::header;
use super::soap::soap_version::SoapVersion;
use super::value::read_value::{Deviations, Reason, Unreadable, ValueReader};
use super::value::value_budget::ValueBudget;
use super::value::value_element::ValueElement as _;
use crate::error::Error;
use crate::operation::{Member, OnContradiction, Operation, Style};
use crate::value::message::Message;
use crate::value::rest::{Content, Untyped};
use crate::value::soap_header::SoapHeader;
use crate::xml;
use crate::xml::{PullReader, Pulled, XmlErrorKind};

impl ReceivedResponse<'_> {
    /// Reads the message that a response of success is; `None` if it is a fault or no message at all.
    pub(super) fn read_message(&self, text: &str, outputs: Outputs) -> Result<Option<Outputs>, Error> {
        if self.context.transport.is_soap() {
            self.enveloped_message(text, outputs)
        } else {
            self.bare_message(text, outputs)
        }
    }

    /// Reads a response over GET or POST: the value of the first part, in an element that is called like its type.
    fn bare_message(&self, text: &str, outputs: Outputs) -> Result<Option<Outputs>, Error> {
        let Outputs { mut message, is_typed, part } = outputs;
        let first = self.context.operation.outputs.first();
        // The root is the part.
        let deviations = self.deviations(0).retaining_inside(first.map_or(0, |_| 1));
        let budget = ValueBudget::of_response(&self.context.limits, text.len());
        let values = self.values(&deviations, &budget).typed(is_typed).handing_over(part.as_ref());
        let mut reader = PullReader::new(text, &self.context.limits);
        let mut read = Ok(());
        if reader.root() {
            if other_root::is_page_or_envelope(&reader, first, self.media_type) {
                return Ok(None);
            }
            read = match first {
                Some(output) => self.root((values, &deviations), output, &mut reader, &mut message),
                None if self.is_strict() => {
                    let root = named(reader.name(), reader.namespace());
                    Err(self.unexpected(format!("the response is {root}, but the operation returns no value")))
                }
                None => {
                    deviations.note(&reader, "", "is present, but the operation returns no value");
                    values.retain_element("", &mut reader).map_err(|unreadable| self.unreadable(&unreadable))
                }
            };
        }
        let is_due = first.is_some_and(|output| is_document(output.kind));
        match reader.finish() {
            // A null document has no root.
            Err(error) if is_due && error.kind() == XmlErrorKind::NoRoot => {}
            finished => finished.map_err(|error| self.malformed(error))?,
        }
        read?;
        self.check(&deviations)?;
        let (notes, content) = deviations.finish();
        message.rest = match first {
            Some(output) if !content.0.is_empty() => {
                Content(vec![(xml::name::encode_local_name(output.name).into(), Untyped::Content(content))])
            }
            _ => content,
        };
        message.deviations = notes;
        Ok(Some(Outputs { message, is_typed, part }))
    }

    fn root(
        &self,
        (values, deviations): (ValueReader<'_>, &Deviations),
        output: &'static Member,
        root: &mut PullReader<'_>,
        message: &mut Message,
    ) -> Result<(), Error> {
        let name = root_name(output);
        let is_refused = self.is_strict()
            && !is_document(output.kind)
            && !ValueReader::is_named(root, &name, &self.context.namespace);
        let is_other = !other_root::is_of(root, output, &name);
        if is_refused || is_other && other_root::holds_another_value(root, output) {
            return Err(self.another(root, &name, &self.context.namespace));
        }
        if is_other {
            deviations.note(root, "", format_args!("is in the place of `{name}`"));
        }
        let Some(field) = message.part_mut(0) else { return Ok(()) };
        values.root_into(output, root, field).map_err(|unreadable| self.unreadable(&unreadable))
    }

    fn enveloped_message(&self, text: &str, outputs: Outputs) -> Result<Option<Outputs>, Error> {
        let Outputs { mut message, is_typed, part } = outputs;
        let operation = self.context.operation;
        let mut reader = PullReader::new(text, &self.context.limits);
        reader.root();
        let version = SoapVersion::of_namespace(reader.namespace()).filter(|_| reader.name() == "Envelope");
        let Some(version) = version else { return Ok(None) };
        // Places begin at the result.
        let around = if operation.messages.style == Style::Bare { 2 } else { 3 };
        let (deviations, of_headers) = (self.deviations(around), self.deviations(2));
        let budget = ValueBudget::of_response(&self.context.limits, text.len());
        let values = self.values(&deviations, &budget).typed(is_typed).handing_over(part.as_ref());
        let trailing =
            Trailing { values, deviations: &deviations, has_fault: Cell::new(false), read: Cell::new(Ok(())) };
        let body = |body: &mut PullReader<'_>| {
            (!envelope::begins_with_fault(body)).then(|| self.body(&trailing, body, &mut message))
        };
        let (header, body) = envelope::read(version, &mut reader, body, |other| {
            trailing.take(other, "follows the body of the response");
        });
        let Some(body) = body.flatten() else { return Ok(None) };
        if trailing.has_fault.get() {
            return Ok(None);
        }
        let headers = match header {
            Some(mut header) => self.headers(version, self.values(&of_headers, &budget), &mut header),
            None => Ok(Vec::new()),
        };
        // A document that is not well-formed is an error as that, whatever else is wrong with it.
        reader.finish().map_err(|error| self.malformed(error))?;
        body?;
        trailing.read.into_inner().map_err(|unreadable| self.unreadable(&unreadable))?;
        let headers = headers.map_err(|unreadable| self.unreadable(&unreadable))?;
        self.check(&of_headers)?;
        self.check(&deviations)?;
        message.is_unrecognised = deviations.is_unrecognised();
        let (mut notes, _) = of_headers.finish();
        let (more, content) = deviations.finish();
        notes.extend(more);
        (message.headers, message.deviations, message.rest) = (headers, notes, content);
        Ok(Some(Outputs { message, is_typed, part }))
    }

    pub(super) fn is_strict(&self) -> bool {
        self.context.operation.on_contradiction == OnContradiction::Error
    }

    fn deviations(&self, around: usize) -> Deviations {
        Deviations::new(around).strict(self.is_strict())
    }

    fn check(&self, deviations: &Deviations) -> Result<(), Error> {
        deviations.refusal(self.context.operation.outputs).map_or(Ok(()), |why| Err(self.unexpected(why)))
    }

    fn values<'a>(&'a self, deviations: &'a Deviations, budget: &'a ValueBudget) -> ValueReader<'a> {
        let context = self.context;
        let is_rpc = context.transport.is_soap() && context.operation.messages.style == Style::Rpc;
        let reader =
            ValueReader::of_response(&context.namespace, context.service.types, &context.limits, budget, deviations);
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

    fn body(&self, trailing: &Trailing<'_>, body: &mut PullReader<'_>, message: &mut Message) -> Result<(), Error> {
        let (operation, values, deviations) = (self.context.operation, trailing.values, trailing.deviations);
        let mut parts = |element: &mut PullReader<'_>| {
            let read = values.parts_into(operation.outputs, element, message.parts_mut());
            read.map_err(|unreadable| self.unreadable(&unreadable))
        };
        if operation.messages.style == Style::Bare {
            return parts(body);
        }
        let depth = body.depth();
        while let Some(event) = body.content(depth) {
            match event {
                Pulled::Start => {
                    self.check_wrapper(operation, deviations, body)?;
                    parts(body)?;
                    trailing.take_all(body, depth);
                    return Ok(());
                }
                Pulled::Text(text) if !text.trim_ascii().is_empty() => {
                    return Err(self.unexpected(text_in_body(&text)));
                }
                _ => {}
            }
        }
        // Genuine servers write the element around the result also if there is no result.
        if operation.messages.one_way {
            return Ok(());
        }
        if self.is_strict() {
            return Err(self.unexpected("the body of the envelope is empty"));
        }
        deviations.note(body, "", "is empty");
        deviations.end_parts(operation.outputs, |_| false);
        Ok(())
    }

    /// Checks the element around the parts. Another name is that of the response to another operation.
    fn check_wrapper(
        &self,
        operation: &Operation,
        deviations: &Deviations,
        wrapper: &PullReader<'_>,
    ) -> Result<(), Error> {
        let expected = operation.response_name();
        let namespace = expected.1.uri(&self.context.namespace);
        let found = wrapper.namespace().unwrap_or_default();
        if !xml::name::is_encoding_of(wrapper.name(), &expected.0) || found != namespace && self.is_strict() {
            return Err(self.another(wrapper, &expected.0, namespace));
        }
        if found != namespace {
            let what = format!("is in the namespace `{}` instead of `{namespace}`", xml::shortened(found, 80));
            deviations.note(wrapper, wrapper.name(), what);
        }
        Ok(())
    }

    fn another(&self, found: &PullReader<'_>, expected: &str, namespace: &str) -> Error {
        let found = named(found.name(), found.namespace());
        self.unexpected(format!(
            "the response is {found}, not `{expected}` of namespace `{namespace}`: it may be that of another operation, or the client's \
             namespace may be wrong"
        ))
    }

    /// The headers of a fault. No header is declared for faults alone.
    pub(super) fn fault_headers(&self, version: SoapVersion, text: &str) -> Vec<SoapHeader> {
        let (deviations, budget) = (Deviations::new(2), ValueBudget::of_response(&self.context.limits, text.len()));
        let mut reader = PullReader::new(text, &self.context.limits);
        reader.root();
        let (header, _) = envelope::read(version, &mut reader, PullReader::skip, |_| {});
        // An unreadable header must not hide the fault.
        let read = header.map(|mut header| self.headers(version, self.values(&deviations, &budget), &mut header));
        read.and_then(Result::ok).unwrap_or_default()
    }

    fn unreadable(&self, unreadable: &Unreadable) -> Error {
        const LONGEST_PLACE: usize = 400;
        let path = xml::shortened(&unreadable.element, LONGEST_PLACE);
        let what = match &unreadable.reason {
            Reason::TooMany => format!(
                "the values of the response take more than {} bytes of memory for each of its bytes and 16 MiB beside: raise \
                 `ParseOptions::max_memory_per_byte`",
                self.context.limits.max_memory_per_byte
            ),
            _ => unreadable.message(),
        };
        self.unexpected(format!("the result cannot be read: `{path}`: {what}"))
    }
}

/// Elements that follow the response in its envelope: noted and retained, unless one is a fault.
struct Trailing<'a> {
    values: ValueReader<'a>,
    deviations: &'a Deviations,
    has_fault: Cell<bool>,
    read: Cell<Result<(), Unreadable>>,
}

impl Trailing<'_> {
    fn take_all(&self, body: &mut PullReader<'_>, depth: usize) {
        while let Some(content) = body.content(depth) {
            match content {
                Pulled::Start => self.take(body, "follows the response in the body of the envelope"),
                Pulled::Text(text) if !text.trim_ascii().is_empty() => {
                    self.deviations.note(body, "", "contains text after the response");
                    self.retained(self.values.retain_text(&text, body));
                }
                _ => {}
            }
        }
    }

    fn take(&self, element: &mut PullReader<'_>, position: &str) {
        if envelope::is_fault(element) || element.name() == "Body" && envelope::begins_with_fault(element) {
            self.has_fault.set(true);
        }
        self.deviations.note(element, element.name(), position);
        self.retained(self.values.retain_element("", element));
    }

    /// Keeps the first error.
    fn retained(&self, retained: Result<(), Unreadable>) {
        let read = self.read.replace(Ok(()));
        self.read.set(read.and(retained));
    }
}
