//! Elements that are cut out of their document.

use super::document::{Document, Element};
use super::error::XmlError;
use super::options::ParseOptions;
use super::pull::PullReader;

/// An element of a document, as a document of its own.
#[derive(Clone, Debug)]
pub struct Part {
    /// The element, with the namespace declarations around it in force.
    pub document: Document,
    /// The byte of the whole document where it begins.
    pub start: usize,
    /// The number of elements around it.
    pub around: usize,
}

impl Part {
    /// Cuts out the element whose start tag was just read. The reader passes it.
    ///
    /// # Errors
    ///
    /// As [`Document::parse`].
    pub fn pull(reader: &mut PullReader<'_>, options: &ParseOptions) -> Result<Self, XmlError> {
        let (start, around, inherited) = (reader.start_tag(), reader.depth().saturating_sub(1), reader.declarations());
        reader.skip();
        let text = reader.written(start..reader.position());
        Ok(Self { document: Document::parse_part(text, &inherited, options)?, start, around })
    }

    /// Cuts an element out of its document.
    ///
    /// # Errors
    ///
    /// As [`Document::parse`].
    pub fn of(element: Element<'_>, options: &ParseOptions) -> Result<Self, XmlError> {
        let owned = |(prefix, namespace): (Option<&str>, &str)| (prefix.map(str::to_owned), namespace.to_owned());
        let inherited: Vec<_> = element.namespaces_in_scope().into_iter().map(owned).collect();
        let around = std::iter::successors(element.parent(), |element| element.parent()).count();
        let document = Document::parse_part(element.outer_xml(), &inherited, options)?;
        Ok(Self { document, start: element.span().start, around })
    }
}
