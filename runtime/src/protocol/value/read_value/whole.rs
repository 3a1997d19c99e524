//! Values that are read as a whole: data sets, documents, and parts that stand in an element of their own over GET and POST.

use std::borrow::Cow;

use super::{Unreadable, ValueReader};
use crate::operation::{Member, Place, Type};
use crate::protocol::value::document::is_document;
use crate::protocol::value::value_element::ValueElement as _;
use crate::results::data_set::ReadError;
use crate::results::{DataSet, XmlDocument};
use crate::value::field::{Field, Given, Step};
use crate::xml::{Document, ParseOptions, PullReader, Pulled};

/// The data set that stands in the element, whatever else does; it is passed.
pub(crate) fn data_set(element: &mut PullReader<'_>, limits: &ParseOptions) -> Result<DataSet, ReadError> {
    let inherited = in_scope(element);
    let start = element.start_tag();
    element.skip();
    let text = element.written(start..element.position());
    let document = Document::parse_part(text, &inherited, limits).map_err(ReadError::Xml)?;
    DataSet::from_element(document.root()).map_err(ReadError::DataSet)
}

/// The document that the element is, of which these declarations stand around it; it is passed.
pub(crate) fn document(element: &mut PullReader<'_>, inherited: &[(Option<String>, String)]) -> XmlDocument {
    let start = element.start_tag();
    element.skip();
    XmlDocument::of_part(element.written(start..element.position()), inherited.to_vec())
}

/// The document inside the element; an element without one is a document without a root, which is null.
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
        // Here null is told, whether or not the value may be.
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
            // A value that is an empty text, or a set of none.
            Type::Enumeration(enumeration) if enumeration.lists("") => self.member_into(output, root, field),
            kind if kind.kind().is_value() && root.is_blank() => {
                root.skip();
                self.give(field, Given::Absent, output.name, root)
            }
            Type::Array(_) => self.any_items().member_into(output, root, field),
            _ => self.member_into(output, root, field),
        }
    }

    /// The values of a repeated part, which stand in one element here, whatever they are called.
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

    /// The value of a type that is a document, which was passed.
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
