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

/// The beginning of an element that will be cut out.
#[derive(Clone, Debug)]
pub struct PartStart {
    start: usize,
    around: usize,
    inherited: Vec<(Option<String>, String)>,
}

impl PartStart {
    /// Cuts out the element, which the reader has passed.
    ///
    /// # Errors
    ///
    /// As [`Document::parse`].
    pub fn end(self, reader: &PullReader<'_>, options: &ParseOptions) -> Result<Part, XmlError> {
        let Self { start, around, inherited } = self;
        let document = Document::parse_part(reader.written(start..reader.position()), &inherited, options)?;
        Ok(Part { document, start, around })
    }
}

impl Part {
    /// Begins to cut out the element whose start tag was just read.
    #[must_use]
    pub fn begin(reader: &PullReader<'_>) -> PartStart {
        let around = reader.depth().saturating_sub(1);
        PartStart { start: reader.start_tag(), around, inherited: reader.declarations() }
    }

    /// Cuts out the element whose start tag was just read. The reader passes it.
    ///
    /// # Errors
    ///
    /// As [`Document::parse`].
    pub fn pull(reader: &mut PullReader<'_>, options: &ParseOptions) -> Result<Self, XmlError> {
        let start = Self::begin(reader);
        reader.skip();
        start.end(reader, options)
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
