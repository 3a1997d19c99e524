//! Reads complete elements: data sets, documents, and roots over GET and POST.

use std::borrow::Cow;

use super::{Unreadable, ValueReader};
use crate::operation::{Member, Place, Type};
use crate::protocol::response_context::is_document;
use crate::protocol::value::value_element::ValueElement as _;
use crate::results::data_set::ReadError;
use crate::results::{DataSet, XmlDocument};
use crate::value::field::{Field, Given, Step};
use crate::xml::{Document, ParseOptions, PullReader, Pulled};

/// The data set in the element, which is passed. Other content is ignored.
pub(crate) fn data_set(element: &mut PullReader<'_>, limits: &ParseOptions) -> Result<DataSet, ReadError> {
    let inherited = in_scope(element);
    let start = element.start_tag();
    element.skip();
    let text = element.written(start..element.position());
    let document = Document::parse_part(text, &inherited, limits).map_err(ReadError::Xml)?;
    DataSet::from_element(document.root()).map_err(ReadError::DataSet)
}

/// The element as a document, with the declarations around it. The element is passed.
pub(crate) fn document(element: &mut PullReader<'_>, inherited: &[(Option<String>, String)]) -> XmlDocument {
    let start = element.start_tag();
    element.skip();
    XmlDocument::of_part(element.written(start..element.position()), inherited.to_vec())
}

/// The document inside the element. An empty element gives a null document.
pub(crate) fn enclosed_document(element: &mut PullReader<'_>) -> Result<XmlDocument, &'static str> {
    let (depth, inherited, mut found) = (element.depth(), in_scope(element), None);
    while let Some(inside) = element.content(depth) {
        match inside {
            Pulled::Start if found.is_some() => return Err("there is more than one root in the XML document"),
            Pulled::Start => found = Some(document(element, &inherited)),
            Pulled::Text(text) if !text.trim().is_empty() => return Err("there is text around the XML document"),
            Pulled::Text(_) | Pulled::Other => {}
        }
    }
    Ok(found.unwrap_or_else(XmlDocument::null))
}

/// The namespace declarations that apply inside the element.
fn in_scope(element: &PullReader<'_>) -> Vec<(Option<String>, String)> {
    let owned = |(prefix, namespace): (&str, String)| ((!prefix.is_empty()).then(|| prefix.to_owned()), namespace);
    element.namespaces_in_scope().into_iter().map(owned).collect()
}

impl ValueReader<'_> {
    /// Reads the root of a response over GET or POST into the field of its part.
    pub(crate) fn root_into(
        &self,
        output: &'static Member,
        root: &mut PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        // Roots state null even for types that are not nullable.
        if root.is_nil() {
            root.skip();
            let given = if output.presence.is_nullable() { Given::Nil } else { Given::Absent };
            return self.give(field, given, output.name, root);
        }
        match output.kind {
            _ if output.repeated => self.items_into(output, root, field),
            kind if is_document(kind) => {
                let document = self.whole(root)?;
                self.document_into(kind, document, root, field)
            }
            // The enumeration lists the empty text, or is a set.
            Type::Enumeration(enumeration) if enumeration.lists("") => self.member_into(output, root, field),
            kind if kind.kind().is_value() && root.is_blank() => {
                root.skip();
                self.give(field, Given::Absent, output.name, root)
            }
            Type::Array(_) => self.any_items().member_into(output, root, field),
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
        let field = self.inside(field, Step::Items, root)?;
        let depth = root.depth();
        while let Some(inside) = root.content(depth) {
            if matches!(inside, Pulled::Start) {
                let item = self.inside(field, Step::Item, root)?;
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
            field = self.inside(field, Step::Members(1), passed)?;
            field = self.inside(field, Step::Member(0), passed)?;
            if structure.members().iter().any(|member| member.place == Place::AnyElements) {
                field = self.inside(field, Step::Item, passed)?;
            }
        }
        self.give(field, Given::Xml(Cow::Owned(document)), "", passed)
    }
}
