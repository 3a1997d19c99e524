//! Reads complete elements: data sets, documents, and roots over GET and POST.

use std::borrow::Cow;

use super::{Reason, Unreadable, ValueReader};
use crate::operation::{Member, Place, Type, XmlKind};
use crate::protocol::response_context::{is_document, natural_item_name};
use crate::protocol::value::value_element::ValueElement as _;
use crate::results::data_set::ReadError;
use crate::results::{DataSet, XmlDocument};
use crate::value::field::{DocumentMut, Field, Input, Step};
use crate::xml::{ParseOptions, Part, PullReader, Pulled, XmlError};

/// The data set in an element that was cut out.
fn data_set(part: Result<Part, XmlError>) -> Result<DataSet, ReadError> {
    DataSet::from_element(part.map_err(ReadError::Xml)?.document.root()).map_err(ReadError::DataSet)
}

/// The element as a document, with the declarations around it. The element is passed.
fn document(element: &mut PullReader<'_>, inherited: &[(Option<String>, String)]) -> XmlDocument {
    let start = element.start_tag();
    element.skip();
    XmlDocument::of_part(element.written(start..element.position()), inherited.to_vec())
}

/// The document inside the element. An empty element gives a null document.
fn enclosed_document(element: &mut PullReader<'_>) -> Result<XmlDocument, &'static str> {
    let (depth, inherited, mut found) = (element.depth(), element.declarations(), None);
    while let Some(event) = element.content(depth) {
        match event {
            Pulled::Start if found.is_some() => return Err("there is more than one root in the XML document"),
            Pulled::Start => found = Some(document(element, &inherited)),
            Pulled::Text(text) if !text.trim().is_empty() => return Err("there is text around the XML document"),
            Pulled::Text(_) | Pulled::Other => {}
        }
    }
    Ok(found.unwrap_or_else(XmlDocument::null))
}

impl ValueReader<'_> {
    /// The place of a value of a response that is moved in as one, without a text of its own: a document, and for a strict reader a data set.
    /// Other readers have to see that the content is one.
    pub(super) fn document_slot<'f>(&self, kind: Type, slot: &'f mut dyn Field) -> Option<DocumentMut<'f>> {
        let is_whole = kind == Type::Xml(XmlKind::Content) || kind.is_data_set() && self.is_strict();
        if self.deviations.is_some() && is_whole { slot.document_mut() } else { None }
    }

    pub(super) fn fill(&self, slot: DocumentMut<'_>, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        let name = element.name();
        let read = match slot {
            DocumentMut::DataSet(slot) => {
                let (start, options) = (Part::begin(element), ParseOptions::default());
                self.pass_data_set(element)?;
                let part = start.end(element, self.limits.unwrap_or(&options));
                data_set(part).map_err(|error| error.to_string()).map(|data_set| *slot = data_set)
            }
            DocumentMut::Document(slot) => {
                enclosed_document(element).map(|document| *slot = document).map_err(str::to_owned)
            }
        };
        read.map_err(|why| Unreadable::new(name, element, Reason::Unfit(why)))
    }

    /// Reads the root of a response over GET or POST into the field of its part.
    pub(crate) fn root_into(
        &self,
        output: &'static Member,
        root: &mut PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        // Roots state null even for types that are not nullable.
        if root.is_nil() {
            self.retain_content_of_nil(root)?;
            let input = if output.presence.is_nullable() { Input::Nil } else { Input::Absent };
            return self.give(field, input, output.name, root);
        }
        if self.passes(output.kind, root)? {
            return Ok(());
        }
        match output.kind {
            _ if output.repeated => self.items_into(output, root, field),
            kind if is_document(kind) => {
                if let Some(DocumentMut::Document(slot)) = self.document_slot(kind, field) {
                    *slot = document(root, &[]);
                    return Ok(());
                }
                let document = self.element_xml(root)?;
                self.document_into(kind, document, root, field)
            }
            // The enumeration lists the empty text, or is a set.
            Type::Enumeration(enumeration) if enumeration.lists("") => self.member_into(output, root, field),
            kind if kind.kind().is_value() && root.is_blank() => {
                root.skip();
                self.give(field, Input::Absent, output.name, root)
            }
            Type::Array(array) if !(self.is_strict() && array.item_name == natural_item_name(array.item)) => {
                self.any_items().member_into(output, root, field)
            }
            _ => self.member_into(output, root, field),
        }
    }

    /// Reads the values of a repeated part, which are in one element here. Their names do not matter.
    fn items_into(
        &self,
        output: &'static Member,
        root: &mut PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let field = self.enter(field, Step::Items, root)?;
        let depth = root.depth();
        while let Some(event) = root.content(depth) {
            if matches!(event, Pulled::Start) {
                let item = self.enter(field, Step::Item, root)?;
                self.item(item, root)?;
                self.member_into(output, root, item)?;
            }
        }
        Ok(())
    }

    /// Reads the value of a type that is a document. Its element was passed.
    fn document_into(
        &self,
        kind: Type,
        document: String,
        passed: &PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let mut field = field;
        if let Type::Structure(structure) = kind {
            field = self.enter(field, Step::Members(1), passed)?;
            field = self.enter(field, Step::Member(0), passed)?;
            if structure.members().iter().any(|member| member.place == Place::AnyElements) {
                field = self.enter(field, Step::Item, passed)?;
            }
        }
        self.give(field, Input::Xml(Cow::Owned(document)), "", passed)
    }
}
